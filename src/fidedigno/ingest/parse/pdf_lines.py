"""The lines of a PDF page with the size of their letters, through PDFium's text interface."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from typing import NamedTuple

import pypdfium2
from pypdfium2 import raw

from fidedigno.ingest.parse.pdf_frame import PdfFrame, Rect

MIN_HEIGHT = 2.0
"""Letters of a smaller box, in points, are not meant to be read by people."""

_SOFT_HYPHENS = frozenset({0x02, 0xAD, 0xFFFE})
_LEADERS = re.compile(r"(?: ?\.){5,} ?")
_BOLD_WEIGHT = 600
_BOLD_NAME = re.compile(rb"bold|black|heavy", re.IGNORECASE)
_NAME_BYTES = 128
_SAMPLES = 8


class PdfLine(NamedTuple):
    """One line: its words, the height of its letters, its place on the page as seen (points from the bottom
    left corner), and whether it is bold.

    ``hyphenated`` tells that its last word goes on in the next line (the hyphen is not in ``text``).
    """

    text: str
    height: float
    top: float
    bottom: float
    left: float
    bold: bool
    hyphenated: bool
    right: float = 0.0
    confidence: float | None = None
    """How sure the recogniser was of a line that was read from an image."""
    header: str | None = None
    """Set where this is a whole table: its header row, empty where it has none."""


def lines_of_page(page: pypdfium2.PdfTextPage, frame: PdfFrame) -> list[PdfLine]:
    """The lines of a page in PDFium's reading order, without invisible ones."""
    return [line for start, stop in _spans(page) if (line := _line(page, start, stop, frame)) is not None]


def _spans(page: pypdfium2.PdfTextPage) -> Iterator[tuple[int, int]]:
    start = 0
    count = page.count_chars()
    for index in range(count):
        code = raw.FPDFText_GetUnicode(page, index)
        if code in {0x0A, 0x0D}:
            if index > start:
                yield start, index
            start = index + 1
        elif code in _SOFT_HYPHENS:
            yield start, index + 1
            start = index + 1
    if count > start:
        yield start, count


def _line(page: pypdfium2.PdfTextPage, start: int, stop: int, frame: PdfFrame) -> PdfLine | None:
    codes = [raw.FPDFText_GetUnicode(page, index) for index in range(start, stop)]
    hyphenated = codes[-1] in _SOFT_HYPHENS
    text = "".join(_character(code) for code in codes)
    if not text.strip():
        return None
    visible = [start + i for i, code in enumerate(codes) if code > 32 and code not in _SOFT_HYPHENS]
    if not visible:
        return None
    step = max(1, len(visible) // _SAMPLES)
    sample = visible[::step]
    boxes = [box for index in (*sample, visible[-1]) if (box := _box(page, index, frame)) is not None]
    if not boxes:
        return None
    height = sorted(box.top - box.bottom for box in boxes)[len(boxes) // 2]
    if abs(height) < MIN_HEIGHT:
        return None
    bold = all(_is_bold(page, index) for index in sample)
    top, bottom = max(box.top for box in boxes), min(box.bottom for box in boxes)
    words = _LEADERS.sub(" … ", " ".join(text.split())).strip()
    left, right = min(box.left for box in boxes), max(box.right for box in boxes)
    return PdfLine(words, abs(height), top, bottom, left, bold, hyphenated, right)


def _character(code: int) -> str:
    if code in _SOFT_HYPHENS or 0xD800 <= code <= 0xDFFF or code == 0:
        return ""
    character = chr(code) if code <= 0x10FFFF else ""
    return character if character.isprintable() else " "


def _is_bold(page: pypdfium2.PdfTextPage, index: int) -> bool:
    if raw.FPDFText_GetFontWeight(page, index) >= _BOLD_WEIGHT:
        return True
    # Many fonts give no weight and say it in their name only.
    name = ctypes.create_string_buffer(_NAME_BYTES)
    flags = ctypes.c_int()
    raw.FPDFText_GetFontInfo(page, index, name, _NAME_BYTES, ctypes.byref(flags))
    return _BOLD_NAME.search(name.value) is not None


def _box(page: pypdfium2.PdfTextPage, index: int, frame: PdfFrame) -> Rect | None:
    found = raw.FS_RECTF()
    if not raw.FPDFText_GetLooseCharBox(page, index, ctypes.byref(found)):
        return None
    return frame.place(found.left, found.bottom, found.right, found.top)
