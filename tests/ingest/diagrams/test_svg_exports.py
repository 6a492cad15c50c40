"""Real exports: of Graphviz 12 (WebAssembly), Mermaid 11 (Chromium) and PlantUML 1.2020.2."""

from pathlib import Path

import pytest

from fidedigno.ingest.diagrams.svg_exports import plantuml_source, read_graphviz_svg, read_mermaid_svg
from fidedigno.ingest.diagrams.xml import read_xml
from tests.ingest.diagrams.seen import groups, lines

FILES = Path(__file__).parent / "files"
MERMAID = [
    "OrderService → OrderCreated: publica",
    "OrderCreated → Billing DB: consume",
    "Payment Service — OrderService",
    "X ↔ OrderCreated",
]


def text_of(name: str) -> str:
    return (FILES / name).read_text(encoding="utf-8").partition("?>")[2] or (FILES / name).read_text("utf-8")


def test_graphviz_leaves_names_and_draws_heads() -> None:
    diagram = read_graphviz_svg(read_xml((FILES / "graphviz.svg").read_bytes()))
    assert diagram is not None
    assert lines(diagram) == [
        "OrderService → OrderCreated: publica",
        "PaymentService ↔ OrderService",
        "OrderCreated → OrderCreated",
        "OrderCreated → Billing DB: consume",
        "inv → OrderCreated",
        "a — b",
        "x->y → inv",
    ]
    assert groups(diagram) == {"OrderService": ("Publicadores",), "PaymentService": ("Publicadores",)}
    assert diagram.title == "Eventos de pedidos"


def test_mermaid_leaves_names_of_ends() -> None:
    diagram = read_mermaid_svg(read_xml((FILES / "mermaid.svg").read_bytes()))
    assert diagram is not None
    assert lines(diagram) == MERMAID


def test_plantuml_leaves_its_source() -> None:
    document = read_xml((FILES / "plantuml.svg").read_bytes())
    source = plantuml_source(document, "")
    assert source is not None
    assert "OrderCreated --> [Facturación] : consume" in source


@pytest.mark.parametrize(
    ("text", "source"),
    [
        # As the server of PlantUML writes ``Bob -> Alice : hello``.
        ("SRC=[SyfFKj2rKt3CoKnELR1Io4ZDoSa70000]", "Bob -> Alice : hello"),
        ("<?plantuml-src SyfFKj2rKt3CoKnELR1Io4ZDoSa70000?>", "Bob -> Alice : hello"),
        ("SRC=[zzzzzzzz]", None),
        ("nothing", None),
    ],
)
def test_the_encoded_source_is_decoded(text: str, source: str | None) -> None:
    assert plantuml_source(read_xml("<svg/>"), text) == source


def test_other_drawings_are_none_of_them() -> None:
    document = read_xml('<svg><g class="node"><text>a</text></g><path class="x" d="M0 0L1 1"/></svg>')
    assert read_graphviz_svg(document) is None
    assert read_mermaid_svg(document) is None
