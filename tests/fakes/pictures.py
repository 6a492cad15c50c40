"""Pictures of text, drawn on the spot: PDFium draws them, whose standard fonts have the letters of Spanish."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pypdfium2
from PIL import Image
from pypdfium2 import raw

Placed = tuple[str, float, float, float]
"""A text, its left edge, its baseline from the top, and the size of its letters, in points."""


def pdf_of(pages: Sequence[Sequence[Placed]], *, width: float = 500, height: float = 400) -> bytes:
    """A PDF with texts at their places."""
    with pypdfium2.PdfDocument.new() as pdf:
        for texts in pages:
            page = pdf.new_page(width, height)
            for text, left, top, size in texts:
                item = raw.FPDFPageObj_NewTextObj(pdf.raw, b"Helvetica", size)
                encoded = (text + "\0").encode("utf-16-le")
                letters = (raw.FPDF_WCHAR * (len(encoded) // 2)).from_buffer_copy(encoded)
                raw.FPDFText_SetText(item, letters)
                raw.FPDFPageObj_Transform(item, 1, 0, 0, 1, left, height - top)
                raw.FPDFPage_InsertObject(page.raw, item)
            raw.FPDFPage_GenerateContent(page.raw)
            page.close()
        buffer = io.BytesIO()
        pdf.save(buffer)
    return buffer.getvalue()


def picture_of(
    texts: Sequence[Placed], *, width: float = 500, height: float = 400, scale: float = 2
) -> Image.Image:
    """A picture with texts at their places."""
    with pypdfium2.PdfDocument(pdf_of([texts], width=width, height=height)) as pdf:
        drawn_page: Image.Image = pdf[0].render(scale=scale).to_pil().convert("RGB")
    return drawn_page


def drawn(lines: Sequence[str], *, size: float = 14, left: float = 30) -> Image.Image:
    """Black lines on white, one below the other."""
    placed = [(line, left, 40 + n * size * 1.7, size) for n, line in enumerate(lines)]
    return picture_of(placed, height=80 + size * 1.7 * len(lines))


def table_picture(rows: Sequence[Sequence[str]], *, columns: Sequence[float] = (30, 300, 400)) -> Image.Image:
    """Rows whose cells begin at the same places."""
    placed = [
        (cell, at, 40 + 23 * n, 13.0)
        for n, row in enumerate(rows)
        for at, cell in zip(columns, row, strict=False)
    ]
    return picture_of(placed, height=80 + 23 * len(rows))


def as_file(pictures: Image.Image | Sequence[Image.Image], kind: str = "PNG") -> bytes:
    """A picture, or several pages of one, as a file of a kind that Pillow writes (``PDF`` and ``TIFF`` have pages)."""
    pages = [pictures] if isinstance(pictures, Image.Image) else list(pictures)
    buffer = io.BytesIO()
    if len(pages) > 1:
        pages[0].save(buffer, kind, save_all=True, append_images=pages[1:])
    else:
        pages[0].save(buffer, kind)
    return buffer.getvalue()
