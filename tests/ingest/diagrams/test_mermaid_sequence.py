"""Mermaid sequence diagrams."""

import pytest

from fidedigno.ingest.diagrams.mermaid import read_mermaid
from tests.ingest.diagrams.seen import cited, groups, lines

TEXT = """sequenceDiagram
    title Pedido
    autonumber
    participant O as Order Service
    actor Ana
    box Pagos
    participant P
    end
    Ana->>+O: POST /orders
    loop cada minuto
    O-)K: publica OrderCreated
    end
    O->>P: autoriza: 10 €
    P-->>-O: ok
    Note over O,P: no se repite
    Ana->K: mira
    Ana<<->>K: habla
"""


def test_messages_have_direction_and_replies_are_marked() -> None:
    diagram = read_mermaid(TEXT)
    assert lines(diagram) == [
        "Ana → Order Service: POST /orders",
        "Order Service → K: publica OrderCreated",
        "Order Service → P: autoriza: 10 €",
        "P → Order Service: ok",
        "Ana — K: mira",
        "Ana ↔ K: habla",
    ]
    assert [arrow.reply for arrow in diagram.arrows] == [False, False, False, True, False, False]
    assert cited(diagram, TEXT)[0] == "Ana->>+O: POST /orders"
    assert diagram.title == "Pedido"
    assert diagram.notes == ("no se repite",)
    assert groups(diagram) == {"P": ("Pagos",)}


@pytest.mark.parametrize("arrow", ["->>", "-->>", "-x", "--x", "-)", "--)"])
def test_every_arrow_with_a_head_leads_to_its_right(arrow: str) -> None:
    assert lines(read_mermaid(f"sequenceDiagram\nA{arrow}B: m\n")) == ["A → B: m"]
