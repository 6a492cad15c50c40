"""Which words of a text belong to which of several names in it: *grain in Kinross; seed potatoes in Perth*.

A sentence is cut between two names at the strongest mark between them (a semicolon before a conjunction before a
comma); where nothing stands between, both have the same words. Only words and their places come out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from fidedigno.consolidate.passages import Word, words_in

_MARKS = (
    re.compile(
        r"[.!?…](?=\s)|\n|[;|]|\s[–—]\s|\b(?:whereas|while|but|mientras que|mientras|pero|en cambio)\b", re.IGNORECASE
    ),
    re.compile(r",?\s(?:and|y|e)\s", re.IGNORECASE),
    re.compile(r"[,:]\s"),
)  # fmt: skip
_STOP = re.compile(r"[.!?…](?=\s+[^\s])|\n")
_REACH = 320
"""Characters around a name that are looked at."""
_STEM = 5


@dataclass(frozen=True, slots=True)
class Segment:
    """The words before and behind a name that are its own; ``strong``: it begins a clause that stands alone."""

    before: tuple[Word, ...]
    behind: tuple[Word, ...]
    start: int
    end: int
    opening: int
    """Where the words before begin: behind the mark."""
    strong: bool

    @property
    def content(self) -> tuple[Word, ...]:
        """All that are no function words."""
        return tuple(each for each in (*self.before, *self.behind) if each.terms)


class _Cut(NamedTuple):
    start: int
    end: int
    strong: bool


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The sentence of ``text[start:end]``, or what of it is within reach."""
    first, last = max(0, start - _REACH), min(len(text), end + _REACH)
    for match in _STOP.finditer(text, first, start):
        first = match.end()
    stop = _STOP.search(text, end, last)
    return first, stop.start() if stop else last


def segments_of(text: str, first: int, last: int, names: Sequence[tuple[int, int]]) -> list[Segment]:
    """The segments of ``names``, which stand in order in ``text[first:last]``."""
    cuts: list[_Cut | None] = [_Cut(first, first, True)]
    for (_, end), (start, _) in pairwise(names):
        cuts.append(_strongest(text, end, start))
    found = []
    for number, (start, end) in enumerate(names):
        before = cuts[number]
        # Without a mark between two names the words before the first are those of the second too.
        at = number
        while before is None:
            at -= 1
            before = cuts[at]
        follows = next((cut for cut in cuts[number + 1 :] if cut is not None), None)
        stop = follows.start if follows else last
        sentence = sentence_around(text, start, end)
        begin, stop = max(before.end, sentence[0]), min(stop, sentence[1])
        found.append(
            Segment(
                tuple(words_in(text, begin, start)),
                tuple(words_in(text, end, max(end, stop))),
                start,
                end,
                begin,
                before.strong or begin > before.end,
            )
        )
    return found


def _strongest(text: str, start: int, end: int) -> _Cut | None:
    for strength, mark in enumerate(_MARKS):
        found = list(mark.finditer(text, start, end))
        if found:
            return _Cut(found[-1].start(), found[-1].end(), strength == 0)
    return None


def alike(one: Word, other: Word) -> bool:
    """Whether two words are one by their stems, or of one family (``damage``, ``damages``, ``damaged``)."""
    if not one.terms.isdisjoint(other.terms) or one.text == other.text:
        return True
    return len(one.text) > _STEM and one.text[:_STEM] == other.text[:_STEM]


def without(words: Sequence[Word], others: Sequence[Word]) -> list[Word]:
    """Content words of ``words`` that are like none of ``others``."""
    return [each for each in words if each.terms and not any(alike(each, other) for other in others)]
