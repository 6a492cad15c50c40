"""Where the evidence speaks of a claim: its best sentences, by the words that they share.

Words are stems without accents, weighed by how rare they are in this evidence (inverse document frequency over
its sentences). A sentence may borrow from its neighbours (a claim often joins two) and from the heading or table
header over it. Only places and shares come out; nothing is judged here.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fidedigno.consolidate.passages import Sentence, Word, sentences_of, words_in
from fidedigno.ingest.sentences import UnitKind
from fidedigno.verify.kept import Kept
from fidedigno.verify.passage import Passage
from fidedigno.verify.report import EvidenceSpan

FAMILY = 5
"""First letters that two words of one family share (``cancel``, ``cancellation``)."""
FAMILY_SHARE = 0.6
"""What a word of the same family counts."""
FIGURE_WEIGHT = 0.5
"""What a number weighs among words: a wrong one must not hide the sentence that it is wrong about."""
MOST_WINDOWS = 3
BLOCK = 20_000
"""Characters of a passage that are cut into sentences at once."""
MOST_ABOVE = 500
"""Characters that are read of a heading or header row: it stands over every sentence below."""
_LONGEST_WORD = 100
_BREAKS = (("\n#", 1), ("\n\n", 2), ("\n", 1), (". ", 2), (" ", 1))
"""Where a long passage is cut, the best first, and how many characters of the mark stay with what is before."""


Place = tuple[int, int]
"""``[start, end)`` in a passage."""


class Line(NamedTuple):
    """A sentence of a passage: its place, its words, and what stands over it (places and terms)."""

    passage: int
    start: int
    end: int
    words: tuple[Word, ...]
    terms: frozenset[str]
    above: frozenset[str]
    families: frozenset[str]
    over: tuple[Place, ...] = ()


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
        self.texts: list[str] = []
        """What is read of each passage."""
        self.truncated = False
        left = limit
        for number, passage in enumerate(self.passages):
            text = first_words(passage.text, left)
            self.truncated = self.truncated or len(text) < len(passage.text)
            left -= len(text)
            self.texts.append(text)
            found = lines_of(text, passage.language)
            self.lines += [Line(number, *line[1:]) for line in found] if number else found
        self._index()

    def only(self, passages: Collection[int]) -> EvidenceText:
        """The evidence of some of the passages alone, by their places; nothing is read again."""
        found = EvidenceText((), 1)
        found.passages, found.texts = self.passages, self.texts
        found.lines = [line for line in self.lines if line.passage in passages]
        found._index()
        return found

    def _index(self) -> None:
        self._holding: dict[str, list[int]] = defaultdict(list)
        self._families: dict[str, list[int]] = defaultdict(list)
        for number, line in enumerate(self.lines):
            for term in line.terms | line.above:
                self._holding[term].append(number)
            for family in line.families:
                self._families[family].append(number)
        self.terms = frozenset(self._holding)

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


def lines_of(text: str, language: str | None) -> tuple[Line, ...]:
    """The sentences of a passage, as those of passage 0; kept, for passages come again."""
    return _kept.get((text, language), len(text), lambda: tuple(_read(text, language)))


_kept: Kept[tuple[Line, ...]] = Kept()


def _read(text: str, language: str | None) -> Iterator[Line]:
    heading: Place | None = None
    lead: Place | None = None
    table: tuple[UnitKind, Place] | None = None
    terms_above: dict[Place, frozenset[str]] = {}
    for start, end in _blocks(text):
        sentences = [_placed(each, start) for each in sentences_of(text[start:end])]
        for each in sentences:
            lead = each.lead
            if table and each.heading is None and each.block == sentences[0].block and each.kind is table[0]:
                lead = lead or table[1]
            heading = each.heading or heading
            over = tuple(_short(place) for place in (heading, lead) if place)
            for place in over:
                if place not in terms_above:
                    terms_above[place] = _terms(words_in(text, *place, language))
            above = frozenset(term for place in over for term in terms_above[place])
            yield _line(text, each, language, above, over)
        # A table or list that a block's end cuts through keeps what stands over it.
        last = sentences[-1] if sentences and not text.startswith("\n", end) else None
        table = (last.kind, lead) if last and lead else None


def _placed(sentence: Sentence, offset: int) -> Sentence:
    """A sentence of a block, with its places in the passage."""
    if not offset:
        return sentence
    heading, lead = (
        place and (place[0] + offset, place[1] + offset) for place in (sentence.heading, sentence.lead)
    )
    return sentence._replace(
        start=sentence.start + offset, end=sentence.end + offset, heading=heading, lead=lead
    )


def _line(
    text: str,
    sentence: Sentence,
    language: str | None,
    above: frozenset[str],
    over: tuple[Place, ...],
) -> Line:
    words = tuple(words_in(text, sentence.start, sentence.end, language))
    terms = _terms(words)
    families = frozenset(term[:FAMILY] for term in terms if len(term) > FAMILY)
    return Line(0, sentence.start, sentence.end, words, terms, above, families, over)


def _terms(words: Iterable[Word]) -> frozenset[str]:
    return frozenset(term for word in words for term in word.terms)


def _short(place: Place) -> Place:
    return place[0], min(place[1], place[0] + MOST_ABOVE)


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Stretches of at most :data:`BLOCK` characters that end, if they can, before a heading, or with a paragraph,
    a line, a sentence or a word."""
    start = 0
    while len(text) - start > BLOCK:
        end = start + BLOCK
        for mark, kept in _BREAKS:
            at = text.rfind(mark, start + BLOCK // 2, end)
            if at >= 0:
                end = at + kept
                break
        yield start, end
        start = end
    yield start, len(text)


def first_words(text: str, limit: int) -> str:
    """The first ``limit`` characters of a text, without a word or figure that would be cut at their end."""
    if len(text) <= limit:
        return text
    kept = limit
    while kept > max(0, limit - _LONGEST_WORD) and text[kept - 1].isalnum() and text[kept].isalnum():
        kept -= 1
    return text[:kept]
