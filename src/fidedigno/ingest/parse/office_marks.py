"""Marks in the Markdown of an office document: where a slide begins, and where a picture stands.

A mark is a paragraph of one word that no document can hold by chance or on purpose. When the blocks are known it
is taken out again: a picture's gives place to what was read in it, a slide's gives the blocks after it their page.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace

from fidedigno.ingest.parse.pdf_blocks import PageBlock
from fidedigno.ingest.parsed import Block, BlockKind

PICTURE = re.compile(r"^[ \t]*!\[[^\]\n]*\]\(([^)\n]*)\)[ \t]*$\n?", re.MULTILINE)
"""A picture on a line of its own; its group is where it points to."""


class Marks:
    """The marks of one document."""

    def __init__(self) -> None:
        self._word = f"mark{secrets.token_hex(12)}"
        self._pattern = re.compile(self._word + r"([ps])(\d{1,6})x")
        self._pictures: list[str] = []

    @property
    def slide_format(self) -> str:
        """The mark of a slide, for the library that writes it; ``{page_num}`` is its number."""
        return f"\n\n{self._word}s{{page_num}}x\n\n"

    def picture(self, member: str) -> str:
        """The mark of a picture, which is the part ``member`` of the container."""
        self._pictures.append(member)
        return f"\n\n{self._word}p{len(self._pictures) - 1}x\n\n"

    def with_pictures_of_slides(self, text: str, members: Callable[[int], Sequence[str]]) -> str:
        """Mark the pictures of each slide at its end; ``members`` gives those of a slide."""
        parts: list[str] = []
        at, slide = 0, 0
        for found in [*self._pattern.finditer(text), None]:
            parts.append(text[at : found.start() if found else len(text)])
            parts += [self.picture(member) for member in (members(slide) if slide else ())]
            if found:
                parts.append(found.group())
                at, slide = found.end(), int(found.group(2))
        return "".join(parts)

    def resolve(
        self, text: str, blocks: Sequence[Block], read: Callable[[str], Sequence[PageBlock]]
    ) -> tuple[str, tuple[Block, ...]]:
        """The text and its blocks without marks; ``read`` gives what is in a picture."""
        parts: list[str] = []
        done: list[Block] = []
        size, at, page = 0, 0, None

        def add(block: Block, before: str, own: str) -> None:
            nonlocal size
            gap = before if before.strip() or "\n" in before else "\n\n"
            gap = gap if parts or gap.strip() else ""
            parts.extend((gap, own))
            start = size + len(gap)
            size = start + len(own)
            done.append(replace(block, start=start, end=size))

        for block in blocks:
            before, own = text[at : block.start], text[block.start : block.end]
            at = block.end
            mark = self._pattern.fullmatch(own.strip())
            if mark is None:
                clean = self._pattern.sub("", own)
                header = self._pattern.sub("", block.header)
                add(replace(block, page=page, header=header), self._pattern.sub("", before), clean)
            elif mark.group(1) == "s":
                page = int(mark.group(2))
            else:
                for each in read(self._pictures[int(mark.group(2))]):
                    # A word in large letters inside a picture is no heading of the document.
                    kind = BlockKind.PARAGRAPH if each.kind is BlockKind.HEADING else each.kind
                    found = Block(kind, 0, 0, page=page, header=each.header, confidence=each.confidence)
                    add(found, "\n\n", each.text)
        return "".join(parts), tuple(done)
