"""Reads the pages of a PDF that hold no usable text: as pictures, by text recognition, one at a time."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from typing import NamedTuple

import pypdfium2
from pypdfium2 import raw

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.parse.ocr import OcrPage, TextRecogniser
from fidedigno.ingest.parse.ocr_lines import lines_of_picture
from fidedigno.ingest.parse.ocr_picture import MAX_READ_PIXELS, read_picture
from fidedigno.ingest.parse.pdf_frame import PdfFrame
from fidedigno.ingest.parse.pdf_lines import PdfLine
from fidedigno.ingest.parse.pdf_words import is_nonsense
from fidedigno.ingest.time_limit import allow

DPI = 150
"""At which pages are drawn: print of 7 points has letters of 15 pixels then."""
PAGE_SECONDS = 60.0
"""What one page may take: a page of print takes some 3 seconds."""
MIN_PICTURE_SHARE = 0.35
"""A picture of so much of the page is looked at where the page has nearly no text."""
FEW_CHARACTERS = 40
_POINTS_PER_INCH = 72


class ScannedPage(NamedTuple):
    """The lines of a page that was read from its image, and the frame in which they are placed."""

    lines: list[PdfLine]
    frame: PdfFrame


def needs_reading(page: pypdfium2.PdfPage, lines: Sequence[PdfLine], frame: PdfFrame) -> bool:
    """Whether a page shows more than its text layer says: a scan, outlines of letters, or a font without letters."""
    texts = [line.text for line in lines]
    characters = sum(len(text) for text in texts)
    if is_nonsense(texts):
        return True
    if characters >= FEW_CHARACTERS:
        return False
    return (characters == 0 and _shows_something(page)) or _picture_share(page, frame) >= MIN_PICTURE_SHARE


def _shows_something(page: pypdfium2.PdfPage) -> bool:
    return bool(raw.FPDFPage_CountObjects(page.raw) > 0)


def _picture_share(page: pypdfium2.PdfPage, frame: PdfFrame) -> float:
    """The share of the page that its largest picture covers."""
    largest = 0.0
    for item in page.get_objects(filter=(raw.FPDF_PAGEOBJ_IMAGE,), max_depth=2):
        left, bottom, right, top = item.get_bounds()
        largest = max(largest, (right - left) * (top - bottom))
    return float(largest / max(frame.width * frame.height, 1e-6))


def read_page(page: pypdfium2.PdfPage, recogniser: TextRecogniser, *, name: str, number: int) -> ScannedPage:
    """Draw a page and read it.

    Raises:
        DocumentFailedError: if the page cannot be drawn or is beyond all measure.
    """
    allow(PAGE_SECONDS)
    width, height = page.get_width(), page.get_height()
    pixels = width * height * (DPI / _POINTS_PER_INCH) ** 2
    scale = DPI / _POINTS_PER_INCH * min(1.0, (MAX_READ_PIXELS / max(pixels, 1.0)) ** 0.5)
    try:
        with closing(page.render(scale=scale)) as drawn:
            read = read_picture(drawn.to_pil(), recogniser)
    except (pypdfium2.PdfiumError, MemoryError, ValueError):
        raise DocumentFailedError(
            f"{name}: page {number} cannot be drawn for text recognition",
            "Save it again, or leave the page out.",
        ) from None
    return scanned(read, width if not read.turned % 180 else height)


def scanned(read: OcrPage, width: float) -> ScannedPage:
    """A page that was read, ``width`` points wide as it stands upright."""
    frame = PdfFrame(0.0, 0.0, width, width * read.height / max(read.width, 1))
    return ScannedPage(lines_of_picture(read, frame), frame)
