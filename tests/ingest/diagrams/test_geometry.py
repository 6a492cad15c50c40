"""From shapes and lines to arrows, against random drawings whose arrows are known."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.diagrams import geometry
from fidedigno.ingest.diagrams.geometry import Boxes, Drawing, Line, Words, box_of, connect
from tests.ingest.diagrams.seen import groups, lines


def boxed(name: str, left: float, top: float) -> tuple[tuple[float, float, float, float], Words]:
    return (left, top, left + 100, top + 40), Words(name, (left + 20, top + 12, left + 80, top + 28))


@given(st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=8), st.booleans(), st.integers(0, 9))
def test_every_arrow_of_a_column_of_boxes_is_found(pairs, as_triangles: bool, gap: int) -> None:
    """Sources stand left, targets right; each arrow leaves a small gap at its ends, as many programs do."""
    drawing = Drawing()
    for number in range(4):
        for name, left in ((f"s{number}", 0), (f"t{number}", 400)):
            shape, words = boxed(name, left, number * 100)
            drawing.shapes.append(shape)
            drawing.words.append(words)
    for source, target in sorted(pairs):
        start, end = (100.0 + gap, source * 100 + 20.0), (400.0 - gap, target * 100 + 20.0)
        if as_triangles:
            base = (end[0] - 10, end[1])
            drawing.heads.append((end, (base[0], base[1] - 4), (base[0], base[1] + 4)))
            drawing.lines.append(Line((start, base)))
        else:
            drawing.lines.append(Line((start, end), False, True))
    assert sorted(lines(connect(drawing, "test"))) == sorted(f"s{s} → t{t}" for s, t in pairs)


def test_frames_labels_notes_and_the_paper() -> None:
    drawing = Drawing()
    drawing.shapes.append((-50, -50, 900, 500))
    drawing.shapes.append((-20, -30, 150, 200))
    drawing.words.append(Words("Publicadores", (0, -28, 80, -16)))
    for name, left, top in (("A", 0, 0), ("B", 400, 0), ("C", 0, 100)):
        shape, words = boxed(name, left, top)
        drawing.shapes.append(shape)
        drawing.words.append(words)
    drawing.lines.append(Line(((100, 20), (400, 20)), False, True))
    drawing.words.append(Words("publica", (230, 4, 280, 16)))
    drawing.words.append(Words("Una nota", (600, 400, 680, 412)))
    diagram = connect(drawing, "test", page=3)
    assert lines(diagram) == ["A → B: publica"]
    assert groups(diagram)["A"][-1] == "Publicadores"
    assert "Publicadores" not in groups(diagram).get("B", ())
    assert diagram.page == 3
    assert "Una nota" in (*diagram.notes, *groups(diagram)["B"])


def test_bare_words_are_ends_of_arrows_with_heads_only() -> None:
    drawing = Drawing(words=[Words("uno", (0, 0, 30, 12)), Words("dos", (200, 0, 230, 12))])
    drawing.lines.append(Line(((32, 6), (198, 6)), False, True))
    assert lines(connect(drawing, "test")) == ["uno → dos"]
    drawing.lines[:] = [Line(((32, 6), (198, 6)))]
    assert lines(connect(drawing, "test")) == []


def test_a_line_from_a_shape_to_itself_needs_a_head() -> None:
    shape, words = boxed("A", 0, 0)
    bow = ((100, 10), (150, 20), (100, 30))
    drawing = Drawing([shape], [Line(bow)], [words])
    assert lines(connect(drawing, "test")) == []
    drawing.lines[:] = [Line(bow, False, True)]
    assert lines(connect(drawing, "test")) == ["A → A"]


coordinates = st.floats(-100, 100)


@given(st.lists(st.tuples(coordinates, coordinates, st.floats(1, 50), st.floats(1, 50)), min_size=1, max_size=10),
       st.tuples(coordinates, coordinates), st.floats(0, 20))  # fmt: skip
def test_the_smallest_box_near_a_point_is_that_of_a_plain_search(found, point, distance: float) -> None:
    boxes = [(x, y, x + w, y + h) for x, y, w, h in found]

    def away(box) -> float:
        dx = max(box[0] - point[0], point[0] - box[2], 0)
        dy = max(box[1] - point[1], point[1] - box[3], 0)
        return math.hypot(dx, dy)

    near = [i for i, box in enumerate(boxes) if away(box) <= distance - 1e-9]
    maybe = [i for i, box in enumerate(boxes) if away(box) <= distance + 1e-9]
    answer = Boxes(boxes).smallest_near(point, distance)
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in boxes]
    if answer is None:
        assert not near
    else:
        assert answer in maybe
        assert all(areas[answer] <= areas[i] + 1e-9 for i in near)


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    assert box_of([(1, 5), (3, 2)]) == (1, 2, 3, 5)
    monkeypatch.setattr(geometry, "MAX_LINES", 1)
    with pytest.raises(DocumentFailedError, match="1 lines"):
        connect(Drawing(lines=[Line(((0, 0), (1, 1)))] * 2), "test")
