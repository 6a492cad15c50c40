"""DOCX, PPTX and XLSX: kreuzberg turns them into Markdown, whose blocks are then read as such.

Slides are pages. Pictures of documents and slides are read by text recognition where that is installed.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from types import MappingProxyType

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.parse.archive import check_archive, without_pictures
from fidedigno.ingest.parse.decode import decode_text
from fidedigno.ingest.parse.markdown import markdown_blocks
from fidedigno.ingest.parse.ocr import ocr_version
from fidedigno.ingest.parse.office_marks import PICTURE, Marks
from fidedigno.ingest.parse.office_pictures import OfficePictures
from fidedigno.ingest.parse.titles import title_of
from fidedigno.ingest.parse.unescape import without_escapes
from fidedigno.ingest.parsed import DEFAULT_OPTIONS, ParsedDocument, ParseOptions

_OFFICE = "application/vnd.openxmlformats-officedocument."
_MEDIA_TYPES = {
    "docx": _OFFICE + "wordprocessingml.document",
    "pptx": _OFFICE + "presentationml.presentation",
    "xlsx": _OFFICE + "spreadsheetml.sheet",
}
_MAIN_PARTS = {"docx": "word/", "pptx": "ppt/", "xlsx": "xl/"}
_EMPTY_ROW = re.compile(r"^\|(?:[ \t]*\|)+[ \t]*$\n", re.MULTILINE)
_BLANKS = re.compile(r"\n{3,}")


class OfficeParser:
    """Reads one kind of Office Open XML document.

    Args:
        kind: ``docx``, ``pptx`` or ``xlsx``.
        options: how many of its pictures may be read by text recognition.
    """

    def __init__(self, kind: str, options: ParseOptions = DEFAULT_OPTIONS) -> None:
        self._kind = kind
        self._options = options

    def parse(self, content: bytes, *, name: str) -> ParsedDocument:
        """Parse one file. The text is the Markdown that kreuzberg makes of it, without its pictures."""
        if not content:
            raise DocumentFailedError(f"{name}: the file is empty", "Remove it, or add its content.")
        check_archive(content, name=name)
        self._check_kind(content, name)
        marks = Marks()
        markdown, properties = _extract(content, self._kind, name, marks)
        pictures = OfficePictures(content, name=name, limit=self._options.ocr_pages)
        markdown = self._marked(markdown, marks, pictures)
        text = _BLANKS.sub("\n\n", _EMPTY_ROW.sub("", markdown))
        text = decode_text(text.encode("utf-8", errors="replace"), name=name)
        text, blocks = without_escapes(text, tuple(markdown_blocks(text)))
        text, blocks = marks.resolve(text, blocks, pictures.read)
        if not text.strip():
            raise DocumentFailedError(f"{name}: no text was found in it", _no_text_hint())
        title = title_of(properties, text, blocks, name)
        return ParsedDocument(text, blocks, title, MappingProxyType(dict(properties)), _parser_name())

    def _marked(self, markdown: str, marks: Marks, pictures: OfficePictures) -> str:
        if self._kind == "docx":
            return PICTURE.sub(lambda found: marks.picture(f"word/{found.group(1)}"), markdown)
        without = PICTURE.sub("", markdown)
        return marks.with_pictures_of_slides(without, pictures.of_slide) if self._kind == "pptx" else without

    def _check_kind(self, content: bytes, name: str) -> None:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if not any(part.startswith(_MAIN_PARTS[self._kind]) for part in archive.namelist()):
                raise DocumentFailedError(
                    f"{name}: the container holds no {self._kind.upper()} document",
                    "Give the file the extension of its real kind.",
                )


@cache
def _parser_name() -> str:
    return f"kreuzberg {version('kreuzberg')} + markdown-it-py {version('markdown-it-py')}"


def _no_text_hint() -> str:
    if ocr_version():
        return "Remove it, or add its text."
    return "If it holds only pictures, install text recognition: pip install 'fidedigno[ocr]'"


def _extract(content: bytes, kind: str, name: str, marks: Marks) -> tuple[str, Mapping[str, object]]:
    # Imported here: the library takes long to load and most corpora are plain text.
    from kreuzberg import ExtractionConfig, KreuzbergError, PageConfig, extract_bytes_sync

    media_type = _MEDIA_TYPES[kind]
    pages = PageConfig(insert_page_markers=True, marker_format=marks.slide_format) if kind == "pptx" else None
    config = ExtractionConfig(output_format="markdown", use_cache=False, pages=pages)
    try:
        try:
            result = extract_bytes_sync(content, media_type, config)
        except KreuzbergError:
            # It gives up a whole presentation for one picture that is linked or broken.
            result = extract_bytes_sync(without_pictures(content), media_type, config)
    except (KreuzbergError, RuntimeError, ValueError, OSError):
        raise DocumentFailedError(
            f"{name}: the file is damaged: its text cannot be read",
            "Open it in its program and save it again.",
        ) from None
    metadata: Mapping[str, object] = result.metadata
    wanted = {"title": "title", "created": "created_at", "updated": "modified_at"}
    found = {ours: metadata.get(theirs) for ours, theirs in wanted.items()}
    return str(result.content), {
        key: value for key, value in found.items() if isinstance(value, str) and value
    }
