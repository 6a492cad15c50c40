"""Where the evidence speaks of a claim: its best sentences, by the words that they share.

Words are stems without accents, weighed by how rare they are in this evidence (inverse document frequency over
its sentences). A sentence may borrow from its neighbours (a claim often joins two) and from the heading or table
header over it. Only places and shares come out; nothing is judged here.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fidedigno.consolidate.passages import Word, sentences_of, words_in
from fidedigno.verify.passage import Passage
from fidedigno.verify.report import EvidenceSpan

FAMILY = 5
"""First letters that two words of one family share (``cancel``, ``cancellation``)."""
FAMILY_SHARE = 0.6
"""What a word of the same family counts."""
FIGURE_WEIGHT = 0.5
"""What a number weighs among words: a wrong one must not hide the sentence that it is wrong about."""
MOST_WINDOWS = 3


class Line(NamedTuple):
    """A sentence of a passage: its place, its words, and what stands over it (places and terms)."""

    passage: int
    start: int
    end: int
    words: tuple[Word, ...]
    terms: frozenset[str]
    above: frozenset[str]
    families: frozenset[str]
    over: tuple[tuple[int, int], ...] = ()


class Window(NamedTuple):
    """A sentence of the evidence and the weighed share of the claim's words that it has, in [0, 1]."""

    line: int
    share: float


@dataclass(frozen=True, slots=True)
class Aligned:
    """A claim's best windows, and how much of it the evidence has.

    ``best`` is the share in the best sentence, ``pair`` in the best two neighbours, ``whole`` in the whole
    evidence; ``plain`` the same as ``whole`` without weights. All are 1 for a claim without content words.
    """

    windows: tuple[Window, ...]
    best: float
    pair: float
    whole: float
    plain: float


class EvidenceText:
    """Passages read once, for the alignment of any number of claims. Immutable after it was made."""

    def __init__(self, passages: Sequence[Passage], limit: int) -> None:
        self.passages = tuple(passages)
        self.lines: list[Line] = []
        self.truncated = False
        left = limit
        for number, passage in enumerate(self.passages):
            text = passage.text[:left]
            self.truncated = self.truncated or len(text) < len(passage.text)
            left -= len(text)
            self._read(number, text, passage.language)
        self._holding: dict[str, list[int]] = defaultdict(list)
        self._families: dict[str, list[int]] = defaultdict(list)
        for number, line in enumerate(self.lines):
            for term in line.terms | line.above:
                self._holding[term].append(number)
            for family in line.families:
                self._families[family].append(number)
        self.terms = frozenset(self._holding)

    def _read(self, number: int, text: str, language: str | None) -> None:
        for start in range(0, len(text), BLOCK):
            self._read_block(number, text[start : start + BLOCK], start, language)

    def _read_block(self, number: int, text: str, offset: int, language: str | None) -> None:
        for each in sentences_of(text):
            words = tuple(words_in(text, each.start, each.end, language))
            placed = words if not offset else tuple(_moved(word, offset) for word in words)
            over = tuple(span for span in (each.heading, each.lead) if span)
            above = frozenset(
                term for span in over for word in words_in(text, *span, language) for term in word.terms
            )
            terms = frozenset(term for word in words for term in word.terms)
            families = frozenset(term[:FAMILY] for term in terms if len(term) > FAMILY)
            self.lines.append(
                Line(
                    number,
                    each.start + offset,
                    each.end + offset,
                    placed,
                    terms,
                    above,
                    families,
                    tuple((first + offset, last + offset) for first, last in over),
                )
            )

    def rarity(self, terms: frozenset[str]) -> float:
        """Weight of a word: the rarer among the sentences, the heavier; at least 1 for what none has."""
        holding = max((len(self._holding.get(term, ())) for term in terms), default=0)
        return math.log1p((len(self.lines) + 1) / (holding + 0.5))

    def span(self, line: int) -> EvidenceSpan:
        """A sentence as a place in its passage."""
        each = self.lines[line]
        text = self.passages[each.passage].text[each.start : each.end]
        return EvidenceSpan(each.passage, each.start, each.end, text)

    def above(self, line: int) -> str:
        """What stands over a sentence: its heading, the lead-in of its list or the header row of its table."""
        each = self.lines[line]
        return " ".join(self.passages[each.passage].text[first:last] for first, last in each.over)

    def before(self, line: int) -> str:
        """The sentence before, in the same passage; empty for the first."""
        if not line or self.lines[line - 1].passage != self.lines[line].passage:
            return ""
        each = self.lines[line - 1]
        return self.passages[each.passage].text[each.start : each.end]

    def align(self, words: Sequence[Word]) -> Aligned:
        """Align the words of a claim."""
        concepts = list(dict.fromkeys(word.terms for word in words if word.terms))
        if not concepts:
            return Aligned((), 1.0, 1.0, 1.0, 1.0)
        total = plain_total = whole = plain = 0.0
        gained: dict[int, float] = defaultdict(float)
        paired: dict[int, float] = defaultdict(float)
        for terms in concepts:
            weight = self.rarity(terms) * (FIGURE_WEIGHT if min(terms)[0].isdigit() else 1.0)
            total += weight
            plain_total += 1
            held = self._held(terms)
            if not held:
                continue
            most = max(held.values())
            whole += weight * most
            plain += most
            both: dict[int, float] = {}
            for line, share in held.items():
                gained[line] += weight * share
                both[line] = max(both.get(line, 0.0), share)
                if line and self.lines[line - 1].passage == self.lines[line].passage:
                    both[line - 1] = max(both.get(line - 1, 0.0), share)
            for line, share in both.items():
                paired[line] += weight * share
        ranked = sorted(gained.items(), key=lambda each: (-each[1], each[0]))[:MOST_WINDOWS]
        windows = tuple(Window(line, weight / total) for line, weight in ranked)
        return Aligned(
            windows,
            windows[0].share if windows else 0.0,
            max(paired.values(), default=0.0) / total,
            whole / total,
            plain / plain_total,
        )

    def _held(self, terms: frozenset[str]) -> dict[int, float]:
        """In which sentences a word stands, and how surely."""
        held: dict[int, float] = {}
        for term in terms:
            for line in self._holding.get(term, ()):
                held[line] = 1.0
        if not held:
            for term in terms:
                if len(term) > FAMILY:
                    for line in self._families.get(term[:FAMILY], ()):
                        held[line] = FAMILY_SHARE
        return held


BLOCK = 20_000
"""Characters of a passage that are cut into sentences at once."""


def _moved(word: Word, offset: int) -> Word:
    return Word(word.start + offset, word.end + offset, word.text, word.terms)
