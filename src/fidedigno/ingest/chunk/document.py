"""Packs the pieces of each section into chunks."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import reduce

from fidedigno.ingest.chunk.pieces import WHOLE, Piece, split, whole_piece
from fidedigno.ingest.chunk.ruler import Ruler
from fidedigno.ingest.chunk.sections import Section, sections_of
from fidedigno.ingest.chunk.sentences import sentences_of
from fidedigno.ingest.parsed import BlockKind, ParsedDocument
from fidedigno.model import Box, Chunk

DEFAULT_MAX_TOKENS = 320
"""Leaves room below the 512 tokens of the default embedder for its prefix and a chunk's context."""

DEFAULT_OVERLAP_TOKENS = 40
MIN_MAX_TOKENS = 8
_KINDS = {BlockKind.TABLE: "table", BlockKind.CODE: "code", BlockKind.LOG: "log"}


def chunk_document(
    parsed: ParsedDocument,
    *,
    count_tokens: Callable[[str], int],
    max_tokens: int = DEFAULT_MAX_TOKENS,
    overlap_tokens: int = DEFAULT_OVERLAP_TOKENS,
) -> Iterator[Chunk]:
    """Cut a document into chunks of at most ``max_tokens``, header row included.

    Paragraphs, lists, tables and code of one section are grouped up to the limit and cut only where
    one alone is over it: tables between rows (their header row goes in ``Chunk.header``), code and
    logs between lines, prose between sentences, and a string without any such place by force.
    Consecutive chunks of a section share up to ``overlap_tokens`` of whole sentences of prose.

    Args:
        parsed: the document.
        count_tokens: the embedder's own count of a text, its special tokens included.
        max_tokens: the limit, at least 8.
        overlap_tokens: less than ``max_tokens``; 0 for none.

    Raises:
        ValueError: if the limits make no sense.
    """
    if max_tokens < MIN_MAX_TOKENS or not 0 <= overlap_tokens < max_tokens:
        raise ValueError(f"max_tokens must be at least {MIN_MAX_TOKENS}, overlap_tokens from 0 and below it")
    ruler = Ruler(count_tokens)
    ordinal = 0
    for section in sections_of(parsed):
        for chunk in _Packer(parsed.text, section, ruler, max_tokens, overlap_tokens).chunks(ordinal):
            yield chunk
            ordinal = chunk.ordinal + 1


class _Packer:
    """Packs one section. ``waiting`` holds the pieces still to place, ``held`` those of the next chunk."""

    def __init__(self, text: str, section: Section, ruler: Ruler, limit: int, overlap: int) -> None:
        self._text = text
        self._path = section.path
        self._ruler = ruler
        self._limit = limit
        self._overlap = overlap
        longest_header = limit  # characters: about a third of the limit in tokens
        self._waiting = deque(whole_piece(block, text, longest_header) for block in section.blocks)
        self._held: list[Piece] = []
        self._tokens = 0

    def chunks(self, ordinal: int) -> Iterator[Chunk]:
        """All chunks of the section, numbered from ``ordinal``."""
        while self._waiting or self._held:
            if self._waiting and self._place(self._waiting[0]):
                continue
            if self._is_cut_off() and all(piece.kind is BlockKind.HEADING for piece in self._held):
                # The heading's words are in the section path; alone it would answer nothing.
                self._hold(None)
            elif all(piece.overlap for piece in self._held):
                self._hold(None)
            elif chunk := self._finish(ordinal):
                yield chunk
                ordinal += 1

    def _place(self, piece: Piece) -> bool:
        """Put the next piece with those held, or take it apart; ``False`` if the chunk must end first."""
        if self._held and not self._belongs(piece):
            return False
        budget = self._budget(piece)
        tokens = self._ruler.measure(self._text, piece.start, piece.end, budget)
        only_headings = all(each.kind is BlockKind.HEADING or each.overlap for each in self._held)
        if tokens > budget - (self._tokens if self._held else 0):
            if self._held and self._held[0].overlap and len(self._held) == 1 and tokens <= budget:
                self._hold(None)
            elif tokens > budget or (only_headings and self._held and piece.grain == WHOLE):
                if piece.kind is BlockKind.HEADING and self._held:
                    return False
                return self._take_apart(budget)
            else:
                return False
        self._waiting.popleft()
        self._held.append(piece)
        self._tokens += tokens + (
            self._ruler.count(piece.header) if len(self._held) == 1 and piece.repeats else 0
        )
        return True

    def _budget(self, piece: Piece) -> int:
        if self._held or not piece.repeats:
            return self._limit
        return self._limit - self._ruler.estimate(len(piece.header))

    def _take_apart(self, limit: int) -> bool:
        piece = self._waiting.popleft()
        self._waiting.extendleft(reversed(split(piece, self._text, self._ruler, limit)))
        return True

    def _hold(self, piece: Piece | None) -> None:
        self._held = [] if piece is None else [piece]
        self._tokens = 0 if piece is None else self._ruler.estimate(piece.end - piece.start)

    def _belongs(self, piece: Piece) -> bool:
        """Whether a piece may share a chunk with the last one held."""
        last = self._held[-1]
        if self._is_cut_off():
            return False
        if piece.page != last.page and last.kind is not BlockKind.HEADING:
            # A citation opens on one page: what stands on the next one is a passage of its own.
            return False
        if self._held[0].repeats or piece.repeats:
            return last.kind is BlockKind.TABLE and last.header == piece.header
        return (last.kind is BlockKind.LOG) == (piece.kind is BlockKind.LOG) or last.kind is BlockKind.HEADING

    def _is_cut_off(self) -> bool:
        """Whether something that is no block, a comment for instance, stands before the next piece.

        It must not be shown, and a chunk is a slice of the text.
        """
        if not self._held or not self._waiting:
            return False
        return bool(self._text[self._held[-1].end : self._waiting[0].start].strip())

    def _finish(self, ordinal: int) -> Chunk | None:
        """Make the chunk of the held pieces; give back to the waiting ones what does not fit after all."""
        held = self._held
        header = held[0].header if held[0].repeats else ""
        while True:
            text = self._text[held[0].start : held[-1].end]
            tokens = self._ruler.count(f"{header}\n{text}" if header else text)
            if tokens <= self._limit:
                break
            if len(held) > 1:
                self._waiting.appendleft(held.pop())
                if held[-1].overlap:
                    held.pop()
                    self._hold(None)
                    return None
                continue
            self._hold(None)
            self._force(held[0], tokens)
            return None
        self._start_next()
        kinds = {_KINDS.get(piece.kind, "text") for piece in held if piece.kind is not BlockKind.HEADING}
        return Chunk(
            ordinal,
            text,
            held[0].start,
            held[-1].end,
            section=self._path,
            page=_page_of(held),
            kind=kinds.pop() if len(kinds) == 1 else "text",
            header=header,
            tokens=tokens,
            box=_box_of(held),
            confidence=min((each.confidence for each in held if each.confidence is not None), default=None),
        )

    def _force(self, piece: Piece, tokens: int) -> None:
        """Take apart a piece that an estimate had wrongly let pass."""
        self._waiting.appendleft(piece)
        if piece.end - piece.start <= 1:
            # A single character is over the limit only because of its header: show it without.
            self._waiting[0] = replace(piece, header="", repeats=False, overlap=False)
            return
        limit = max(1, self._limit - max(0, tokens - self._ruler.count(self._text[piece.start : piece.end])))
        self._take_apart(limit if piece.grain == WHOLE else max(1, int(limit * 0.8)))

    def _start_next(self) -> None:
        """Begin the next chunk with the last whole sentences of this one, where both are prose."""
        last = self._held[-1]
        carry: Piece | None = None
        followed_by_prose = bool(self._waiting) and self._waiting[0].is_prose and not self._is_cut_off()
        if self._overlap and last.is_prose and followed_by_prose and self._waiting[0].page == last.page:
            carry = self._carried()
        self._hold(carry)

    def _carried(self) -> Piece | None:
        last = self._held[-1]
        start = last.end
        for piece in reversed(self._held):
            if not piece.is_prose or piece.overlap:
                break
            for begin, _ in reversed(list(sentences_of(self._text, piece.start, piece.end))):
                if self._ruler.estimate(last.end - begin) > self._overlap or begin <= self._held[0].start:
                    return self._overlap_from(start)
                start = begin
        return self._overlap_from(start)

    def _overlap_from(self, start: int) -> Piece | None:
        last = self._held[-1]
        if start >= last.end:
            return None
        return replace(last, start=start, header="", repeats=False, grain=WHOLE, overlap=True)


def _box_of(held: Sequence[Piece]) -> Box | None:
    """The box of the pieces that stand on the page of the chunk; a page without boxes has none."""
    boxes = [each.box for each in held if each.box is not None and each.page == _page_of(held)]
    return reduce(Box.joined, boxes) if boxes else None


def _page_of(held: Sequence[Piece]) -> int | None:
    """The page of the text; only its heading may stand on the page before."""
    return next((each.page for each in held if each.kind is not BlockKind.HEADING), held[0].page)
