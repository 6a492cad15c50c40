"""Files that hold a diagram and nothing else: read into arrows, written as the text that a reader sees."""

from __future__ import annotations

from pathlib import PurePosixPath

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.diagrams.diagram import Diagram, broken
from fidedigno.ingest.diagrams.dot import read_dot
from fidedigno.ingest.diagrams.drawio import read_drawio
from fidedigno.ingest.diagrams.excalidraw import MEDIA_TYPE, read_excalidraw, unwrapped
from fidedigno.ingest.diagrams.mermaid import read_mermaid
from fidedigno.ingest.diagrams.plantuml import read_plantuml
from fidedigno.ingest.diagrams.png import png_texts
from fidedigno.ingest.diagrams.render import render
from fidedigno.ingest.diagrams.svg import read_svg
from fidedigno.ingest.parse.decode import decode_text
from fidedigno.ingest.parse.text import CodeParser
from fidedigno.ingest.parsed import ParsedDocument

VERSION = "1"
WRITTEN = frozenset(("mermaid", "plantuml", "graphviz"))
"""Diagrams that are text: what cannot be read as arrows is still read as text."""


class DiagramParser:
    """Reads one file of a kind: ``mermaid``, ``plantuml``, ``graphviz``, ``drawio``, ``svg``, ``excalidraw``,
    or ``png`` with a drawing inside."""

    def __init__(self, kind: str) -> None:
        self._kind = kind

    def parse(self, content: bytes, *, name: str) -> ParsedDocument:
        """Parse one file."""
        if not content.strip():
            raise DocumentFailedError(f"{name}: the file is empty", "Remove it, or add its content.")
        try:
            diagrams = self._read(content, name)
        except DocumentFailedError as error:
            if error.message.startswith(name):
                raise
            raise DocumentFailedError(f"{name}: {error.message}", error.hint) from None
        title = PurePosixPath(name).stem.removesuffix(".drawio").removesuffix(".excalidraw") or name
        parsed = render(diagrams, title=title, parser=f"diagram {VERSION} {self._kind}")
        if parsed.blocks:
            return parsed
        if self._kind in WRITTEN:
            return CodeParser().parse(content, name=name)
        raise DocumentFailedError(f"{name}: the drawing holds no text", "Remove it, or name what it shows.")

    def _read(self, content: bytes, name: str) -> list[Diagram]:
        if self._kind == "png":
            return _in_png(content)
        text = decode_text(content, name=name)
        if self._kind == "mermaid":
            diagram = read_mermaid(text)
            return [] if diagram is None else [diagram]
        if self._kind == "plantuml":
            return read_plantuml(text)
        if self._kind == "graphviz":
            return [read_dot(text)]
        if self._kind == "excalidraw":
            return [read_excalidraw(text)]
        return read_svg(text) if self._kind == "svg" else read_drawio(text)


def _in_png(content: bytes) -> list[Diagram]:
    for keyword, text in png_texts(content):
        if keyword in ("mxfile", "mxGraphModel"):
            return read_drawio(_unquoted(text))
        if keyword == MEDIA_TYPE:
            return [read_excalidraw(unwrapped(text))]
    raise broken("the picture carries no drawing")


def _unquoted(text: bytes) -> bytes:
    from urllib.parse import unquote_to_bytes

    return unquote_to_bytes(text) if text.lstrip().startswith(b"%3C") else text
