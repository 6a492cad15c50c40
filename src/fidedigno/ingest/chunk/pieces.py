"""Pieces of blocks, and how a piece that is too long is taken apart: by rows, lines, sentences, by force."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from fidedigno.ingest.chunk.ruler import Ruler
from fidedigno.ingest.chunk.sentences import sentences_of
from fidedigno.ingest.parsed import Block, BlockKind
from fidedigno.model import Box

_LINE = re.compile(r"[^\r\n]*\S[^\r\n]*")
_BY_LINES = frozenset({BlockKind.TABLE, BlockKind.CODE, BlockKind.LOG, BlockKind.LIST})
PROSE = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST})

WHOLE, LINES, SENTENCES, FORCED = range(4)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of one block. ``grain`` tells how far it has been taken apart already.

    ``header`` is the header row of its table; :attr:`repeats` tells that the piece lacks it and must
    show it again. ``overlap`` marks a repetition of what the chunk before ended with.
    """

    kind: BlockKind
    start: int
    end: int
    page: int | None
    header: str = ""
    repeats: bool = False
    grain: int = WHOLE
    overlap: bool = False
    box: Box | None = None
    confidence: float | None = None

    @property
    def is_prose(self) -> bool:
        """Whether sentences of it may be repeated in the next chunk."""
        return self.kind in PROSE


def whole_piece(block: Block, text: str, longest_header: int) -> Piece:
    """The block as one piece; a header row longer than ``longest_header`` characters is not repeated."""
    header = block.header if len(block.header) <= longest_header else ""
    repeats = bool(header) and not text.startswith(header, block.start) and not _holds(text, block, header)
    return Piece(
        block.kind,
        block.start,
        block.end,
        block.page,
        header,
        repeats,
        box=block.box,
        confidence=block.confidence,
    )


def _holds(text: str, block: Block, header: str) -> bool:
    """Whether the header row stands near the beginning of the block (under a caption or a fence)."""
    return text.find(header, block.start, min(block.end, block.start + 600 + len(header))) >= 0


def split(piece: Piece, text: str, ruler: Ruler, limit: int) -> list[Piece]:
    """Take a piece apart at the next finer grain that gives more than one part."""
    if piece.grain < LINES and piece.kind in _BY_LINES:
        spans = [match.span() for match in _LINE.finditer(text, piece.start, piece.end)]
        if len(spans) > 1:
            return _line_pieces(piece, spans, text)
    if piece.grain < SENTENCES and piece.kind in PROSE | {BlockKind.HEADING}:
        sentences = list(sentences_of(text, piece.start, piece.end))
        if len(sentences) > 1:
            return [replace(piece, start=start, end=end, grain=SENTENCES) for start, end in sentences]
    return list(_forced(piece, text, ruler, limit))


def _line_pieces(piece: Piece, spans: list[tuple[int, int]], text: str) -> list[Piece]:
    pieces = [replace(piece, start=start, end=end, grain=LINES) for start, end in spans]
    if not piece.header or piece.repeats:
        return pieces
    # Lines up to the header row and the first row below it stay together: a header says nothing alone.
    header_end = text.find(piece.header, piece.start, piece.end) + len(piece.header)
    after = next((i for i, (start, _) in enumerate(spans) if start >= header_end), len(spans) - 1)
    first = replace(piece, end=spans[after][1], grain=LINES)
    return [first, *(replace(each, repeats=True) for each in pieces[after + 1 :])]


def _forced(piece: Piece, text: str, ruler: Ruler, limit: int) -> Iterator[Piece]:
    at = piece.start
    while at < piece.end:
        stop = ruler.cut(text, at, piece.end, limit)
        if text[at:stop].strip():
            yield replace(piece, start=at, end=stop, grain=FORCED, repeats=piece.repeats or at > piece.start)
        at = stop
