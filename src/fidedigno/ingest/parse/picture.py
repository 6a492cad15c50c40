"""Pictures as documents: screenshots, photographs and scans, read by text recognition."""

from __future__ import annotations

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.parse.ocr import need_recogniser, ocr_version
from fidedigno.ingest.parse.ocr_picture import frames, read_picture
from fidedigno.ingest.parse.pdf_blocks import assembled, blocks_of_pages
from fidedigno.ingest.parse.pdf_frame import PdfFrame
from fidedigno.ingest.parse.pdf_lines import PdfLine
from fidedigno.ingest.parse.pdf_scan import PAGE_SECONDS, scanned
from fidedigno.ingest.parse.titles import title_of
from fidedigno.ingest.parsed import DEFAULT_OPTIONS, ParsedDocument, ParseOptions
from fidedigno.ingest.time_limit import allow

_NO_TEXT_HINT = "If it matters, describe it in a text file beside it."


class PictureParser:
    """Reads one picture, or the pages of one TIFF. Each page keeps its number, each block its place.

    Args:
        options: how many pages may be read.
    """

    def __init__(self, options: ParseOptions = DEFAULT_OPTIONS) -> None:
        self._options = options

    def parse(self, content: bytes, *, name: str) -> ParsedDocument:
        """Parse one file."""
        if not content:
            raise DocumentFailedError(f"{name}: the file is empty", "Remove it, or add its content.")
        if not self._options.ocr_pages:
            raise DocumentFailedError(
                f"{name}: it is a picture, and pictures are not to be read",
                "Set ocr_pages above 0, or leave the file out.",
            )
        recogniser = need_recogniser(name, "it is a picture")
        pages: list[list[PdfLine]] = []
        seen: list[PdfFrame] = []
        for picture in frames(content, name=name, limit=self._options.ocr_pages):
            allow(PAGE_SECONDS)
            try:
                read = read_picture(picture, recogniser)
            except ValueError:
                raise DocumentFailedError(
                    f"{name}: the picture is too long to be read", "Cut it into several files."
                ) from None
            page = scanned(read, read.width)
            pages.append(page.lines)
            seen.append(page.frame)
        text, blocks = assembled(blocks_of_pages(pages, seen))
        if not blocks:
            raise DocumentFailedError(f"{name}: no text was found in the picture", _NO_TEXT_HINT)
        return ParsedDocument(text, blocks, title_of({}, text, blocks, name), parser=ocr_version())
