"""draw.io files, compressed and not."""

import base64
import urllib.parse
import zlib
from html import escape

import pytest

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.diagrams import drawio
from fidedigno.ingest.diagrams.drawio import read_drawio
from tests.ingest.diagrams.seen import groups, lines


def cell(id_: str, value: str = "", parent: str = "1", box: str = "", **attributes: str) -> str:
    geometry = ""
    if box:
        x, y, w, h = box.split()
        geometry = f'<mxGeometry x="{x}" y="{y}" width="{w}" height="{h}" as="geometry"/>'
    more = " ".join(f'{name}="{escape(text)}"' for name, text in attributes.items())
    return f'<mxCell id="{id_}" value="{escape(value)}" parent="{parent}" {more}>{geometry}</mxCell>'


def model(*cells: str) -> str:
    return f'<mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>{"".join(cells)}</root></mxGraphModel>'


def compressed(xml: str) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(
        packer.compress(urllib.parse.quote(xml, safe="").encode()) + packer.flush()
    ).decode()


EVENTS = model(
    cell("g", "Publicadores", box="10 10 300 200", style="swimlane", vertex="1"),
    cell("a", "<b>Order</b><br>Service", "g", "20 40 100 50", vertex="1"),
    '<object label="OrderCreated" id="e">' + cell("", box="400 50 100 50", vertex="1") + "</object>",
    cell("f", "Facturación", box="600 50 100 50", vertex="1"),
    cell("t", "Dibujado en mayo", box="0 900 50 20", style="text;html=1", vertex="1"),
    cell("x1", style="endArrow=classic", edge="1", source="a", target="e"),
    cell("x1l", "publica", "x1", style="edgeLabel", vertex="1"),
    cell("x2", "consume", style="startArrow=block;endArrow=none", edge="1", source="f", target="e"),
    cell("x3", style="endArrow=none", edge="1", source="a", target="f"),
    cell("x4", style="startArrow=open;endArrow=open", edge="1", source="a", target="f"),
)


@pytest.mark.parametrize("body", [EVENTS, compressed(EVENTS)])
def test_shapes_containers_labels_and_heads(body: str) -> None:
    (page,) = read_drawio(f'<mxfile><diagram name="Eventos">{body}</diagram></mxfile>')
    assert lines(page) == [
        "Order Service → OrderCreated: publica",
        "OrderCreated → Facturación: consume",
        "Order Service — Facturación",
        "Order Service ↔ Facturación",
    ]
    assert groups(page) == {"Order Service": ("Publicadores",)}
    assert (page.title, page.page, page.notes) == ("Eventos", 1, ("Dibujado en mayo",))
    assert page.arrows[0].box == (30.0, 50.0, 500.0, 100.0)


def test_an_arrow_head_is_drawn_where_the_style_says_nothing() -> None:
    (page,) = read_drawio(
        model(
            cell("a", "A", vertex="1"),
            cell("b", "B", vertex="1"),
            cell("e", edge="1", source="a", target="b"),
        )
    )
    assert lines(page) == ["A → B"]


def test_what_lies_on_a_hidden_layer_is_not_read() -> None:
    (page,) = read_drawio(
        model(
            '<mxCell id="L" parent="0" visible="0"/>',
            cell("a", "A", vertex="1"),
            cell("s", "Secreto", "L", vertex="1"),
            cell("e", edge="1", source="a", target="s"),
            cell("f", "oculta", "L", edge="1", source="a", target="a"),
        )
    )
    assert (lines(page), page.labels) == ([], {"a": "A"})


def test_a_loose_end_means_the_smallest_shape_near_it() -> None:
    loose = (
        '<mxCell id="e" edge="1" parent="1" source="a"><mxGeometry relative="1" as="geometry">'
        '<mxPoint x="205" y="20" as="targetPoint"/></mxGeometry></mxCell>'
    )
    far = loose.replace('id="e"', 'id="h"').replace('x="205"', 'x="905"')
    (page,) = read_drawio(
        model(
            cell("a", "A", box="0 0 50 50", vertex="1"),
            cell("big", "Grande", box="190 0 400 400", vertex="1"),
            cell("b", "B", box="210 0 50 50", vertex="1"),
            loose,
            far,
        )
    )
    assert lines(page) == ["A → B"]


def test_containers_in_a_circle_end() -> None:
    (page,) = read_drawio(model(cell("a", "A", "b", vertex="1"), cell("b", "B", "a", vertex="1")))
    assert page.arrows == ()


@pytest.mark.parametrize(
    "text",
    [
        "<svg/>",
        "<mxfile><diagram>!!!</diagram></mxfile>",
        "no",
        "<mxfile><diagram>" + compressed("x") + "</diagram></mxfile>",
    ],
)
def test_damage_is_told(text: str) -> None:
    with pytest.raises(DocumentFailedError):
        read_drawio(text)


def test_a_bomb_stops_and_pages_share_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    page = "<diagram>" + compressed(model(cell("a", "x" * 5_000, vertex="1"))) + "</diagram>"
    assert len(read_drawio(f"<mxfile>{page}{page}</mxfile>")) == 2
    monkeypatch.setattr(drawio, "MAX_INFLATED_BYTES", 8_000)
    with pytest.raises(DocumentFailedError, match="unpacked"):
        read_drawio(f"<mxfile>{page}{page}</mxfile>")
    monkeypatch.setattr(drawio, "MAX_PAGES", 1)
    with pytest.raises(DocumentFailedError, match="1 pages"):
        read_drawio(f"<mxfile>{page}{page}</mxfile>")


@pytest.mark.parametrize("number", ["NaN", "inf", "1e999", "x", ""])
def test_numbers_that_are_none_count_as_nothing(number: str) -> None:
    (page,) = read_drawio(model(cell("a", "A", box=f"{number or 0} 0 10 10", vertex="1")))
    assert page.nodes[0].box == (0.0, 0.0, 10.0, 10.0)


def test_the_bar_on_a_lifeline_means_the_lifeline() -> None:
    (page,) = read_drawio(
        model(
            cell("a", "Ana", style="shape=umlLifeline", vertex="1"),
            cell("b", "Base", style="shape=umlLifeline", vertex="1"),
            cell("a1", "", "a", vertex="1"),
            cell("b1", "", "b", vertex="1"),
            cell("e", "pide", edge="1", source="a1", target="b1"),
        )
    )
    assert lines(page) == ["Ana → Base: pide"]
