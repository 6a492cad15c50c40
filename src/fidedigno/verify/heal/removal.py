"""Taking units out of an answer so that the rest reads well: white space, list numbers, table rules, marks.

Every cut and every adapted number is a stretch of the original answer; nothing else is touched.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from fidedigno.ingest.sentences import Unit, UnitKind
from fidedigno.verify.heal.layout import Layout

_SPACE = re.compile(r"\s*")
_MARKER = re.compile(r"(?:[-*+•·‣]|(?P<number>\d{1,3})[.)]|[a-z][.)]|\*{2,5}|\.{1,5})\s+")
_FENCES = ("```", "~~~", "----")
_BOLD = re.compile(r"\*\*")


class Cut(NamedTuple):
    """``answer[start:end]`` becomes ``replacement``; ``unit`` is what is taken out by it, None for an adaptation."""

    start: int
    end: int
    replacement: str = ""
    unit: int | None = None


def cuts(layout: Layout, doomed: frozenset[int]) -> tuple[Cut, ...]:
    """The cuts that take out ``doomed``, in order, with list numbers and emphasis adapted to what is left."""
    found: list[Cut] = []
    for first, last in _runs(doomed):
        found += _run(layout, first, last)
    taken = _Taken(found)
    found += [each for each in _renumbered(layout, doomed) if not taken.covers(each.start)]
    found += _marks(layout, found, taken)
    return tuple(sorted(found))


class _Taken:
    """Which characters are cut out already."""

    def __init__(self, cut: list[Cut]) -> None:
        self.spans = sorted((each.start, each.end) for each in cut)

    def covers(self, place: int) -> bool:
        at = bisect_right(self.spans, (place, 2**62))
        return at > 0 and self.spans[at - 1][1] > place


def _runs(doomed: frozenset[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for number in sorted(doomed):
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


def _run(layout: Layout, first: int, last: int) -> list[Cut]:
    """One cut for each unit of a run of neighbours; together they are one stretch but for marks between them."""
    start, end = _bounds(layout, first, last)
    found: list[Cut] = []
    for number in range(first, last + 1):
        unit = layout.units[number]
        begin = start if number == first else _opening(layout, unit)
        begin = max(begin, found[-1].end) if found else begin
        stop = end if number == last else _closing(layout, unit, layout.units[number + 1])
        found.append(Cut(begin, max(begin, stop), "", number))
    return found


def _opening(layout: Layout, unit: Unit) -> int:
    return _fence_before(layout.answer, unit.start) if unit.kind is UnitKind.CODE else unit.start


def _closing(layout: Layout, unit: Unit, following: Unit) -> int:
    """Where the cut of a unit ends whose neighbour is cut too: at the neighbour, unless a mark stands between."""
    if unit.block == following.block:
        return following.start
    end = _fence_after(layout.answer, unit.end) if unit.kind is UnitKind.CODE else unit.end
    return _space_end(layout.answer, end)


def _bounds(layout: Layout, first: int, last: int) -> tuple[int, int]:
    answer, unit, final = layout.answer, layout.units[first], layout.units[last]
    before = layout.units[first - 1] if first else None
    after = layout.units[last + 1] if last + 1 < len(layout.units) else None
    start, end = unit.start, final.end
    if unit.kind is UnitKind.CODE:
        start = _fence_before(answer, start)
    if final.kind is UnitKind.CODE:
        end = _fence_after(answer, end)
    keeps_marker = _keeps_marker(layout, first, last)
    if keeps_marker:
        start = keeps_marker
    if after is not None and after.block == final.block:
        space = _space_end(answer, end)
        return (start, after.start if space == after.start else end)
    if before is not None and before.block == unit.block:
        back = len(answer[:start].rstrip()) if start - before.end < 200 else start
        return (max(back, before.end) if back <= start else start, end)
    space = _space_end(answer, end)
    if space == len(answer):
        return (len(answer[:start].rstrip()), space)
    return (_line_start(answer, start), max(end, answer.rfind("\n", end, space) + 1))


def _keeps_marker(layout: Layout, first: int, last: int) -> int:
    """Behind the marker of a list item whose later sentences stay, else 0."""
    unit, after = layout.units[first], last + 1
    marker = _MARKER.match(layout.answer, unit.start) if unit.kind is UnitKind.ITEM else None
    if marker is None or after >= len(layout.units) or layout.units[after].block != unit.block:
        return 0
    opens = any(
        _MARKER.match(layout.answer, layout.units[each].start) for each in range(first + 1, after + 1)
    )
    return 0 if opens else marker.end()


def _space_end(text: str, start: int) -> int:
    found = _SPACE.match(text, start)
    return found.end() if found else start


def _line_start(text: str, start: int) -> int:
    begin = text.rfind("\n", 0, start) + 1
    return begin if not text[begin:start].strip() else start


def _fence_before(text: str, start: int) -> int:
    """The beginning of the line that opens a code block, where one does."""
    end_of_previous = text.rfind("\n", 0, start)
    begin = text.rfind("\n", 0, max(end_of_previous, 0)) + 1
    line = text[begin : max(end_of_previous, begin)].strip()
    return begin if line.startswith(_FENCES) else start


def _fence_after(text: str, end: int) -> int:
    begin = _space_end(text, end)
    stop = text.find("\n", begin)
    stop = len(text) if stop < 0 else stop
    return stop if text.startswith(_FENCES, begin) else end


def _renumbered(layout: Layout, doomed: frozenset[int]) -> list[Cut]:
    """New numbers for the items that stay in an ordered list, where its numbers counted up."""
    found: list[Cut] = []
    for block in {layout.units[number].block for number in doomed}:
        first, last = layout.blocks[block]
        if layout.units[first].kind is UnitKind.ITEM:
            found += _renumbered_list(layout, doomed, range(first, last + 1))
    return found


def _renumbered_list(layout: Layout, doomed: frozenset[int], block: range) -> list[Cut]:
    counters: dict[int, tuple[int, int]] = {}
    found = []
    for number in block:
        start = layout.units[number].start
        marker = _MARKER.match(layout.answer, start)
        if marker is None:
            continue
        indent = start - (layout.answer.rfind("\n", 0, start) + 1)
        counters = {key: value for key, value in counters.items() if key <= indent}
        if marker["number"] is None:
            continue
        written = int(marker["number"])
        previous, upcoming = counters.get(indent, (written - 1, written))
        if written != previous + 1:
            upcoming = written
        if number not in doomed and upcoming != written:
            found.append(Cut(start, marker.end("number"), str(upcoming)))
        stays = number not in doomed or _keeps_marker(layout, number, number)
        counters[indent] = (written, upcoming + 1 if stays else upcoming)
    return found


def _marks(layout: Layout, found: list[Cut], taken: _Taken) -> list[Cut]:
    """The bold marks that lost their partner to a cut, in the same block."""
    adapted: list[Cut] = []
    for block in {layout.units[each.unit].block for each in found if each.unit is not None}:
        first, last = layout.blocks[block]
        begin, end = layout.units[first].start, layout.units[last].end
        places = [match.start() for match in _BOLD.finditer(layout.answer, begin, end)]
        for one, other in zip(places[::2], places[1::2], strict=False):
            if taken.covers(one) != taken.covers(other):
                left = other if taken.covers(one) else one
                adapted.append(Cut(left, left + 2))
    return adapted
