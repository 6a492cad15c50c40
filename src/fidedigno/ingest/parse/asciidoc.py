"""AsciiDoc: headings, paragraphs, lists, tables and delimited blocks, with offsets into the file.

Not a full processor: attributes are not substituted and includes are not followed (a document may not
reach for other files), but the structure that chunking needs is read line by line, in linear time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from fidedigno.ingest.diagrams.fences import fence_relations
from fidedigno.ingest.parse.decode import decode_text
from fidedigno.ingest.parse.front_matter import read_front_matter
from fidedigno.ingest.parse.lines import Line, lines_of
from fidedigno.ingest.parse.titles import title_of
from fidedigno.ingest.parsed import Block, BlockKind, ParsedDocument

_HEADING = re.compile(r"(={1,6}|#{1,6})[ \t]+(\S.*)")
_UNDERLINE = re.compile(r"([=\-~^+])\1{2,}[ \t]*")
_DELIMITER = re.compile(r"(-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|--|`{3,}\w*|[|,:!]={3,})[ \t]*")
_ATTRIBUTE_LINE = re.compile(r"\[[^\]\n]{0,300}\][ \t]*|\[\[[^\]\n]{1,200}\]\][ \t]*")
_BLOCK_TITLE = re.compile(r"\.[^\s.].*")
_DOCUMENT_ATTRIBUTE = re.compile(r":!?[\w-]+!?:(?: .*)?")
_LIST_ITEM = re.compile(
    r"[ \t]*(?:\*{1,5}|-|\.{1,5}|\d{1,3}\.|[a-zA-Z]\.|<\d{1,3}>)[ \t]+\S|[^\s:].{0,200}?:{2,4}(?:\s|$)"
)
_CONDITIONAL = re.compile(r"(?:ifdef|ifndef|ifeval|endif|include)::[^\[]*\[.*\][ \t]*")
_INDEX_TERM = re.compile(r"(?:\(\(\(.*\)\)\)[ \t]*)+|indexterm:\[.*\][ \t]*")
_UNDERLINES = "=-~^+"
_CODE = frozenset("-.`")
_CONTAINERS = frozenset("=*_")


class AsciiDocParser:
    """Reads one AsciiDoc file; comments are left out of the blocks."""

    def parse(self, content: bytes, *, name: str) -> ParsedDocument:
        """Parse one file."""
        text = decode_text(content, name=name)
        front = read_front_matter(text, name=name)
        lines = [line for line in lines_of(text) if line.start >= front.end]
        blocks = tuple(_Reader(text, lines).blocks())
        title = title_of(front.metadata, text, blocks, name)
        metadata = MappingProxyType(dict(front.metadata))
        return ParsedDocument(text, blocks, title, metadata, "asciidoc 1", fence_relations(text, blocks))


@dataclass(slots=True)
class _Reader:
    """Walks over the lines; ``at`` is the next one to read. ``lead`` is where a block's own attribute
    lines or title began, which belong to it."""

    text: str
    lines: Sequence[Line]
    at: int = 0
    lead: int | None = None
    open_containers: list[str] = field(default_factory=list)

    def blocks(self) -> Iterator[Block]:
        """All blocks in order."""
        while self.at < len(self.lines):
            yield from self._next()

    def _next(self) -> Iterator[Block]:
        line = self.lines[self.at]
        stripped = line.text.rstrip()
        if not stripped:
            self.at += 1
        elif _DELIMITER.fullmatch(line.text):
            yield from self._delimited(stripped)
        elif heading := self._heading():
            yield heading
        elif (
            _is_comment(stripped)
            or _DOCUMENT_ATTRIBUTE.fullmatch(stripped)
            or _CONDITIONAL.fullmatch(stripped)
        ):
            self.at += 1
            self.lead = None
        elif _ATTRIBUTE_LINE.fullmatch(stripped) or _INDEX_TERM.fullmatch(stripped):
            # They belong to the block below; a chunk that skipped them would have a hole.
            self.lead = line.start if self.lead is None else self.lead
            self.at += 1
        elif _BLOCK_TITLE.fullmatch(stripped) and not _LIST_ITEM.match(stripped):
            self.lead = line.start if self.lead is None else self.lead
            self.at += 1
            if self._ended():
                yield self._block(BlockKind.PARAGRAPH, self.at - 1, self.at)
        else:
            yield self._plain()

    def _ended(self) -> bool:
        return self.at >= len(self.lines) or not self.lines[self.at].text.strip()

    def _block(self, kind: BlockKind, first: int, stop: int, **more: object) -> Block:
        start = self.lines[first].start if self.lead is None else self.lead
        self.lead = None
        return Block(kind, start, self.lines[stop - 1].end, **more)  # type: ignore[arg-type]

    def _heading(self) -> Block | None:
        line = self.lines[self.at]
        if match := _HEADING.fullmatch(line.text):
            self.at += 1
            self.lead = None
            return Block(BlockKind.HEADING, line.start, line.end, level=len(match.group(1)))
        if self.at + 1 >= len(self.lines):
            return None
        below = self.lines[self.at + 1]
        if not _UNDERLINE.fullmatch(below.text) or not re.match(r"\w", line.text):
            return None
        # A two-line title counts as one only when the rule is about as long as the words.
        if abs(len(below.text.rstrip()) - len(line.text.rstrip())) > 2:
            return None
        self.at += 2
        level = _UNDERLINES.index(below.text[0]) + 1
        self.lead = None
        return Block(BlockKind.HEADING, line.start, below.end, level=level)

    def _delimited(self, fence: str) -> Iterator[Block]:
        mark = fence[0]
        if mark in _CONTAINERS or fence == "--":
            # Examples, sidebars, quotations and open blocks hold ordinary blocks: their fences are
            # skipped and what is inside is read as usual.
            self.at += 1
            self.lead = None
            return
        first = self.at
        closing = "```" if mark == "`" else fence
        self.at += 1
        while self.at < len(self.lines) and self.lines[self.at].text.rstrip() != closing:
            self.at += 1
        self.at = min(self.at + 1, len(self.lines))
        if mark in "/":
            self.lead = None
        elif mark in _CODE:
            yield self._block(BlockKind.CODE, first, self.at)
        elif mark == "+":
            yield self._block(BlockKind.PARAGRAPH, first, self.at)
        else:
            yield self._table(first, self.at)

    def _table(self, first: int, stop: int) -> Block:
        inside = [line for line in self.lines[first + 1 : stop] if line.text.strip()]
        header = inside[0].text if len(inside) > 2 else ""
        return self._block(BlockKind.TABLE, first, stop, header=header)

    def _plain(self) -> Block:
        first = self.at
        is_list = _LIST_ITEM.match(self.lines[first].text) is not None
        is_literal = not is_list and self.lines[first].text[0] in " \t"
        is_table = self.lines[first].text.startswith("|")
        while self.at < len(self.lines) and not self._stops(first, is_list=is_list):
            self.at += 1
        stop = self.at
        while not self.lines[stop - 1].text.strip():
            stop -= 1
        if is_table and all(line.text.startswith("|") for line in self.lines[first:stop]):
            header = self.lines[first].text if stop - first > 1 else ""
            return self._block(BlockKind.TABLE, first, stop, header=header)
        kind = BlockKind.LIST if is_list else BlockKind.CODE if is_literal else BlockKind.PARAGRAPH
        return self._block(kind, first, stop)

    def _stops(self, first: int, *, is_list: bool) -> bool:
        """Whether the line at ``at`` no longer belongs to the paragraph or list that began at ``first``."""
        line = self.lines[self.at].text
        if self.at == first:
            return False
        if not line.strip():
            following = self.lines[self.at + 1].text if self.at + 1 < len(self.lines) else ""
            return not (is_list and _LIST_ITEM.match(following))
        if line.rstrip() == "+" and is_list:
            return False
        starts_other = (
            _DELIMITER.fullmatch(line) or _HEADING.fullmatch(line) or _ATTRIBUTE_LINE.fullmatch(line)
        )
        return bool(starts_other or _is_comment(line) or (not is_list and self._begins_list(line)))

    def _begins_list(self, line: str) -> bool:
        return re.match(r"(?:\*{1,5}|-|\.{1,5})[ \t]+\S", line) is not None


def _is_comment(line: str) -> bool:
    return line.startswith("//") and not line.startswith("///")
