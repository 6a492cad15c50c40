"""Files that are broken, hostile or not what they say, made on the spot."""

from __future__ import annotations

import io
import struct
import zipfile

import pypdfium2
from pypdfium2 import raw

_OFFICE_TYPES = (
    b'<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
)


def zip_bomb(part: str = "word/document.xml", megabytes: int = 64) -> bytes:
    """A container that unpacks to many times its size."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", _OFFICE_TYPES)
        with archive.open(part, "w", force_zip64=True) as stream:
            for _ in range(megabytes):
                stream.write(b" " * 1_000_000)
    return buffer.getvalue()


def lying_zip_bomb(part: str = "word/document.xml", megabytes: int = 64) -> bytes:
    """A bomb whose directory claims that its large part has ten bytes."""
    content = bytearray(zip_bomb(part, megabytes))
    size = megabytes * 1_000_000
    for at in _occurrences(bytes(content), struct.pack("<I", size)):
        content[at : at + 4] = struct.pack("<I", 10)
    return bytes(content)


def _occurrences(content: bytes, what: bytes) -> list[int]:
    found, at = [], content.find(what)
    while at >= 0:
        found.append(at)
        at = content.find(what, at + 1)
    return found


def zip_of(parts: dict[str, bytes]) -> bytes:
    """A container with these parts."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return buffer.getvalue()


def blank_pdf() -> bytes:
    """A PDF of one page without text."""
    with pypdfium2.PdfDocument.new() as pdf:
        pdf.new_page(200, 200).close()
        buffer = io.BytesIO()
        pdf.save(buffer)
    return buffer.getvalue()


def pdf_with(lines: list[tuple[str, float]]) -> bytes:
    """A PDF of one page with these lines and letter sizes, from the top."""
    with pypdfium2.PdfDocument.new() as pdf:
        page = pdf.new_page(600, 800)
        top = 760.0
        for text, size in lines:
            item = raw.FPDFPageObj_NewTextObj(pdf.raw, b"Helvetica", size)
            encoded = (text + "\0").encode("utf-16-le")
            raw.FPDFText_SetText(item, (raw.FPDF_WCHAR * (len(encoded) // 2)).from_buffer_copy(encoded))
            raw.FPDFPageObj_Transform(item, 1, 0, 0, 1, 40, top)
            raw.FPDFPage_InsertObject(page.raw, item)
            top -= size * 1.3
        raw.FPDFPage_GenerateContent(page.raw)
        page.close()
        buffer = io.BytesIO()
        pdf.save(buffer)
    return buffer.getvalue()
