"""Mermaid class, entity-relationship and state diagrams."""

import pytest

from fidedigno.ingest.diagrams.mermaid import read_mermaid
from tests.ingest.diagrams.seen import groups, lines


@pytest.mark.parametrize(
    ("relation", "line"),
    [
        ("A <|-- B : es", "B → A: es"),
        ("A --|> B", "A → B"),
        ("A ..|> B", "A → B"),
        ('A "1" --> "n" B : tiene', "A → B: tiene"),
        ("A <.. B", "B → A"),
        ("A *-- B", "A — B"),
        ("A -- B", "A — B"),
        ("A <--> B", "A ↔ B"),
    ],
)
def test_class_relations_point_where_the_head_is(relation: str, line: str) -> None:
    assert lines(read_mermaid(f"classDiagram\n{relation}\n")) == [line]


def test_classes_keep_their_members_and_namespaces() -> None:
    diagram = read_mermaid(
        "classDiagram\nnamespace Tienda {\n class Pedido~T~ {\n  +int id\n  +total() List~int~\n }\n}\n"
        'Pedido : +pagar()\nclass C["Con etiqueta"]\n<<interface>> C\nnote "hola"\n'
    )
    (order, labelled) = diagram.nodes
    assert order.label == "Pedido‹T›"
    assert order.lines == ("+int id", "+total() List‹int›", "+pagar()")
    assert groups(diagram) == {"Pedido‹T›": ("Tienda",)}
    assert labelled.label == "Con etiqueta"
    assert diagram.notes == ("hola",)


def test_entities_are_joined_without_heads() -> None:
    diagram = read_mermaid(
        'erDiagram\nCLIENTE ||--o{ PEDIDO : hace\nPEDIDO }|..|{ "LÍNEA" : "contiene cosas"\n'
        "p[Persona] {\n string nombre PK\n}\np one or more to many COCHE : conduce\n"
    )
    assert lines(diagram) == [
        "CLIENTE — PEDIDO: hace",
        "PEDIDO — LÍNEA: contiene cosas",
        "Persona — COCHE: conduce",
    ]
    assert {node.label: node.lines for node in diagram.nodes if node.lines} == {
        "Persona": ("string nombre PK",)
    }


def test_states_lead_to_states_and_frames() -> None:
    diagram = read_mermaid(
        'stateDiagram-v2\n[*] --> Nuevo\nstate "En curso" as ec\nNuevo --> ec : aceptar\n'
        "state Envío {\n [*] --> A\n}\nec --> Envío\nEnvío --> [*]\nnote right of ec : ojo\n"
        "note left of ec\n dos\n end note\n"
    )
    assert lines(diagram) == [
        "● → Nuevo", "Nuevo → En curso: aceptar", "● → A", "En curso → Envío", "Envío → ●",
    ]  # fmt: skip
    assert diagram.notes == ("ojo", "dos")
