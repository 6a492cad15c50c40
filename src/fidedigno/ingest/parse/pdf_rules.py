"""The ruling lines of a PDF page: what is drawn level or upright, as thin rectangles or as strokes."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import pypdfium2
from pypdfium2 import raw

from fidedigno.ingest.parse.pdf_frame import PdfFrame

MAX_OBJECTS = 20_000
"""Objects of a page that are looked at: drawings of maps and plots hold hundreds of thousands."""
MAX_SEGMENTS = 400
"""Of one path; a longer one is a drawing."""
MAX_RULES = 2_000
THIN = 2.5
"""Points: a narrower rectangle is a line."""
MIN_LENGTH = 6.0
_MAX_DEPTH = 3


class Rule(NamedTuple):
    """A line from ``start`` to ``end`` at the height (or, upright, the distance from the left) ``at``: points of the
    page as seen, downwards from its top left corner."""

    upright: bool
    at: float
    start: float
    end: float


def rules_of_page(page: pypdfium2.PdfPage, frame: PdfFrame) -> list[Rule]:
    """The rules of a page, at most :data:`MAX_RULES`; the outlines of rectangles count as their four sides."""
    rules: list[Rule] = []
    identity = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    for item, matrix in islice(_objects(page.raw, identity, 0), MAX_OBJECTS):
        if len(rules) > MAX_RULES:
            break
        for corners in _path(item, matrix):
            rules += _sides(frame, corners)
    return rules[:MAX_RULES]


def _objects(holder: Any, matrix: tuple[float, ...], depth: int) -> Iterator[tuple[Any, tuple[float, ...]]]:
    """The paths of a page, and of the forms that it shows, with the matrix to the page."""
    is_page = depth == 0
    count = raw.FPDFPage_CountObjects(holder) if is_page else raw.FPDFFormObj_CountObjects(holder)
    for index in range(min(count, MAX_OBJECTS)):
        item = raw.FPDFPage_GetObject(holder, index) if is_page else raw.FPDFFormObj_GetObject(holder, index)
        if not item:
            continue
        kind = raw.FPDFPageObj_GetType(item)
        if kind == raw.FPDF_PAGEOBJ_PATH:
            yield item, _times(_matrix(item), matrix)
        elif kind == raw.FPDF_PAGEOBJ_FORM and depth < _MAX_DEPTH:
            yield from _objects(item, _times(_matrix(item), matrix), depth + 1)


def _matrix(item: Any) -> tuple[float, ...]:
    found = raw.FS_MATRIX()
    if not raw.FPDFPageObj_GetMatrix(item, ctypes.byref(found)):
        return (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    return (found.a, found.b, found.c, found.d, found.e, found.f)


def _times(one: tuple[float, ...], two: tuple[float, ...]) -> tuple[float, ...]:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = two
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )


def _path(item: Any, matrix: tuple[float, ...]) -> Iterator[tuple[float, float, float, float]]:
    """The straight segments of a path, on the page."""
    count = raw.FPDFPath_CountSegments(item)
    if not 2 <= count <= MAX_SEGMENTS:
        return
    a, b, c, d, e, f = matrix
    across, down = ctypes.c_float(), ctypes.c_float()
    begin = last = None
    for index in range(count):
        segment = raw.FPDFPath_GetPathSegment(item, index)
        if not raw.FPDFPathSegment_GetPoint(segment, ctypes.byref(across), ctypes.byref(down)):
            continue
        x, y = across.value, down.value
        here = (a * x + c * y + e, b * x + d * y + f)
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_LINETO and last is not None:
            yield (*last, *here)
        if kind == raw.FPDF_SEGMENT_MOVETO or begin is None:
            begin = here
        last = here
        if raw.FPDFPathSegment_GetClose(segment):
            yield (*last, *begin)
            last = begin


def _sides(frame: PdfFrame, corners: tuple[float, float, float, float]) -> Iterator[Rule]:
    x0, y0, x1, y1 = corners
    seen = frame.place(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
    width, height = seen.right - seen.left, seen.top - seen.bottom
    top, bottom = frame.height - seen.top, frame.height - seen.bottom
    if height <= THIN and width >= MIN_LENGTH:
        yield Rule(False, (top + bottom) / 2, seen.left, seen.right)
    elif width <= THIN and height >= MIN_LENGTH:
        yield Rule(True, (seen.left + seen.right) / 2, top, bottom)
