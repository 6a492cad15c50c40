"""Changes to a text: what stood where, what stands there now, why, and on what evidence.

Changes are of one text, in order, and never overlap; so the healed text follows from the original and the changes,
and the original from the healed text and the changes.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from fidedigno.verify.report import EvidenceSpan

_ENDLESS = 2**62


class ChangeKind(StrEnum):
    """What was done at a place. LAYOUT adapts numbering and marks to what is left; NOTE adds a word of ours."""

    REPLACED = "replaced"
    BILLING = "billing"
    QUOTED = "quoted"
    REMOVED = "removed"
    LAYOUT = "layout"
    NOTE = "note"
    REWRITTEN = "rewritten"
    DECLINED = "declined"


@dataclass(frozen=True, slots=True)
class Change:
    """``answer[start:end]``, which is ``original``, became ``replacement``.

    Offsets are of the original answer. ``reason`` is the code of a finding, or ``layout``, ``note``,
    ``follows_removed``, ``not_answered``.
    """

    kind: ChangeKind
    start: int
    end: int
    original: str
    replacement: str
    reason: str
    evidence: EvidenceSpan | None = None

    def to_dict(self, *, text: bool = True) -> dict[str, Any]:
        """The change as JSON values; without ``text`` offsets and codes only, fit for a log."""
        evidence = dict(self.evidence._asdict()) if self.evidence else None
        if evidence and not text:
            del evidence["text"]
        return {
            "kind": self.kind.value,
            "start": self.start,
            "end": self.end,
            **({"original": self.original, "replacement": self.replacement} if text else {}),
            "reason": self.reason,
            "evidence": evidence,
        }


def settled(wanted: Iterable[Change]) -> tuple[Change, ...]:
    """The changes that can be made together, in order; of two that overlap, the one that comes first in ``wanted``."""
    chosen: list[Change] = []
    starts: list[int] = []
    for change in wanted:
        at = bisect_left(starts, change.start)
        after_previous = at == 0 or chosen[at - 1].end <= change.start
        before_next = at == len(chosen) or change.end <= chosen[at].start
        if after_previous and before_next and change.original != change.replacement:
            starts.insert(at, change.start)
            chosen.insert(at, change)
    return tuple(chosen)


def applied(answer: str, changes: Sequence[Change]) -> str:
    """The text after the changes."""
    parts, position = [], 0
    for change in changes:
        parts += [answer[position : change.start], change.replacement]
        position = change.end
    return "".join([*parts, answer[position:]])


def restored(healed: str, changes: Sequence[Change]) -> str:
    """The text before the changes."""
    parts, position, original = [], 0, 0
    for change in changes:
        kept = change.start - original
        parts += [healed[position : position + kept], change.original]
        position += kept + len(change.replacement)
        original = change.end
    return "".join([*parts, healed[position:]])


class _Stretch(NamedTuple):
    """``healed[start:end]``, from ``answer[source:source_end]``: kept letter for letter, or put in its place."""

    start: int
    end: int
    source: int
    source_end: int
    put_in: bool


class Trace:
    """Where a place of the healed text comes from."""

    def __init__(self, changes: Sequence[Change]) -> None:
        self._stretches = tuple(_stretches(changes))
        self._ends = [each.end for each in self._stretches]

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """Where ``healed[start:end]`` was in the original; all of a stretch that was written over and is touched."""
        first = self._stretches[bisect_right(self._ends, start)]
        last = self._stretches[bisect_left(self._ends, max(end, start + 1))]
        begin = first.source if first.put_in else first.source + start - first.start
        stop = last.source_end if last.put_in else last.source + end - last.start
        return begin, max(begin, stop)


def _stretches(changes: Sequence[Change]) -> Iterator[_Stretch]:
    position, original = 0, 0
    for change in changes:
        kept = change.start - original
        if kept:
            yield _Stretch(position, position + kept, original, change.start, False)
        position += kept
        if change.replacement:
            yield _Stretch(position, position + len(change.replacement), change.start, change.end, True)
        position += len(change.replacement)
        original = change.end
    yield _Stretch(position, _ENDLESS, original, _ENDLESS, False)
