"""Shapes, lines and words of an SVG."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.diagrams.svg_shapes import (
    IDENTITY,
    applied,
    drawing_of,
    numbers,
    path_points,
    times,
    transform_of,
)
from fidedigno.ingest.diagrams.xml import read_xml


def drawn(body: str):
    return drawing_of(read_xml(f"<svg>{body}</svg>").root)


@pytest.mark.parametrize(
    ("source", "point"),
    [
        ("translate(10, 5)", (11.0, 7.0)),
        ("translate(10)", (11.0, 2.0)),
        ("scale(2)", (2.0, 4.0)),
        ("scale(2 3) translate(1,1)", (4.0, 9.0)),
        ("rotate(90)", (-2.0, 1.0)),
        ("rotate(180 1 1)", (1.0, 0.0)),
        ("matrix(1 0 0 1 3 4)", (4.0, 6.0)),
        ("nonsense(1)", (1.0, 2.0)),
    ],
)
def test_transforms_move_points(source: str, point: tuple[float, float]) -> None:
    assert applied(transform_of(source), (1.0, 2.0)) == pytest.approx(point)


small = st.floats(-10, 10)


@given(st.tuples(*[small] * 6), st.tuples(*[small] * 6), st.tuples(small, small))
def test_a_product_does_one_after_the_other(a, b, point) -> None:
    assert applied(times(a, b), point) == pytest.approx(applied(a, applied(b, point)), abs=1e-6)
    assert applied(IDENTITY, point) == point


@pytest.mark.parametrize(
    ("source", "points", "closed"),
    [
        ("M1 2 L3,4", [(1, 2), (3, 4)], False),
        ("m1 2 3 4 h5 v-1", [(1, 2), (4, 6), (9, 6), (9, 5)], False),
        ("M0 0H10V10H0Z", [(0, 0), (10, 0), (10, 10), (0, 10)], True),
        ("M0 0C1 1 2 2 3 3", [(0, 0), (1, 1), (2, 2), (3, 3)], False),
        ("M0 0A5 5 0 0 1 7 8", [(0, 0), (7, 8)], False),
        ("", [], False),
        ("L", [], False),
    ],
)
def test_paths_give_their_points(source: str, points, closed: bool) -> None:
    assert path_points(source) == ([(float(x), float(y)) for x, y in points], closed)


def test_what_is_not_drawn_is_left_out() -> None:
    hidden = (
        '<defs><rect width="9" height="9"/></defs><g display="none"><text>x</text></g>'
        '<text style="visibility: hidden">y</text><g opacity="0"><text>z</text></g>'
    )
    drawing = drawn(hidden + '<text x="5" y="20">visto</text>')
    assert [each.text for each in drawing.words] == ["visto"]
    assert drawing.shapes == []


def test_markers_lines_shapes_and_heads_are_told_apart() -> None:
    drawing = drawn(
        '<rect x="0" y="0" width="100" height="40" fill="none"/><line x1="0" y1="0" x2="9" y2="9"/>'
        '<path d="M0 0L50 50" fill="none" marker-end="url(#a)"/>'
        '<polyline points="0,0 10,10 20,0" style="marker-start: url(#a)"/>'
        '<polygon points="0,0 8,4 0,8"/><polygon points="0,0 80,40 0,80"/><circle cx="50" cy="50" r="40"/>'
    )
    assert drawing.shapes == [(0, 0, 100, 40), (0, 0, 80, 80), (10, 10, 90, 90)]
    heads = [(line.starts_with_head, line.ends_with_head) for line in drawing.lines]
    assert heads == [(False, False), (False, True), (True, False)]
    assert len(drawing.heads) == 1


def test_text_stands_line_by_line_where_it_is_anchored() -> None:
    drawing = drawn(
        '<g transform="translate(100 0)"><text x="0" y="10" font-size="10" text-anchor="middle">'
        '<tspan x="0" dy="0">uno</tspan><tspan x="0" dy="1em">dos</tspan></text></g>'
    )
    first, second = drawing.words
    assert (first.text, second.text) == ("uno", "dos")
    assert (first.box[0] + first.box[2]) / 2 == pytest.approx(100)
    assert second.box[1] - first.box[1] == pytest.approx(10)


def test_numbers_are_finite() -> None:
    assert numbers("1e999 NaN -2.5e1,.5") == [0.0, -25.0, 0.5]
