"""Excalidraw drawings, alone and inside exports."""

import base64
import json
import zlib

import pytest

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.diagrams import excalidraw
from fidedigno.ingest.diagrams.excalidraw import MEDIA_TYPE, embedded_in_svg, read_excalidraw, unwrapped
from tests.ingest.diagrams.seen import groups, lines

ELEMENTS = [
    {"id": "m", "type": "frame", "name": "Tienda"},
    {"id": "r1", "type": "rectangle", "x": 0, "y": 0, "width": 100, "height": 50, "frameId": "m"},
    {"id": "t1", "type": "text", "containerId": "r1", "text": "Order\nService"},
    {"id": "r2", "type": "ellipse", "x": 200, "y": 0, "width": 100, "height": 50},
    {"id": "t2", "type": "text", "text": "OrderCreated", "x": 210, "y": 10, "width": 50, "height": 20},
    {"id": "gone", "type": "rectangle", "x": 0, "y": 0, "width": 9, "height": 9, "isDeleted": True},
    {"id": "a", "type": "arrow", "x": 100, "y": 25, "points": [[0, 0], [98, 0]], "startBinding": {"elementId": "r1"},
     "endBinding": None, "endArrowhead": "arrow"},
    {"id": "t3", "type": "text", "containerId": "a", "text": "publica"},
    {"id": "b", "type": "line", "x": 0, "y": 0, "points": [[0, 0], [250, 20]]},
    {"id": "c", "type": "arrow", "x": 0, "y": 0, "points": [[10, 10], [900, 900]], "endArrowhead": "arrow"},
    {"id": "n", "type": "text", "text": "Nota suelta", "x": 900, "y": 10, "width": 9, "height": 9},
]  # fmt: skip
DRAWING = json.dumps({"type": "excalidraw", "elements": ELEMENTS})


def test_bound_texts_and_arrows_are_read() -> None:
    diagram = read_excalidraw(DRAWING)
    assert lines(diagram) == ["Order Service → OrderCreated: publica", "Order Service — OrderCreated"]
    assert groups(diagram) == {"Order Service": ("Tienda",)}
    assert diagram.notes == ("Nota suelta",)
    assert diagram.arrows[0].box == (100.0, 25.0, 198.0, 25.0)


def wrapped(drawing: str) -> bytes:
    encoded = zlib.compress(drawing.encode()).decode("latin-1")
    return json.dumps(
        {"version": "1", "encoding": "bstring", "compressed": True, "encoded": encoded}
    ).encode()


def test_an_export_carries_the_drawing() -> None:
    payload = base64.b64encode(wrapped(DRAWING)).decode()
    svg = f"<svg><!-- payload-type:{MEDIA_TYPE} --><!-- payload-start -->{payload}<!-- payload-end --></svg>"
    carried = embedded_in_svg(svg)
    assert carried is not None
    assert lines(read_excalidraw(carried)) == lines(read_excalidraw(DRAWING))
    assert embedded_in_svg("<svg/>") is None
    assert embedded_in_svg(f"<svg>{MEDIA_TYPE}</svg>") is None
    assert unwrapped(DRAWING.encode()) == DRAWING


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"elements": 1}', "[" * 100_000])
def test_damage_is_told(text: str) -> None:
    with pytest.raises(DocumentFailedError):
        read_excalidraw(text)


def test_strange_values_are_passed_over() -> None:
    elements = [
        {"id": "a", "type": "rectangle", "x": True, "y": "1", "width": 1e300, "height": None},
        {"id": "b", "type": "arrow", "points": [1, "x"], "startBinding": [], "x": float("1e308")},
        7,
        {"type": "text", "text": None},
    ]
    assert read_excalidraw(json.dumps({"elements": elements})).arrows == ()


def test_too_many_elements_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(excalidraw, "MAX_ELEMENTS", 2)
    with pytest.raises(DocumentFailedError, match="2 elements"):
        read_excalidraw(DRAWING)
