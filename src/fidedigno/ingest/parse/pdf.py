"""PDF: the text of each page in reading order, its headings by size, its paragraphs by distance, its tables.

Pages without a usable text layer are read by text recognition, where that is installed.
"""

from __future__ import annotations

from contextlib import closing
from functools import cache
from importlib.metadata import version
from types import MappingProxyType

import pypdfium2

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.diagrams.diagram import Diagram
from fidedigno.ingest.diagrams.pdf_drawing import read_pdf_page
from fidedigno.ingest.parse.ocr import need_recogniser, ocr_version, recogniser
from fidedigno.ingest.parse.pdf_arrows import placed, relations_of_pages, with_arrows
from fidedigno.ingest.parse.pdf_blocks import MAX_LEVELS, assembled, blocks_of_pages
from fidedigno.ingest.parse.pdf_frame import PdfFrame, frame_of
from fidedigno.ingest.parse.pdf_lines import PdfLine, lines_of_page
from fidedigno.ingest.parse.pdf_scan import needs_reading, read_page
from fidedigno.ingest.parse.pdf_tables import continued, with_tables
from fidedigno.ingest.parse.pdf_words import is_nonsense
from fidedigno.ingest.parse.titles import MAX_TITLE_CHARACTERS, title_of
from fidedigno.ingest.parsed import DEFAULT_OPTIONS, Block, ParsedDocument, ParseOptions

MAX_PAGES = 5_000
_PASSWORD_ERROR = 4
"""``FPDF_ERR_PASSWORD`` of PDFium's public header."""


class PdfParser:
    """Reads one PDF. A scan, whole or in part, needs text recognition (the extra ``ocr``).

    Args:
        options: how many pages may be read by text recognition.
    """

    def __init__(self, options: ParseOptions = DEFAULT_OPTIONS) -> None:
        self._options = options

    def parse(self, content: bytes, *, name: str) -> ParsedDocument:
        """Parse one file."""
        if not content.strip():
            raise DocumentFailedError(f"{name}: the file is empty", "Remove it, or add its content.")
        with closing(_open(content, name)) as pdf:
            reader = _Pages(pdf, name, self._options.ocr_pages)
            pages = continued(reader.read())
            declared = str(pdf.get_metadata_dict().get("Title", ""))
        arrows = relations_of_pages(reader.diagrams)
        text, blocks = assembled(with_arrows(blocks_of_pages(pages, reader.frames), arrows))
        if not blocks:
            raise DocumentFailedError(f"{name}: no text in its {len(pages)} pages", _hint(reader.unread))
        metadata = {"title": declared.strip()[:MAX_TITLE_CHARACTERS]} if _is_title(declared) else {}
        title = title_of(metadata, text, _most_prominent_first(blocks), name)
        parser = f"{_parser_name()} + {ocr_version()}" if reader.scans else _parser_name()
        relations = placed(arrows, text, blocks)
        return ParsedDocument(text, blocks, title, MappingProxyType(metadata), parser, relations)


class _Pages:
    """Reads the pages one after the other; only their lines are kept."""

    def __init__(self, pdf: pypdfium2.PdfDocument, name: str, ocr_pages: int) -> None:
        self._pdf = pdf
        self._name = name
        self._ocr_pages = ocr_pages
        self.frames: list[PdfFrame] = []
        self.diagrams: list[Diagram] = []
        self.scans = 0
        self.unread = 0

    def read(self) -> list[list[PdfLine]]:
        """The lines of every page."""
        if len(self._pdf) > MAX_PAGES:
            raise DocumentFailedError(f"{self._name}: more than {MAX_PAGES:,} pages", "Split the document.")
        pages = []
        for index in range(len(self._pdf)):
            try:
                with closing(self._pdf[index]) as page, closing(page.get_textpage()) as textpage:
                    pages.append(self._page(page, textpage, index + 1))
            except pypdfium2.PdfiumError:
                # One damaged page would leave a half-read document that looks whole.
                raise DocumentFailedError(
                    f"{self._name}: page {index + 1} is damaged", "Open it in its program and save it again."
                ) from None
        if self.unread == len(pages) and self._ocr_pages:
            need_recogniser(self._name, f"no text in its {len(pages)} pages: it is a scan")
        return pages

    def _page(self, page: pypdfium2.PdfPage, textpage: pypdfium2.PdfTextPage, number: int) -> list[PdfLine]:
        frame = frame_of(page)
        lines = lines_of_page(textpage, frame)
        if not needs_reading(page, lines, frame):
            self.frames.append(frame)
            drawn = read_pdf_page(page, textpage, number)
            self.diagrams.extend([drawn] if drawn else [])
            return with_tables(page, textpage, lines, frame)
        if not self._ocr_pages or not ocr_version():
            self.unread += 1
            self.frames.append(frame)
            # What is in a font without letters means nothing, and must not be shown as if it were text.
            return [] if is_nonsense([line.text for line in lines]) else lines
        self.scans += 1
        if self.scans > self._ocr_pages:
            raise DocumentFailedError(
                f"{self._name}: more than {self._ocr_pages:,} of its pages would have to be recognised",
                "Split the document, or raise the setting ocr_pages.",
            )
        scan = read_page(page, recogniser(), name=self._name, number=number)
        if not scan.lines:
            self.frames.append(frame)
            return [] if is_nonsense([line.text for line in lines]) else lines
        self.frames.append(scan.frame)
        return scan.lines


def _hint(unread: int) -> str:
    if unread:
        return (
            "It is a scan: install text recognition (pip install 'fidedigno[ocr]') and set ocr_pages above 0."
        )
    return "Remove it, or add its text."


@cache
def _parser_name() -> str:
    return f"pypdfium2 {version('pypdfium2')}"


def _open(content: bytes, name: str) -> pypdfium2.PdfDocument:
    try:
        return pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == _PASSWORD_ERROR or "password" in str(error).casefold():
            raise DocumentFailedError(
                f"{name}: the PDF is encrypted and needs a password", "Save it without a password."
            ) from None
        raise DocumentFailedError(
            f"{name}: the file is damaged: it is not a readable PDF",
            "Open it in its program and save it again.",
        ) from None


def _is_title(declared: str) -> bool:
    """Whether a PDF's own title is a title and not the name of the file it was printed from."""
    words = declared.strip()
    last = words.rpartition(".")[2].casefold()
    return (
        bool(words)
        and last not in {"doc", "docx", "pdf", "tex", "indd", "ppt", "pptx"}
        and words != "untitled"
    )


def _most_prominent_first(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """The blocks of the first page with text, the largest heading first: that is the title of a PDF."""
    first_page = [block for block in blocks if block.page == blocks[0].page]
    return tuple(sorted(first_page, key=lambda block: block.level or MAX_LEVELS + 2))
