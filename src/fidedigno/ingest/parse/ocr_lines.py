"""Pages read from an image as the lines and tables that pages with a text layer give too."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from fidedigno.ingest.parse.aligned_table import FoundTable, aligned_tables
from fidedigno.ingest.parse.layout import Fragment, columns_of, merged, rows_of
from fidedigno.ingest.parse.ocr import OcrPage
from fidedigno.ingest.parse.pdf_frame import PdfFrame
from fidedigno.ingest.parse.pdf_lines import PdfLine

LETTER_SHARE = 0.8
"""A recognised line's box is somewhat higher than its letters."""
SAME_SIZE = 0.25
"""Boxes of letters of one size differ by so much, with their ascenders and descenders."""


def frame_of_picture(page: OcrPage, width: float | None = None) -> PdfFrame:
    """The frame of a page read from an image; its width in points, or a pixel a point."""
    scale = (width or page.width) / max(page.width, 1)
    return PdfFrame(0.0, 0.0, page.width * scale, page.height * scale)


def lines_of_picture(page: OcrPage, frame: PdfFrame) -> list[PdfLine]:
    """The lines in reading order, columns one after the other, tables in their place."""
    scale = frame.width / max(page.width, 1)
    fragments = [
        Fragment(
            " ".join(line.text.split()),
            line.left * scale,
            line.top * scale,
            line.right * scale,
            line.bottom * scale,
            line.confidence,
        )
        for line in page.lines
    ]
    usual = median(each.height for each in fragments) if fragments else 0.0
    lines: list[PdfLine] = []
    for column in columns_of(fragments):
        lines += _column(column, frame, usual)
    return lines


def _column(column: Sequence[Fragment], frame: PdfFrame, usual: float) -> list[PdfLine]:
    tables = list(aligned_tables(column))
    rest = [each for each in column if not any(is_inside(each, table) for table in tables)]
    placed = [(table.top, table_line(table, frame)) for table in tables]
    for row in rows_of(rest):
        whole = merged(row)
        placed.append((whole.top, _line(whole, median(each.height for each in row), frame, usual)))
    return [line for _, line in sorted(placed, key=lambda each: each[0])]


def _line(row: Fragment, height: float, frame: PdfFrame, usual: float) -> PdfLine:
    near = usual if abs(height - usual) <= SAME_SIZE * usual else height
    return PdfLine(
        row.text,
        near * LETTER_SHARE,
        frame.height - row.top,
        frame.height - row.bottom,
        row.left,
        bold=False,
        hyphenated=False,
        right=row.right,
        confidence=row.confidence,
    )


def is_inside(word: Fragment, table: FoundTable) -> bool:
    """Whether the middle of a word is inside a table."""
    across, down = (word.left + word.right) / 2, (word.top + word.bottom) / 2
    return table.left <= across <= table.right and table.top <= down <= table.bottom


def table_line(table: FoundTable, frame: PdfFrame) -> PdfLine:
    """A whole table in the place of its lines."""
    return PdfLine(
        table.table.text,
        1.0,
        frame.height - table.top,
        frame.height - table.bottom,
        table.left,
        bold=False,
        hyphenated=False,
        right=table.right,
        confidence=table.confidence,
        header=table.table.header,
    )
