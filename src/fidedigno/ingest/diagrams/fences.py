"""Diagrams inside Markdown and AsciiDoc: their relations, with the place of each arrow in the file.

The text stays as it is. A diagram that cannot be read gives no relations and remains a piece of code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.diagrams.diagram import MAX_ARROWS, Diagram
from fidedigno.ingest.diagrams.dot import read_dot
from fidedigno.ingest.diagrams.mermaid import read_mermaid
from fidedigno.ingest.diagrams.plantuml import read_plantuml
from fidedigno.ingest.diagrams.render import relation_of
from fidedigno.ingest.parsed import Block, BlockKind
from fidedigno.model.relation import Relation

_LANGUAGES = r"(?P<language>mermaid|plantuml|puml|c4plantuml|uml|dot|graphviz|gv)"
_FENCE = re.compile(
    rf"(?:^|(?<=\n))[ \t>]*(?P<fence>`{{3,}}|~{{3,}})[ \t]*\{{?\.?{_LANGUAGES}(?![\w-])[^\r\n]*\r?\n",
    re.IGNORECASE,
)
_ASCIIDOC = re.compile(
    rf"\[{_LANGUAGES}(?![\w-])[^\]\n]*\][ \t]*\r?\n(?:\.\S[^\r\n]*\r?\n)?(?P<fence>-{{4,}}|\.{{4,}}|--)[ \t]*\r?\n",
    re.IGNORECASE,
)
_MAY_HOLD = re.compile(_LANGUAGES, re.IGNORECASE)


def fence_relations(text: str, blocks: Sequence[Block]) -> tuple[Relation, ...]:
    """The relations of every diagram in ``blocks``, in order; offsets point into ``text``."""
    if _MAY_HOLD.search(text) is None:
        return ()
    found: list[Relation] = []
    for start, end, language in _bodies(text, blocks):
        if len(found) >= MAX_ARROWS:
            break
        try:
            diagrams = _read(text, start, end, language)
        except DocumentFailedError:
            continue
        for diagram in diagrams:
            labels = diagram.labels
            for arrow in diagram.arrows:
                relation = relation_of(arrow, labels, arrow.start or start, arrow.end or end)
                if relation is not None:
                    found.append(relation)
    return tuple(found[:MAX_ARROWS])


def _bodies(text: str, blocks: Sequence[Block]) -> Iterator[tuple[int, int, str]]:
    for block in blocks:
        if block.kind is BlockKind.CODE:
            match = _FENCE.match(text, block.start, block.end) or _ASCIIDOC.match(
                text, block.start, block.end
            )
            if match is not None:
                yield _body(text, match, block.end)
        elif block.kind in (BlockKind.LIST, BlockKind.PARAGRAPH):
            at = block.start
            while (match := _FENCE.search(text, at, block.end)) is not None:
                body = _body(text, match, block.end)
                yield body
                at = max(body[1], match.end())


def _body(text: str, opening: re.Match[str], limit: int) -> tuple[int, int, str]:
    closing = re.compile(rf"^[ \t>]*{re.escape(opening['fence'])}[ \t]*$", re.MULTILINE)
    end = closing.search(text, opening.end(), limit)
    return opening.end(), end.start() if end else limit, opening["language"].lower()


def _read(text: str, start: int, end: int, language: str) -> list[Diagram]:
    if language == "mermaid":
        diagram = read_mermaid(text, start, end)
        return [] if diagram is None else [diagram]
    if language in ("dot", "graphviz", "gv"):
        return [read_dot(text, start, end)]
    return read_plantuml(text, start, end)
