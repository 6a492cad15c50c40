"""Which parser reads a file: by its extension, corrected by the first bytes where they disagree."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePosixPath

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.parse.asciidoc import AsciiDocParser
from fidedigno.ingest.parse.csv_table import CsvParser
from fidedigno.ingest.parse.diagram import DiagramParser
from fidedigno.ingest.parse.eml import EmlParser
from fidedigno.ingest.parse.html import HtmlParser
from fidedigno.ingest.parse.log import LogParser
from fidedigno.ingest.parse.markdown import MarkdownParser
from fidedigno.ingest.parse.ocr import ocr_version
from fidedigno.ingest.parse.office import OfficeParser
from fidedigno.ingest.parse.pdf import PdfParser
from fidedigno.ingest.parse.picture import PictureParser
from fidedigno.ingest.parse.text import CodeParser, TextParser
from fidedigno.ingest.parsed import DEFAULT_OPTIONS, ParseOptions, Parser

_OFFICE = "application/vnd.openxmlformats-officedocument."
_DRAWN_PNG = (".drawio.png", ".dio.png", ".excalidraw.png")
"""Pictures that carry their drawing; other pictures hold no structure."""

_FORMATS: dict[str, tuple[str, Callable[[ParseOptions], Parser], tuple[str, ...]]] = {
    "markdown": ("text/markdown", lambda _: MarkdownParser(), (".md", ".markdown", ".mdx")),
    "html": ("text/html", lambda _: HtmlParser(), (".html", ".htm", ".xhtml")),
    "pdf": ("application/pdf", PdfParser, (".pdf",)),
    "docx": (
        _OFFICE + "wordprocessingml.document",
        lambda options: OfficeParser("docx", options),
        (".docx", ".docm"),
    ),
    "pptx": (
        _OFFICE + "presentationml.presentation",
        lambda options: OfficeParser("pptx", options),
        (".pptx", ".pptm"),
    ),
    "xlsx": (
        _OFFICE + "spreadsheetml.sheet",
        lambda options: OfficeParser("xlsx", options),
        (".xlsx", ".xlsm"),
    ),
    "png": ("image/png", PictureParser, (".png",)),
    "jpeg": ("image/jpeg", PictureParser, (".jpg", ".jpeg")),
    "webp": ("image/webp", PictureParser, (".webp",)),
    "tiff": ("image/tiff", PictureParser, (".tif", ".tiff")),
    "bmp": ("image/bmp", PictureParser, (".bmp",)),
    "gif": ("image/gif", PictureParser, (".gif",)),
    "eml": ("message/rfc822", lambda _: EmlParser(), (".eml",)),
    "csv": ("text/csv", lambda _: CsvParser(), (".csv", ".tsv")),
    "asciidoc": ("text/asciidoc", lambda _: AsciiDocParser(), (".asc", ".adoc", ".asciidoc")),
    "mermaid": ("text/vnd.mermaid", lambda _: DiagramParser("mermaid"), (".mmd", ".mermaid")),
    "plantuml": (
        "text/x-plantuml",
        lambda _: DiagramParser("plantuml"),
        (".puml", ".plantuml", ".pu", ".iuml", ".wsd"),
    ),
    "graphviz": ("text/vnd.graphviz", lambda _: DiagramParser("graphviz"), (".dot", ".gv")),
    "drawio": ("application/vnd.jgraph.mxfile", lambda _: DiagramParser("drawio"), (".drawio", ".dio")),
    "excalidraw": (
        "application/vnd.excalidraw+json",
        lambda _: DiagramParser("excalidraw"),
        (".excalidraw",),
    ),
    "svg": ("image/svg+xml", lambda _: DiagramParser("svg"), (".svg",)),
    "drawn png": ("image/png", lambda _: DiagramParser("png"), _DRAWN_PNG),
    "log": ("text/x-log", lambda _: LogParser(), (".log",)),
    "text": ("text/plain", lambda _: TextParser(), (".txt", ".text", ".rst", ".org")),
    "code": (
        "text/x-source",
        lambda _: CodeParser(),
        (
            *(".yaml", ".yml", ".json", ".toml", ".ini", ".cfg", ".conf", ".env", ".properties", ".xml"),
            *(".proto", ".graphql", ".sql", ".tf", ".sh", ".ps1"),
            *(".py", ".js", ".ts", ".go", ".java", ".kt", ".rb", ".rs", ".c", ".h", ".cpp", ".cs", ".php"),
        ),
    ),
}
_BY_SUFFIX = {suffix: name for name, (_, _, suffixes) in _FORMATS.items() for suffix in suffixes}

SUPPORTED_SUFFIXES = frozenset(_BY_SUFFIX)
"""The extensions, in lower case and with their dot, of the files that can be read."""

_BINARY_MAGIC = (
    (b"%PDF-", "a PDF"),
    (b"PK\x03\x04", "a ZIP container"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document"),
    (b"\x89PNG\r\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"\x7fELF", "a program"),
    (b"\x1f\x8b", "a GZIP archive"),
    (b"SQLite format 3\x00", "a database"),
)
_DRAWIO = re.compile(rb"<(?:mxfile|mxGraphModel)\b")
_CONTAINERS = frozenset({"docx", "pptx", "xlsx"})
_PICTURES = frozenset({"png", "jpeg", "webp", "tiff", "bmp", "gif"})
_PICTURE_MAGIC = frozenset({"a PNG picture", "a JPEG picture"})


def _suffix(name: str) -> str:
    path = PurePosixPath(name)
    if name.lower().endswith(_DRAWN_PNG) and len(path.suffixes) > 1:
        return "".join(path.suffixes[-2:]).lower()
    # ``.env`` is a file without a stem: its whole name is its kind.
    return (path.suffix or (path.name if path.name.startswith(".") else "")).lower()


def is_supported(name: str) -> bool:
    """Whether a file of this name can be read here: a picture only where text recognition is installed."""
    found = _BY_SUFFIX.get(_suffix(name))
    return found is not None and (found not in _PICTURES or bool(ocr_version()))


def media_type_of(name: str) -> str:
    """The media type that the name promises; ``application/octet-stream`` where it promises none."""
    found = _BY_SUFFIX.get(_suffix(name))
    return _FORMATS[found][0] if found else "application/octet-stream"


def may_be_recognised(name: str) -> bool:
    """Whether what is read of a file of this name depends on text recognition."""
    return _BY_SUFFIX.get(_suffix(name)) in _PICTURES | _CONTAINERS | {"pdf"}


def parser_for(name: str, content: bytes, options: ParseOptions = DEFAULT_OPTIONS) -> Parser:
    """Choose the parser of a file, and set it up as ``options`` say.

    Raises:
        DocumentFailedError: if the kind is not supported, or the content is evidently of another kind
            than the name says.
    """
    chosen = _BY_SUFFIX.get(_suffix(name))
    if chosen is None:
        raise DocumentFailedError(
            f"{name}: this kind of file is not supported",
            "Convert it to one of: " + " ".join(sorted(SUPPORTED_SUFFIXES)) + ".",
        )
    real = next((kind for magic, kind in _BINARY_MAGIC if content.startswith(magic)), None)
    if real is None and chosen == "code" and _DRAWIO.search(content[:2_000]):
        # draw.io saves its drawings as .xml too.
        return DiagramParser("drawio")
    if real is None or (chosen, real) in {("pdf", "a PDF"), ("drawn png", "a PNG picture")}:
        return _FORMATS[chosen][1](options)
    # A picture is opened by what it holds: a JPEG that is called .png is read all the same.
    if chosen in _PICTURES and real in _PICTURE_MAGIC:
        return _FORMATS[chosen][1](options)
    # A password-protected DOCX is an old Office container: its parser explains that better.
    if chosen in _CONTAINERS and real in {"a ZIP container", "an old Office document"}:
        return _FORMATS[chosen][1](options)
    raise DocumentFailedError(
        f"{name}: the name promises {chosen} but the content is {real}",
        "Give the file the extension of its real kind.",
    )
