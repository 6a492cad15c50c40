"""Files that hold a diagram, by their extension."""

import json
import zlib
from urllib.parse import quote

import pytest

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.diagrams.excalidraw import MEDIA_TYPE
from fidedigno.ingest.parse import is_supported, parser_for
from fidedigno.ingest.parse.diagram import DiagramParser
from fidedigno.ingest.parsed import ParsedDocument
from tests.ingest.diagrams.test_drawio import EVENTS
from tests.ingest.diagrams.test_excalidraw import DRAWING, wrapped
from tests.ingest.diagrams.test_png import chunk, picture

DRAWIO = f'<mxfile><diagram name="P">{EVENTS}</diagram></mxfile>'
PNG = picture(chunk(b"zTXt", b"mxfile\0\0" + zlib.compress(quote(DRAWIO).encode())))
FILES = {
    "a.mmd": b"graph LR\nA --> B\n",
    "a.mermaid": b"graph LR\nA --> B\n",
    "a.puml": b"@startuml\nA -> B\n@enduml\n",
    "a.plantuml": b"A -> B\n",
    "a.dot": b"digraph { A -> B }",
    "a.gv": b"graph { A -- B }",
    "a.drawio": DRAWIO.encode(),
    "a.dio": EVENTS.encode(),
    "a.xml": DRAWIO.encode(),
    "a.excalidraw": DRAWING.encode(),
    "a.svg": b'<svg><rect width="99" height="40"/><text x="9" y="20">A</text></svg>',
    "a.drawio.svg": b'<svg><rect width="99" height="40"/><text x="9" y="20">A</text></svg>',
    "a.drawio.png": PNG,
    "B.EXCALIDRAW.PNG": picture(chunk(b"tEXt", MEDIA_TYPE.encode() + b"\0" + wrapped(DRAWING))),
}


def parsed(name: str, content: bytes) -> ParsedDocument:
    return parser_for(name, content).parse(content, name=name)


@pytest.mark.parametrize("name", sorted(FILES))
def test_each_kind_is_read(name: str) -> None:
    assert is_supported(name)
    document = parsed(name, FILES[name])
    assert document.parser.startswith("diagram ")
    assert document.blocks
    assert [document.text[r.start : r.end] for r in document.relations] == [
        r.text for r in document.relations
    ]
    if not name.endswith("svg"):
        assert document.relations


def test_the_title_is_that_of_the_diagram_or_the_name_of_the_file() -> None:
    assert parsed("x/eventos.drawio.svg", FILES["a.svg"]).title == "eventos"
    assert parsed("x.drawio", FILES["a.drawio"]).title == "P"


def test_a_written_chart_without_relations_is_read_as_text() -> None:
    document = parsed("plan.mmd", b"gantt\n  title Plan\n  Tarea: 2026-01-01, 3d\n")
    assert "Tarea: 2026-01-01, 3d" in document.text
    assert document.relations == ()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.drawio", b"<mxfile/>"), ("a.drawio", b"PK\x03\x04zip"), ("a.svg", b"<svg/>"),
        ("a.dot", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1x"),
        ("a.drawio.png", picture()), ("a.mmd", b"   "), ("a.excalidraw", b"{}"), ("a.dot", b"not a graph"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_says_which_file_and_why(name: str, content: bytes) -> None:
    with pytest.raises(DocumentFailedError) as caught:
        parsed(name, content)
    assert caught.value.message.startswith(name)
    assert caught.value.hint


def test_plain_json_stays_what_it_is() -> None:
    content = json.dumps({"elements": []}).encode()
    assert not parsed("a.json", content).parser.startswith("diagram")
    assert not is_supported(".drawio.png.zip")


def test_a_parser_can_be_made_by_its_kind() -> None:
    assert DiagramParser("graphviz").parse(b"digraph { a -> b }", name="x").relations[0].text == "a → b"
