"""Rotated and cropped pages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.parse.pdf_frame import PdfFrame, Rect
from fidedigno.model import Box


@pytest.mark.parametrize(
    ("rotation", "expected"),
    [
        (0, Box(0.1, 0.7, 0.2, 0.9)),
        (90, Box(0.1, 0.1, 0.3, 0.2)),
        (180, Box(0.8, 0.1, 0.9, 0.3)),
        (270, Box(0.7, 0.8, 0.9, 0.9)),
    ],
)
def test_a_rectangle_is_where_a_reader_sees_it(rotation: int, expected: Box) -> None:
    frame = PdfFrame(10, 20, 110, 220, rotation)
    placed = frame.place(20, 40, 30, 80)
    assert frame.box(*placed) == pytest.approx(expected)


def test_a_quarter_turn_swaps_width_and_height() -> None:
    assert (PdfFrame(0, 0, 100, 200, 90).width, PdfFrame(0, 0, 100, 200, 90).height) == (200, 100)


@given(
    st.sampled_from([0, 90, 180, 270]), st.tuples(*[st.floats(-1e4, 1e4, allow_nan=False)] * 4),
)  # fmt: skip
def test_a_box_never_leaves_the_page_and_a_rectangle_keeps_its_area(
    rotation: int, corners: tuple[float, float, float, float]
) -> None:
    left, right = sorted((corners[0], corners[2]))
    bottom, top = sorted((corners[1], corners[3]))
    frame = PdfFrame(0, 0, 600, 800, rotation)
    placed = frame.place(left, bottom, right, top)
    assert isinstance(placed, Rect)
    area = (placed.right - placed.left) * (placed.top - placed.bottom)
    assert area == pytest.approx((right - left) * (top - bottom), abs=1e-3, rel=1e-6)
    assert all(0 <= each <= 1 for each in frame.box(*placed))
