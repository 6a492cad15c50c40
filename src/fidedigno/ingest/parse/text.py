"""Plain text, and files that are text for machines: configuration, source code, data."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fidedigno.ingest.parse.decode import decode_text
from fidedigno.ingest.parse.lines import Line, lines_of
from fidedigno.ingest.parse.log import LogParser, looks_like_log
from fidedigno.ingest.parse.titles import title_of
from fidedigno.ingest.parsed import Block, BlockKind, ParsedDocument

_LIST_ITEM = re.compile(r"\s*(?:[-*•·]|\d{1,3}[.)])\s+\S")


class TextParser:
    """Paragraphs between blank lines; a text that looks like a log is read as one."""

    def parse(self, content: bytes, *, name: str) -> ParsedDocument:
        """Parse one file."""
        text = decode_text(content, name=name)
        if looks_like_log(text):
            return LogParser().parse(content, name=name)
        blocks = tuple(_paragraphs(text))
        return ParsedDocument(text, blocks, title_of({}, text, blocks, name), parser="text 1")


class CodeParser:
    """Configuration and source: stretches between blank lines, kept as code."""

    def parse(self, content: bytes, *, name: str) -> ParsedDocument:
        """Parse one file."""
        text = decode_text(content, name=name)
        blocks = tuple(Block(BlockKind.CODE, group[0].start, group[-1].end) for group in _groups(text))
        return ParsedDocument(text, blocks, name.rpartition("/")[2], parser="code 1")


def _groups(text: str) -> Iterator[list[Line]]:
    group: list[Line] = []
    for line in lines_of(text):
        if line.text.strip():
            group.append(line)
        elif group:
            yield group
            group = []
    if group:
        yield group


def _paragraphs(text: str) -> Iterator[Block]:
    for group in _groups(text):
        items = sum(_LIST_ITEM.match(line.text) is not None for line in group)
        kind = BlockKind.LIST if items > 1 and _LIST_ITEM.match(group[0].text) else BlockKind.PARAGRAPH
        yield Block(kind, group[0].start, group[-1].end)
