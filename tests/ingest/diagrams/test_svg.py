"""SVG files of every origin; what is drawn is found again when the names are taken out."""

import re
from pathlib import Path

import pytest

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.diagrams.svg import read_svg
from tests.ingest.diagrams.seen import groups, lines
from tests.ingest.diagrams.test_drawio import EVENTS
from tests.ingest.diagrams.test_svg_exports import FILES, MERMAID

PLANT = [
    "OrderService → OrderCreated: publica",
    "OrderCreated → Facturación: consume",
    "OrderCreated → Correo",
]


def read(name: str) -> str:
    return (Path(FILES) / name).read_text(encoding="utf-8")


def test_the_source_that_an_editor_left_goes_first() -> None:
    from html import escape

    svg = f'<svg content="{escape("<mxfile><diagram>" + EVENTS + "</diagram></mxfile>")}"><text>otra</text></svg>'
    (diagram,) = read_svg(svg)
    assert diagram.kind == "drawio"
    (diagram,) = read_svg('<svg content="&lt;mxfile&gt;broken"><text x="1" y="1">otra</text></svg>')
    assert diagram.notes == ("otra",)


def test_exports_are_recognised() -> None:
    assert lines(read_svg(read("mermaid.svg"))[0]) == MERMAID
    assert lines(read_svg(read("plantuml.svg"))[0]) == PLANT
    assert len(lines(read_svg(read("graphviz.svg"))[0])) == 7


def test_the_drawing_alone_gives_the_same_arrows() -> None:
    """Without the comments and names of its program, from the geometry."""
    plant = re.sub(r"<!--.*?-->", "", read("plantuml.svg"), flags=re.DOTALL)
    (diagram,) = read_svg(plant)
    assert diagram.kind == "svg"
    assert lines(diagram) == PLANT
    assert groups(diagram) == {"OrderService": ("Publicadores",)}
    graphviz = re.sub(r'class="\w+"|<title>.*?</title>|<!--.*?-->', "", read("graphviz.svg"))
    (diagram,) = read_svg(graphviz)
    assert diagram.kind == "svg"
    assert sorted(lines(diagram)) == sorted(lines(read_svg(read("graphviz.svg"))[0]))


def test_boxes_and_arrows_drawn_by_hand() -> None:
    (diagram,) = read_svg(
        '<?xml version="1.0" encoding="utf-16"?><svg><rect x="0" y="0" width="100" height="40"/>'
        '<text x="10" y="25">Pedidos</text><rect x="300" y="0" width="100" height="40"/>'
        '<text x="310" y="25">Almacén</text><line x1="100" y1="20" x2="298" y2="20" marker-end="url(#h)"/>'
        '<text x="180" y="14">avisa</text></svg>'
    )
    assert lines(diagram) == ["Pedidos → Almacén: avisa"]


@pytest.mark.parametrize("text", ["<html/>", "", "<svg", '<!DOCTYPE s [<!ENTITY a "b">]><svg>&a;</svg>'])
def test_damage_is_told(text: str) -> None:
    with pytest.raises(DocumentFailedError):
        read_svg(text)
