"""From the lines of PDF pages to headings and paragraphs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fidedigno.ingest.parse.pdf_frame import PdfFrame
from fidedigno.ingest.parse.pdf_lines import PdfLine
from fidedigno.ingest.parsed import Block, BlockKind
from fidedigno.model import Box

HEADING_RATIO = 1.15
"""A line is a heading by size when its letters are this much taller than those of the body."""
MAX_HEADING_CHARACTERS = 160
PARAGRAPH_GAP = 0.6
"""White space between two lines, in heights of the letters, that begins a new paragraph."""
MAX_LEVELS = 4
MIN_REPEATED_PAGES = 3

_NUMBERED = re.compile(r"(?:\d{1,2}(?:\.\d{1,2}){0,4}\.?|[IVX]{1,5}\.|[A-Z]\.)\s+\S")
_ITEM = re.compile(r"(?:[•●▪◦‣–\-*]|\(?\d{1,3}[.)]|\(?[a-z]\))\s+\S")
_DIGITS = re.compile(r"\d+")


class PageBlock(NamedTuple):
    """A finished block and the page (from 1) on which it begins."""

    kind: BlockKind
    text: str
    level: int
    page: int
    header: str = ""
    box: Box | None = None
    confidence: float | None = None


def blocks_of_pages(pages: Sequence[Sequence[PdfLine]], frames: Sequence[PdfFrame] = ()) -> list[PageBlock]:
    """Group the lines of all pages; running headers and footers that repeat are left out.

    Blocks have boxes where ``frames`` are given, one a page.
    """
    running = _running_lines(pages)
    body = _body_height(pages)
    sizes = sorted({_size(line) for page in pages for line in page if _is_larger(line, body)}, reverse=True)
    levels = {size: min(rank, MAX_LEVELS) for rank, size in enumerate(sizes, 1)}
    bold_level = min(len(set(levels.values())) + 1, MAX_LEVELS + 1)
    blocks: list[PageBlock] = []
    for number, page in enumerate(pages, 1):
        kept = [line for i, line in enumerate(page) if not _is_edge(i, page) or _key(line) not in running]
        for group in _groups(kept, body):
            block = _finish(group, number, levels, bold_level, body)
            box = _box(group, frames[number - 1]) if frames else None
            blocks.append(block._replace(box=box, confidence=_confidence(group)))
    return [block for block in blocks if block.text.strip()]


def _box(group: Sequence[PdfLine], frame: PdfFrame) -> Box:
    return frame.box(
        min(line.left for line in group),
        min(line.bottom for line in group),
        max(line.right for line in group),
        max(line.top for line in group),
    )


def _confidence(group: Sequence[PdfLine]) -> float | None:
    read = [(len(line.text), line.confidence) for line in group if line.confidence is not None]
    total = sum(size for size, _ in read)
    return round(sum(size * confidence for size, confidence in read) / total, 4) if total else None


def _size(line: PdfLine) -> float:
    return round(line.height * 2) / 2


def _key(line: PdfLine) -> str:
    return _DIGITS.sub("#", line.text)


def _is_edge(index: int, page: Sequence[PdfLine]) -> bool:
    return index < 3 or index >= len(page) - 3


def _running_lines(pages: Sequence[Sequence[PdfLine]]) -> frozenset[str]:
    """Lines at the edge of at least three pages and half of them, page numbers aside."""
    seen: Counter[str] = Counter()
    for page in pages:
        seen.update({_key(line) for i, line in enumerate(page) if _is_edge(i, page)})
    needed = max(MIN_REPEATED_PAGES, len(pages) // 2)
    running = frozenset(key for key, count in seen.items() if count >= needed)
    # Pages that are all alike, as copies of one form, hold nothing but such lines.
    has_more = any(
        not _is_edge(i, page) or _key(line) not in running for page in pages for i, line in enumerate(page)
    )
    return running if has_more else frozenset()


def _body_height(pages: Iterable[Sequence[PdfLine]]) -> float:
    characters: Counter[float] = Counter()
    for page in pages:
        for line in page:
            # A table counts for nothing: its rows are no prose, and all of it is one line here.
            characters[_size(line)] += len(line.text) if line.header is None else 0
    return characters.most_common(1)[0][0] if characters else 0.0


def _is_larger(line: PdfLine, body: float) -> bool:
    if line.header is not None:
        return False
    has_words = sum(character.isalpha() for character in line.text) >= 3
    return has_words and len(line.text) <= MAX_HEADING_CHARACTERS and _size(line) >= body * HEADING_RATIO


def _is_heading(line: PdfLine, body: float) -> bool:
    if line.header is not None:
        return False
    if _is_larger(line, body):
        return True
    words = line.text.rstrip()
    ends_as_prose = words.endswith((".", ",", ";", ":")) and not _NUMBERED.match(words)
    short = 3 <= len(words) <= MAX_HEADING_CHARACTERS // 2
    begins = words[:1].isupper() or _NUMBERED.match(words) is not None
    return line.bold and short and begins and not ends_as_prose and any(c.isalpha() for c in words)


def _groups(lines: Sequence[PdfLine], body: float) -> Iterable[list[PdfLine]]:
    group: list[PdfLine] = []
    for line in lines:
        if group and _breaks(group[-1], line, body):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _breaks(above: PdfLine, line: PdfLine, body: float) -> bool:
    if above.header is not None or line.header is not None:
        return True
    headings = (_is_heading(above, body), _is_heading(line, body))
    if headings[0] != headings[1] or (all(headings) and _size(above) != _size(line)):
        return True
    if above.hyphenated:
        return False
    gap = above.bottom - line.top
    other_column = line.top > above.top + above.height
    return other_column or gap > PARAGRAPH_GAP * max(above.height, line.height)


def _finish(
    group: Sequence[PdfLine], page: int, levels: dict[float, int], bold_level: int, body: float
) -> PageBlock:
    if group[0].header is not None:
        return PageBlock(BlockKind.TABLE, group[0].text, 0, page, group[0].header)
    if _is_heading(group[0], body) and len(group) <= 3:
        return PageBlock(
            BlockKind.HEADING, _joined(group, " "), levels.get(_size(group[0]), bold_level), page
        )
    items = sum(_ITEM.match(line.text) is not None for line in group)
    if items > 1 and _ITEM.match(group[0].text):
        return PageBlock(BlockKind.LIST, _joined(group, "\n"), 0, page)
    return PageBlock(BlockKind.PARAGRAPH, _joined(group, "\n"), 0, page)


def _joined(group: Sequence[PdfLine], separator: str) -> str:
    """The lines as one text, a word cut by a hyphen made whole again."""
    parts: list[str] = []
    for line in group:
        parts += [line.text, "" if line.hyphenated else separator]
    return "".join(parts[:-1])


def assembled(found: Sequence[PageBlock]) -> tuple[str, tuple[Block, ...]]:
    """The whole text, an empty line between blocks, and the blocks as offsets into it."""
    texts: list[str] = []
    blocks: list[Block] = []
    at = 0
    for each in found:
        blocks.append(
            Block(
                each.kind,
                at,
                at + len(each.text),
                level=each.level,
                page=each.page,
                header=each.header,
                box=each.box,
                confidence=each.confidence,
            )
        )
        texts.append(each.text)
        at += len(each.text) + 2
    return "\n\n".join(texts), tuple(blocks)
