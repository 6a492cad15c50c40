"""PDF: the text of each page in reading order, its headings by size, its paragraphs by distance."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import cache
from importlib.metadata import version
from types import MappingProxyType

import pypdfium2

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.diagrams.diagram import Diagram
from fidedigno.ingest.diagrams.pdf_drawing import read_pdf_page
from fidedigno.ingest.parse.pdf_arrows import placed, relations_of_pages, with_arrows
from fidedigno.ingest.parse.pdf_blocks import MAX_LEVELS, PageBlock, blocks_of_pages
from fidedigno.ingest.parse.pdf_lines import PdfLine, lines_of_page
from fidedigno.ingest.parse.titles import MAX_TITLE_CHARACTERS, title_of
from fidedigno.ingest.parsed import Block, ParsedDocument

MAX_PAGES = 5_000
_PASSWORD_ERROR = 4
"""``FPDF_ERR_PASSWORD`` of PDFium's public header."""


class PdfParser:
    """Reads one PDF that holds text; a scan without a text layer fails, saying so."""

    def parse(self, content: bytes, *, name: str) -> ParsedDocument:
        """Parse one file."""
        if not content.strip():
            raise DocumentFailedError(f"{name}: the file is empty", "Remove it, or add its content.")
        with closing(_open(content, name)) as pdf:
            pages, diagrams = _pages(pdf, name)
            declared = str(pdf.get_metadata_dict().get("Title", ""))
        arrows = relations_of_pages(diagrams)
        text, blocks = _assemble(with_arrows(blocks_of_pages(pages), arrows))
        if not blocks:
            raise DocumentFailedError(
                f"{name}: no text in its {len(pages)} pages: it is probably a scan",
                "Run text recognition (OCR) over it first.",
            )
        metadata = {"title": declared.strip()[:MAX_TITLE_CHARACTERS]} if _is_title(declared) else {}
        title = title_of(metadata, text, _most_prominent_first(blocks), name)
        relations = placed(arrows, text, blocks)
        return ParsedDocument(text, blocks, title, MappingProxyType(metadata), _parser_name(), relations)


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


def _pages(pdf: pypdfium2.PdfDocument, name: str) -> tuple[list[Sequence[PdfLine]], list[Diagram]]:
    """The lines of every page, and the diagrams that are drawn on pages."""
    if len(pdf) > MAX_PAGES:
        raise DocumentFailedError(f"{name}: more than {MAX_PAGES:,} pages", "Split the document.")
    pages: list[Sequence[PdfLine]] = []
    diagrams: list[Diagram] = []
    for index in range(len(pdf)):
        try:
            with closing(pdf[index]) as page, closing(page.get_textpage()) as textpage:
                pages.append(lines_of_page(textpage))
                drawn = read_pdf_page(page, textpage, index + 1)
                diagrams.extend([drawn] if drawn else [])
        except pypdfium2.PdfiumError:
            # One damaged page would leave a half-read document that looks whole.
            raise DocumentFailedError(
                f"{name}: page {index + 1} is damaged", "Open it in its program and save it again."
            ) from None
    return pages, diagrams


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


def _assemble(found: Sequence[PageBlock]) -> tuple[str, tuple[Block, ...]]:
    texts: list[str] = []
    blocks: list[Block] = []
    at = 0
    for each in found:
        blocks.append(Block(each.kind, at, at + len(each.text), level=each.level, page=each.page))
        texts.append(each.text)
        at += len(each.text) + 2
    return "\n\n".join(texts), tuple(blocks)
