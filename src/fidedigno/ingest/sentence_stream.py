"""The sentences of a text that arrives in pieces, each as soon as nothing that may follow can change it.

They are those of :func:`fidedigno.ingest.sentences.units`, however the text is cut into pieces, with three
exceptions, in which it would otherwise be waited for text that may never come: a line that begins as prose stays
prose where its first sentence was given out (cells of a table, the stamp of a log or the underline of a title may
follow it), an AsciiDoc delimiter opens no code, and an underline is told by its first 200 characters. Linear in the
length of the text; what is held is the paragraph, item or line that is open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from fidedigno.ingest.sentences import (
    END,
    FENCE,
    MAX_WHOLE_ITEM,
    OPENING,
    UNDERLINE_CHARACTERS,
    LineReader,
    UnitKind,
    ends_sentence,
    kind_of_line,
    split_prose,
    trim,
)

_LINE_END = re.compile("\r\n|[\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029]")
_NOT_YET = "\"'“”’‘«»()[]*_`¿¡—–-.!?…=~^+#"
_DECIDES = re.compile(rf"[^\s{re.escape(_NOT_YET)}]|[\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029]")
"""A piece without such a character ends no sentence and no line."""
_LONGEST_UNDERLINE = 200
_LONGEST_START = 64
"""How much of a line is looked at to see that it begins another block."""
_BLOCK_KINDS = frozenset({UnitKind.HEADING, UnitKind.ITEM})


class Sentence(NamedTuple):
    """A sentence, list item, row or line at ``[start, end)`` of the whole text."""

    start: int
    end: int
    text: str


class SentenceReader:
    """Give it pieces of a text in order; it gives back the sentences that they complete."""

    def __init__(self) -> None:
        self._text = ""
        self._base = 0
        self._lines = LineReader()
        self._line = 0
        self._sought = 0
        self._scanned = 0
        self._group = 0
        self._kind: UnitKind | None = None
        self._is_prose = self._is_held = False
        self._start = ""
        self._closed = False

    def feed(self, piece: str) -> list[Sentence]:
        """Take the next piece.

        Raises:
            ValueError: if the text was closed before.
        """
        if self._closed:
            raise ValueError("this text was closed")
        self._text += piece
        return self._settled() if _DECIDES.search(piece) else []

    def close(self) -> list[Sentence]:
        """Take the end of the text: the sentences that were still open."""
        if self._closed:
            return []
        self._closed = True
        return self._settled()

    def _settled(self) -> list[Sentence]:
        found = list(self._advance())
        keep = self._group if self._kind is not None else self._line
        given = [
            Sentence(self._base + start, self._base + end, self._text[start:end]) for start, end in found
        ]
        self._text = self._text[keep:]
        self._base += keep
        self._line -= keep
        self._group -= keep
        self._sought = max(self._sought - keep, 0)
        self._scanned = max(self._scanned - keep, 0)
        return given

    def _advance(self) -> Iterator[tuple[int, int]]:
        """Go through every line that is there, the last of which may be unfinished."""
        while self._line < len(self._text):
            end = self._end_of_line()
            yield from self._early(len(self._text) if end is None else end)
            if end is None or not self._below_is_known(end):
                return
            yield from self._take_line(end)
        if self._closed and self._kind is not None:
            yield from self._close_group(len(self._text))

    def _end_of_line(self) -> int | None:
        """Where the present line ends, its end included; ``None`` while it has not."""
        found = _LINE_END.search(self._text, max(self._sought, self._line))
        self._sought = len(self._text) if found is None else found.start()
        if found and (self._closed or found[0] != "\r" or found.end() < len(self._text)):
            return found.end()
        return len(self._text) if self._closed else None

    def _below_is_known(self, end: int) -> bool:
        """Whether it is settled if the line after ``end`` underlines the present one."""
        if (
            self._closed
            or self._is_prose
            or not self._lines.may_be_title(self._text[self._line : self._line + 1])
        ):
            return True
        below = self._text[end : end + _LONGEST_UNDERLINE]
        if len(below) == _LONGEST_UNDERLINE or _LINE_END.search(below):
            found = _LINE_END.search(below)
            return found is None or found[0] != "\r" or found.end() < len(below)
        run = below[:1]
        return not (run == "" or (run in UNDERLINE_CHARACTERS and not below.lstrip(run).strip()))

    def _take_line(self, end: int) -> Iterator[tuple[int, int]]:
        below = self._text[end : end + _LONGEST_UNDERLINE]
        cut = _LINE_END.search(below)
        line = self._start if self._is_prose else self._text[self._line : end]
        kind = self._lines.kind(line, below[: cut.end()] if cut else below, bool, prose=self._is_prose)
        goes_on = kind is UnitKind.PROSE and self._kind is not None
        if not goes_on:
            if self._kind is not None:
                yield from self._close_group(self._line)
            if kind in {UnitKind.PROSE, UnitKind.ITEM}:
                self._open_group(kind)
            elif kind is not None:
                yield trim(self._text, self._line, end)
        self._line = end
        self._is_prose = self._is_held = False

    def _open_group(self, kind: UnitKind | None) -> None:
        self._kind, self._group, self._scanned = kind, self._line, self._line

    def _close_group(self, end: int) -> Iterator[tuple[int, int]]:
        splits = self._kind is UnitKind.PROSE or end - self._group > MAX_WHOLE_ITEM
        yield from (
            split_prose(self._text, self._group, end) if splits else [trim(self._text, self._group, end)]
        )
        self._kind = None

    def _early(self, end: int) -> Iterator[tuple[int, int]]:
        """The sentences of prose that end before ``end``, the end of what is there of the present line."""
        if self._is_held or self._lines.in_fence:
            return
        if self._kind is not None and not self._is_prose and self._begins_block(end):
            yield from self._close_group(self._line)
        if self._kind is UnitKind.ITEM:
            return
        begin = self._group if self._kind is not None else self._line
        self._scanned = max(self._scanned, begin)
        for match in END.finditer(self._text, self._scanned, end):
            opening = OPENING.match(self._text, match.end(), end)
            following = opening.end() if opening else end
            if match.end() >= end or following >= end:
                self._scanned = match.start()
                return
            self._scanned = match.end()
            if not ends_sentence(self._text, begin, match, end):
                continue
            if not self._is_certain(match, following):
                self._scanned = match.start()
                return
            yield trim(self._text, begin, match.end())
            begin = self._group = match.end()
        self._scanned = max(self._scanned, self._start_of_marks(end))

    def _is_certain(self, mark: re.Match[str], following: int) -> bool:
        """Whether a sentence ends at a mark, whatever kind of line the present one turns out to be.

        It does not where signs that may open the next sentence stand between a mark of an earlier line and this
        line: of another block, they would be the end of the sentence.
        """
        if mark.start() >= self._line:
            return self._settle_as_prose(following + 1)
        self._is_held = following >= self._line and not self._text[mark.end() : self._line].isspace()
        return not self._is_held

    def _begins_block(self, end: int) -> bool:
        """Whether the present line, of which there is what stands before ``end``, is of another block."""
        start = self._text[self._line : min(end, self._line + _LONGEST_START)]
        return kind_of_line(start, may_be_code=False) in _BLOCK_KINDS

    def _settle_as_prose(self, end: int) -> bool:
        """Whether the present line is prose, as far as ``end``; from then on it is."""
        if self._is_prose:
            return True
        line = self._text[self._line : end]
        self._is_prose = (
            not FENCE.match(line) and kind_of_line(line, self._lines.may_be_code) is UnitKind.PROSE
        )
        self._is_held = not self._is_prose
        self._start = line
        if self._is_prose and self._kind is None:
            self._open_group(UnitKind.PROSE)
        return self._is_prose

    def _start_of_marks(self, end: int) -> int:
        """Where the marks begin that stand last: more of them may follow."""
        while end > self._scanned and self._text[end - 1] in _NOT_YET:
            end -= 1
        return end
