"""Vector drawings on a page of a PDF: boxes with words and lines with arrow heads, through PDFium's page objects.

Only arrows between boxes that hold words are taken, and only lines with a head: rules of tables and axes of charts
are lines too. A page with more paths than a limit is a map or a plot and is not looked at.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from itertools import islice

import pypdfium2
from pypdfium2 import raw

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.diagrams.diagram import Diagram
from fidedigno.ingest.diagrams.geometry import (
    LARGEST_HEAD,
    Drawing,
    Line,
    Point,
    Words,
    box_of,
    connect,
    is_head,
)
from fidedigno.ingest.diagrams.svg_shapes import IDENTITY, Matrix, applied, times
from fidedigno.model.relation import Direction

MAX_OBJECTS = 20_000
MAX_PATHS = 800
MAX_SEGMENTS = 2_000
MAX_CHARACTERS = 20_000
MAX_FORM_DEPTH = 5
MIN_DASHES = 4
"""Some programs draw a dashed line as so many small shapes in one path."""

LONGEST_NAME = 100
"""More characters in a box are a paragraph and name nothing."""
SMALLEST_BOX = (12.0, 6.0)
WORD_GAP = 1.0
"""Characters further apart than so many heights of theirs belong to different pieces of text."""


def read_pdf_page(page: pypdfium2.PdfPage, textpage: pypdfium2.PdfTextPage, number: int) -> Diagram | None:
    """The diagram that is drawn on a page; ``None`` if there is none. Boxes are in points from the top left."""
    height = float(page.get_height())
    drawing = Drawing()
    if not _paths(page, height, drawing) or len(drawing.shapes) < 2 or not (drawing.lines and drawing.heads):
        return None
    drawing.words.extend(_words(textpage, height))
    try:
        diagram = connect(drawing, "pdf", number)
    except DocumentFailedError:
        return None
    named = {
        node.id
        for node in diagram.nodes
        if node.id.startswith("shape ") and 0 < len(node.label) <= LONGEST_NAME
    }
    arrows = tuple(
        arrow
        for arrow in diagram.arrows
        if arrow.direction is not Direction.NONE
        and arrow.source != arrow.target
        and {arrow.source, arrow.target} <= named
    )
    return Diagram("pdf", "", diagram.nodes, arrows, (), number) if arrows else None


def _paths(page: pypdfium2.PdfPage, height: float, drawing: Drawing) -> bool:
    """Read the paths of a page; ``False`` if there are too many."""
    if raw.FPDFPage_CountObjects(page) > MAX_OBJECTS:
        return False
    kinds = [raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_FORM]
    found = page.get_objects(filter=kinds, max_depth=MAX_FORM_DEPTH)
    objects = list(islice(found, MAX_PATHS + 1))
    if len(objects) > MAX_PATHS:
        return False
    matrices: list[Matrix] = [(1.0, 0.0, 0.0, -1.0, 0.0, height)]
    for each in objects:
        matrix = times(matrices[min(each.level, len(matrices) - 1)], _matrix(each))
        if each.type == raw.FPDF_PAGEOBJ_FORM:
            matrices[each.level + 1 :] = [matrix]
        else:
            _path(each, matrix, drawing)
    return True


def _matrix(each: pypdfium2.PdfObject) -> Matrix:
    found = each.get_matrix()
    values = (found.a, found.b, found.c, found.d, found.e, found.f)
    return values if all(abs(value) < 1e7 for value in values) else IDENTITY


def _path(each: pypdfium2.PdfObject, matrix: Matrix, drawing: Drawing) -> None:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(each, ctypes.byref(fill), ctypes.byref(stroke))
    is_filled = fill.value != raw.FPDF_FILLMODE_NONE
    if not is_filled and not stroke.value:
        return
    parts = [([applied(matrix, p) for p in points], closed) for points, closed in _subpaths(each)]
    small = [points for points, closed in parts if (closed or is_filled) and _extent(points) <= LARGEST_HEAD]
    if len(small) >= MIN_DASHES and len(small) == len(parts):
        if _extent([point for points in small for point in points]) <= LARGEST_HEAD:
            return  # The outline of a head.
        drawing.lines.append(Line(tuple(_middle(points) for points in small)))
        return
    for points, closed in parts:
        _part(points, closed or (is_filled and not stroke.value), is_filled, drawing)


def _part(points: list[Point], closed: bool, is_filled: bool, drawing: Drawing) -> None:
    if len(points) < 2:
        return
    left, top, right, bottom = box_of(points)
    if not closed:
        drawing.lines.append(Line(tuple(points)))
    elif is_filled and is_head(points):
        drawing.heads.append(tuple(points))
    elif right - left >= SMALLEST_BOX[0] and bottom - top >= SMALLEST_BOX[1]:
        # Smaller or thinner ones are rules of tables and marks of lists.
        drawing.shapes.append((left, top, right, bottom))


def _extent(points: list[Point]) -> float:
    left, top, right, bottom = box_of(points)
    return max(right - left, bottom - top)


def _middle(points: list[Point]) -> Point:
    left, top, right, bottom = box_of(points)
    return ((left + right) / 2, (top + bottom) / 2)


def _subpaths(each: pypdfium2.PdfObject) -> Iterator[tuple[list[Point], bool]]:
    """The parts of a path, each with whether it is closed."""
    points: list[Point] = []
    closed = False
    x, y = ctypes.c_float(), ctypes.c_float()
    for index in range(min(raw.FPDFPath_CountSegments(each), MAX_SEGMENTS)):
        segment = raw.FPDFPath_GetPathSegment(each, index)
        if raw.FPDFPathSegment_GetType(segment) == raw.FPDF_SEGMENT_MOVETO and points:
            yield points, closed or _returns(points)
            points, closed = [], False
        raw.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
        if abs(x.value) < 1e7 and abs(y.value) < 1e7:
            points.append((x.value, y.value))
        closed = closed or bool(raw.FPDFPathSegment_GetClose(segment))
    if points:
        yield points, closed or _returns(points)


def _returns(points: list[Point]) -> bool:
    (ax, ay), (bx, by) = points[0], points[-1]
    return len(points) > 3 and abs(ax - bx) < 0.01 and abs(ay - by) < 0.01


def _words(textpage: pypdfium2.PdfTextPage, height: float) -> Iterator[Words]:
    """Runs of characters on one line that stand close together."""
    run: list[str] = []
    boxes: list[raw.FS_RECTF] = []
    for index in range(min(textpage.count_chars(), MAX_CHARACTERS)):
        code = raw.FPDFText_GetUnicode(textpage, index)
        box = raw.FS_RECTF()
        if code <= 32 or not raw.FPDFText_GetLooseCharBox(textpage, index, ctypes.byref(box)):
            if run and run[-1] != " ":
                run.append(" ")
            continue
        if boxes and _parted(boxes[-1], box):
            yield _run(run, boxes, height)
            run, boxes = [], []
        run.append(chr(code) if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else "")
        boxes.append(box)
    if boxes:
        yield _run(run, boxes, height)


def _parted(last: raw.FS_RECTF, box: raw.FS_RECTF) -> bool:
    size = max(last.top - last.bottom, 1.0)
    return abs(box.bottom - last.bottom) > size / 2 or not -size <= box.left - last.right <= WORD_GAP * size


def _run(run: list[str], boxes: list[raw.FS_RECTF], height: float) -> Words:
    left, right = min(b.left for b in boxes), max(b.right for b in boxes)
    top, bottom = max(b.top for b in boxes), min(b.bottom for b in boxes)
    return Words("".join(run).strip(), (left, height - top, right, height - bottom))
