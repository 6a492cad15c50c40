"""The sections of a document: what stands under one heading, and the path of headings above it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fidedigno.ingest.parse.titles import plain_heading
from fidedigno.ingest.parsed import Block, BlockKind, ParsedDocument


class Section(NamedTuple):
    """``blocks`` begin with the headings that lead to the text, if any."""

    path: tuple[str, ...]
    blocks: list[Block]


def sections_of(parsed: ParsedDocument) -> Iterator[Section]:
    """Yield the sections in order.

    A heading without text of its own goes with the section that follows. Headings at the very end,
    with nothing below, are joined to the last section so that none stands alone, unless there is no other.
    """
    stack: list[tuple[int, str]] = []
    blocks: list[Block] = []
    previous: Section | None = None
    has_text = False
    for block in parsed.blocks:
        if block.kind is BlockKind.HEADING:
            if has_text:
                if previous is not None:
                    yield previous
                previous = Section(tuple(words for _, words in stack), blocks)
                blocks, has_text = [], False
            while stack and stack[-1][0] >= block.level:
                stack.pop()
            stack.append((block.level, plain_heading(parsed.text[block.start : block.end])))
        else:
            has_text = True
        blocks.append(block)
    if not has_text and previous is not None:
        yield Section(previous.path, previous.blocks + blocks)
        return
    if previous is not None:
        yield previous
    if blocks:
        yield Section(tuple(words for _, words in stack), blocks)
