"""What the evidence names, indexed once: its words, its runs of words without spaces, its initials.

The question counts as a source of names too: whoever asks about ``Acme`` has named it. Nothing is judged here.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from fidedigno.consolidate.plain import plain
from fidedigno.ingest.stopwords import STOPWORDS
from fidedigno.verify.entities.vocabulary import is_function
from fidedigno.verify.passage import Passage
from fidedigno.verify.report import EvidenceSpan

_WORD = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"[A-Z]?[a-z]{2,}|[A-Z]{2,}(?![a-z])|\d+|[A-Z](?![a-z])")
_MIXED = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]{2}|[A-Za-z]\d|\d[A-Za-z]")
_MOST_PLACES = 400
"""Places of one word that are looked at: of a word that stands more often, none tells more."""
_GAP = 64
"""Between sources, so that no distance between words runs across them."""
_ONLY = {
    "es": frozenset(plain(word) for word in STOPWORDS["es"] - STOPWORDS["en"]),
    "en": frozenset(plain(word) for word in STOPWORDS["en"] - STOPWORDS["es"]),
}
QUESTION = -1
"""The place of the question among the sources."""


class Source(NamedTuple):
    """A text that names are known from; ``number`` is the passage's place, or ``QUESTION``."""

    number: int
    text: str
    cased: bool
    """Whether capitals mean something in it: it has both cases."""


class Token(NamedTuple):
    """``sources[source].text[start:end]``; ``folded`` is it without case and accents."""

    source: int
    start: int
    end: int
    folded: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """The sources and what is found in them. Places in ``positions`` count tokens, with gaps between sources."""

    sources: tuple[Source, ...]
    tokens: dict[int, Token]
    positions: dict[str, list[int]]
    runs: frozenset[str]
    """Words joined, up to three in a row: ``payment service`` is found as ``paymentservice``."""
    languages: frozenset[str]
    _initials: list[tuple[str, str]] = field(default_factory=list)
    _sorted: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, question: str, passages: Sequence[Passage]) -> Evidence:
        """Read the question and the passages, with what they are called."""
        sources = [Source(QUESTION, question, _is_cased(question))]
        sources += [Source(at, each.text, _is_cased(each.text)) for at, each in enumerate(passages)]
        tokens: dict[int, Token] = {}
        positions: dict[str, list[int]] = {}
        runs: set[str] = set()
        place = 0
        for number, source in enumerate(sources):
            place = _index(number, source.text, place + _GAP, tokens, positions, runs)
        for places in positions.values():
            # Humps of joined words come after the words.
            places.sort()
        for each in passages:
            for word in _WORD.findall(plain(each.id)):
                positions.setdefault(word, [])
                runs.add(word)
        return cls(tuple(sources), tokens, positions, frozenset(runs), _languages(passages))

    def has(self, folded: str) -> bool:
        """Whether the word occurs, in any case, singular or plural, whole or as a hump of a joined word."""
        return folded in self.positions or any(form in self.positions for form in forms(folded))

    def places(self, folded: str) -> list[int]:
        """Where the word stands, in order."""
        found = self.positions.get(folded)
        if found is None:
            return next((self.positions[form] for form in forms(folded) if form in self.positions), [])
        return found

    def written(self, place: int) -> str:
        """The token at a place as it is written."""
        token = self.tokens[place]
        return self.sources[token.source].text[token.start : token.end]

    def has_spelt(self, letters: str) -> bool:
        """Whether ``us`` stands as ``U.S.``, letter by letter."""
        return next(self.found(letters), None) is not None

    def found(self, words: Sequence[str], after: int = 0) -> Iterator[int]:
        """Where folded words stand in a row, from a place on; they are looked up by the rarest."""
        rarest = min(range(len(words)), key=lambda at: len(self.positions.get(words[at], ())))
        places = self.positions.get(words[rarest], [])
        begin = bisect_left(places, after + rarest)
        for place in places[begin : begin + _MOST_PLACES]:
            first = place - rarest
            if all(self._is_at(first + step, word) for step, word in enumerate(words)):
                yield first

    def _is_at(self, place: int, folded: str) -> bool:
        token = self.tokens.get(place)
        return token is not None and token.folded == folded

    def neighbour(self, place: int, step: int) -> int | None:
        """The place before (-1) or after (1), if a capitalised word stands there with nothing but blanks between."""
        here, there = self.tokens[place], self.tokens.get(place + step)
        if there is None:
            return None
        text = self.sources[here.source].text
        between = text[here.end : there.start] if step > 0 else text[there.end : here.start]
        former = here if step > 0 else there
        initial = between == ". " and former.end == former.start + 1
        if not initial and between.strip(" \u00a0") not in {"", "-"}:
            return None
        return place + step if text[there.start].isupper() else None

    def span(self, first: int, last: int) -> EvidenceSpan | None:
        """From one token to another as a span of a passage; none where it is in the question."""
        start, end = self.tokens[first], self.tokens[last]
        source = self.sources[start.source]
        if source.number == QUESTION or end.source != start.source:
            return None
        return EvidenceSpan(source.number, start.start, end.end, source.text[start.start : end.end])

    def has_beginning(self, letters: str) -> bool:
        """Whether a word begins with these letters."""
        if not self._sorted:
            self._sorted[:] = sorted(self.positions)
        at = bisect_left(self._sorted, letters)
        return at < len(self._sorted) and self._sorted[at].startswith(letters)

    def place(self, source: int, start: int, end: int) -> EvidenceSpan | None:
        """A stretch of a source as a span of a passage; none where it is in the question."""
        held = self.sources[source]
        return (
            None if held.number == QUESTION else EvidenceSpan(held.number, start, end, held.text[start:end])
        )

    def initials(self) -> tuple[str, str]:
        """The first letters of all words, and of all but function words, sources apart by blanks."""
        if not self._initials:
            every, content = [], []
            source = -1
            for token in self.tokens.values():
                if token.source != source:
                    every.append(" ")
                    content.append(" ")
                    source = token.source
                every.append(token.folded[0])
                if not is_function(token.folded):
                    content.append(token.folded[0])
            self._initials.append(("".join(every), "".join(content)))
        return self._initials[0]


def forms(folded: str) -> tuple[str, ...]:
    """Singular and plural of a word: ``api`` and ``apis``, ``ley`` and ``leyes``, ``company`` and ``companies``."""
    if len(folded) < 3:
        return ()
    found = [folded + "s", folded + "es"]
    if folded.endswith("s"):
        found.append(folded[:-1])
        if folded.endswith("es"):
            found.append(folded[:-2])
        if folded.endswith("ies"):
            found.append(folded[:-3] + "y")
    elif folded.endswith("y"):
        found.append(folded[:-1] + "ies")
    return tuple(found)


def _index(
    number: int,
    text: str,
    place: int,
    tokens: dict[int, Token],
    positions: dict[str, list[int]],
    runs: set[str],
) -> int:
    """Add the words of one source from ``place`` on; returns the place after the last."""
    found = [
        Token(number, match.start(), match.end(), match.group()) for match in _WORD.finditer(plain(text))
    ]
    words = [token.folded for token in found]
    tokens.update(zip(range(place, place + len(found)), found, strict=True))
    for at, word in enumerate(words, start=place):
        if word in positions:
            positions[word].append(at)
        else:
            positions[word] = [at]
    runs.update(words)
    runs.update(map("".join, pairwise(words)))
    runs.update(map("".join, zip(words, words[1:], words[2:], strict=False)))
    starts = [token.start for token in found]
    last = -1
    for match in _MIXED.finditer(text):
        at = bisect_right(starts, match.start()) - 1
        if at <= last or at < 0:
            continue
        last = at
        for part in _humps(text[found[at].start : found[at].end]):
            positions.setdefault(part, []).append(place + at)
            runs.add(part)
    return place + len(found)


@lru_cache(maxsize=8_192)
def _humps(word: str) -> tuple[str, ...]:
    """``paymentservice`` out of ``PaymentService`` gives ``payment`` and ``service``."""
    parts = [plain(part) for part in _HUMP.findall(word)]
    return tuple(parts) if 1 < len(parts) <= 8 else ()


def _is_cased(text: str) -> bool:
    sample = text[:4_000]
    return sample != sample.lower() and sample != sample.upper()


def _languages(passages: Sequence[Passage]) -> frozenset[str]:
    """The languages of the passages: as they are declared, else by their function words."""
    found: set[str] = set()
    for each in passages:
        if each.language:
            found.add(each.language)
            continue
        words = _WORD.findall(plain(each.text[:2_000]))
        counts = {language: sum(map(only.__contains__, words)) for language, only in _ONLY.items()}
        best = max(counts.values())
        found.update(language for language, count in counts.items() if count * 2 >= best)
    return frozenset(found)
