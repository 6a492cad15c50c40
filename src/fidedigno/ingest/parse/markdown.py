"""Markdown: blocks from markdown-it-py's token map, so that offsets point into the decoded file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import version
from types import MappingProxyType
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from fidedigno.ingest.diagrams.fences import fence_relations
from fidedigno.ingest.parse.decode import decode_text
from fidedigno.ingest.parse.front_matter import read_front_matter
from fidedigno.ingest.parse.lines import Line, lines_of
from fidedigno.ingest.parse.titles import title_of
from fidedigno.ingest.parsed import Block, BlockKind, ParsedDocument

WINDOW_CHARACTERS = 200_000
MAX_WINDOW_CHARACTERS = 800_000
"""A single block longer than this is cut."""

MAX_NESTING = 30
"""Deeper lists and quotations are read as one block."""

_KINDS = {
    "paragraph_open": BlockKind.PARAGRAPH,
    "blockquote_open": BlockKind.PARAGRAPH,
    "bullet_list_open": BlockKind.LIST,
    "ordered_list_open": BlockKind.LIST,
    "table_open": BlockKind.TABLE,
    "fence": BlockKind.CODE,
    "code_block": BlockKind.CODE,
    "html_block": BlockKind.PARAGRAPH,
    "heading_open": BlockKind.HEADING,
}


class MarkdownParser:
    """Reads CommonMark with tables and front matter. HTML comments are left out of the blocks."""

    def parse(self, content: bytes, *, name: str) -> ParsedDocument:
        """Parse one file."""
        text = decode_text(content, name=name)
        front = read_front_matter(text, name=name)
        blocks = tuple(markdown_blocks(text, front.end))
        title = title_of(front.metadata, text, blocks, name)
        return ParsedDocument(
            text,
            blocks,
            title,
            MappingProxyType(dict(front.metadata)),
            _parser_name(),
            fence_relations(text, blocks),
        )


@cache
def _parser_name() -> str:
    return f"markdown-it-py {version('markdown-it-py')}"


@cache
def _markdown() -> MarkdownIt:
    # Only the block rules run: inline content is not needed to find blocks, and is where hostile
    # nesting would cost time.
    markdown = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable("table")
    markdown.core.ruler.enableOnly(["normalize", "block"])
    return markdown


def markdown_blocks(text: str, start: int = 0, *, window: int = WINDOW_CHARACTERS) -> Iterator[Block]:
    """The blocks of ``text`` from ``start`` on; offsets count from the beginning of ``text``.

    A long text is read a window at a time, so that memory and the cost of hostile input stay bounded.
    The last block of a window may go on beyond it and is read again in the next; blocks of the top level
    do not depend on those before them.
    """
    size = window
    while start < len(text):
        end = text.find("\n", start + size) + 1 or len(text)
        groups = _window(text, start, end)
        complete = groups if end == len(text) or size >= max(window, MAX_WINDOW_CHARACTERS) else groups[:-1]
        for group in complete:
            yield from group.blocks
        if len(complete) == len(groups):
            start, size = end, window
        elif complete:
            start, size = groups[-1].start, window
        else:
            size *= 2


class _Group(NamedTuple):
    """The visible blocks of one block of the top level, and the offset of its first line."""

    start: int
    blocks: list[Block]


def _window(text: str, start: int, end: int) -> list[_Group]:
    body = text[start:end]
    lines = list(lines_of(body))
    groups: list[_Group] = []
    depth = 0
    for token in _markdown().parse(body):
        if depth == 0 and token.map and token.type in _KINDS and token.map[0] < len(lines):
            blocks = list(_block(token, text, lines, start))
            groups.append(_Group(lines[token.map[0]].start + start, blocks))
        depth += token.nesting
    # Nothing else is a block: link definitions and thematic breaks carry no content.
    return groups


def _block(token: Token, text: str, lines: Sequence[Line], shift: int) -> Iterator[Block]:
    first, last = token.map or (0, 0)
    last = min(last, len(lines))
    while last > first and not lines[last - 1].text.strip():
        last -= 1
    if first >= last:
        return
    start, end = lines[first].start + shift, lines[last - 1].end + shift
    kind = _KINDS[token.type]
    if token.type == "html_block":
        yield from _visible_parts(text, start, end)
        return
    level = int(token.tag[1:]) if kind is BlockKind.HEADING else 0
    header = ""
    if kind is BlockKind.TABLE and last - first > 2:
        header = text[start : lines[first + 1].end + shift]
    yield Block(kind, start, end, level=level, header=header)


def _visible_parts(text: str, start: int, end: int) -> Iterator[Block]:
    """What is left of a block of raw HTML when its comments are taken out."""
    while start < end:
        opening = text.find("<!--", start, end)
        stop = end if opening < 0 else opening
        part = text[start:stop]
        if part.strip():
            left = start + len(part) - len(part.lstrip())
            yield Block(BlockKind.PARAGRAPH, left, start + len(part.rstrip()))
        if opening < 0:
            return
        closing = text.find("-->", opening, end)
        start = end if closing < 0 else closing + 3
