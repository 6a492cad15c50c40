"""How an answer is built: its sentences, items, rows and code, and what of it may not be rewritten.

A unit is the least that is taken out: a sentence, a list item, a table row, a whole block of code. Text inside
code or quotation marks is protected: it is kept or taken out, never written over.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from fidedigno.ingest.sentences import Unit, UnitKind, units

_QUOTED = re.compile(r"“[^“”\n]{1,600}”|«[^«»\n]{1,600}»|\"[^\"\n]{1,600}\"|`[^`\n]{1,600}`")
_WORD = re.compile(r"[^\W_]")
_LEADS = (":", ":**", ":*", ":__", ":_")


@dataclass(frozen=True, slots=True)
class Layout:
    """An answer and its units in order; ``blocks`` gives the first and last unit of each block."""

    answer: str
    units: tuple[Unit, ...]
    protected: tuple[tuple[int, int], ...]
    blocks: dict[int, tuple[int, int]]
    starts: tuple[int, ...]

    def touching(self, start: int, end: int) -> range:
        """The units that share a character with ``[start, end)``."""
        first = bisect_right(self.starts, start) - 1
        if first < 0 or self.units[first].end <= start:
            first += 1
        return range(first, max(first, bisect_left(self.starts, max(end, start + 1))))

    def is_protected(self, start: int, end: int) -> bool:
        """Whether the place lies, wholly or in part, inside code or a quotation."""
        at = bisect_left(self.protected, (end, end))
        return at > 0 and self.protected[at - 1][1] > start

    def text(self, number: int) -> str:
        """The text of a unit."""
        unit = self.units[number]
        return self.answer[unit.start : unit.end]

    def block_of(self, number: int) -> range:
        """The units of the block that a unit belongs to."""
        first, last = self.blocks[self.units[number].block]
        return range(first, last + 1)

    def closed(self, doomed: frozenset[int]) -> frozenset[int]:
        """``doomed`` and what cannot stand without it: the rest of a code block, lead-ins, headings, header rows."""
        whole = set(doomed)
        for block in {self.units[number].block for number in doomed}:
            first, last = self.blocks[block]
            kind = self.units[first].kind
            if kind is UnitKind.CODE or (kind is UnitKind.ROW and self._loses_rows(first, last, whole)):
                whole.update(range(first, last + 1))
        for number in range(len(self.units) - 1, -1, -1):
            if number not in whole and self._is_orphan(number, whole):
                whole.add(number)
        return frozenset(whole)

    def says_something(self, doomed: frozenset[int]) -> bool:
        """Whether a sentence, item or row with a word is left."""
        return any(
            number not in doomed and unit.kind is not UnitKind.HEADING and _WORD.search(self.text(number))
            for number, unit in enumerate(self.units)
        )

    def _loses_rows(self, first: int, last: int, doomed: set[int]) -> bool:
        """Whether all but the header row of a table is taken out."""
        if first == last or not doomed.issuperset(range(first + 1, last + 1)):
            return False
        return "-" in self.answer[self.units[first].end : self.units[first + 1].start]

    def _is_orphan(self, number: int, doomed: set[int]) -> bool:
        """Whether a heading or lead-in has lost all that stood under it."""
        unit, following = self.units[number], number + 1
        if following >= len(self.units) or following not in doomed:
            return False
        if unit.kind is UnitKind.HEADING:
            under = self._under(number)
            return bool(under) and under <= doomed
        leads = unit.kind is UnitKind.PROSE and self.text(number).endswith(_LEADS)
        below = self.block_of(following)
        return leads and self.units[following].block != unit.block and doomed.issuperset(below)

    def _level(self, number: int) -> int:
        text = self.text(number)
        return (len(text) - len(text.lstrip("#="))) or 1

    def _under(self, number: int) -> set[int]:
        """The units under a heading, deeper headings included."""
        level = self._level(number)
        under: set[int] = set()
        for each in range(number + 1, len(self.units)):
            if self.units[each].kind is UnitKind.HEADING and self._level(each) <= level:
                break
            under.add(each)
        return under


def read_layout(answer: str) -> Layout:
    """Read an answer. Linear in its length."""
    found = tuple(units(answer))
    blocks: dict[int, tuple[int, int]] = {}
    for number, unit in enumerate(found):
        first = blocks[unit.block][0] if unit.block in blocks else number
        blocks[unit.block] = (first, number)
    code = [(unit.start, unit.end) for unit in found if unit.kind is UnitKind.CODE]
    quoted = [match.span() for match in _QUOTED.finditer(answer)]
    return Layout(answer, found, _merged([*code, *quoted]), blocks, tuple(unit.start for unit in found))


def _merged(spans: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)
