"""What the evidence names, indexed once: its words, its runs of words without spaces, its initials.

The question counts as a source of names too: whoever asks about ``Acme`` has named it. Nothing is judged here.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from fidedigno.consolidate.plain import plain
from fidedigno.ingest.stopwords import STOPWORDS
from fidedigno.verify.entities.source_index import SourceIndex, index_of
from fidedigno.verify.entities.vocabulary import is_function
from fidedigno.verify.passage import Passage
from fidedigno.verify.report import EvidenceSpan

_WORD = re.compile(r"[^\W_]+")
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


class Tokens:
    """The words of all sources by their place, counted through with gaps between the sources."""

    def __init__(self, indexes: Sequence[SourceIndex], offsets: Sequence[int]) -> None:
        self._indexes, self._offsets = indexes, offsets

    def get(self, place: int) -> Token | None:
        """The word at a place; None in a gap."""
        source = bisect_right(self._offsets, place) - 1
        if source < 0:
            return None
        index, at = self._indexes[source], place - self._offsets[source]
        if at >= len(index.words):
            return None
        start, word = index.starts[at], index.words[at]
        return Token(source, start, start + len(word), word)

    def __getitem__(self, place: int) -> Token:
        token = self.get(place)
        if token is None:
            raise KeyError(place)
        return token

    def __contains__(self, place: int) -> bool:
        return self.get(place) is not None

    def __iter__(self) -> Iterator[int]:
        for index, offset in zip(self._indexes, self._offsets, strict=True):
            yield from range(offset, offset + len(index.words))


class Positions(Mapping[str, list[int]]):
    """The places of each word over all sources, in order; put together when a word is first asked for."""

    def __init__(
        self, indexes: Sequence[SourceIndex], offsets: Sequence[int], called: AbstractSet[str]
    ) -> None:
        self._indexes, self._offsets, self._called = indexes, offsets, called
        self._found: dict[str, list[int]] = {}

    def __getitem__(self, word: str) -> list[int]:
        found = self._found.get(word)
        if found is None:
            if word not in self:
                raise KeyError(word)
            found = [
                offset + place
                for index, offset in zip(self._indexes, self._offsets, strict=True)
                for place in index.positions.get(word, ())
            ]
            self._found[word] = found
        return found

    def __contains__(self, word: object) -> bool:
        return word in self._called or any(word in index.positions for index in self._indexes)

    def __iter__(self) -> Iterator[str]:
        return iter({*self._called, *(word for index in self._indexes for word in index.positions)})

    def __len__(self) -> int:
        return sum(1 for _ in self)


class Runs:
    """Words joined, up to three in a row: ``payment service`` is found as ``paymentservice``."""

    def __init__(self, indexes: Sequence[SourceIndex], called: AbstractSet[str]) -> None:
        self._indexes, self._called = indexes, called

    def __contains__(self, joined: str) -> bool:
        return joined in self._called or any(joined in index.runs for index in self._indexes)


@dataclass(frozen=True)
class Evidence:
    """The sources and what is found in them. Places in ``positions`` count tokens, with gaps between sources."""

    sources: tuple[Source, ...]
    indexes: tuple[SourceIndex, ...]
    tokens: Tokens
    positions: Positions
    runs: Runs
    languages: frozenset[str]

    @classmethod
    def of(cls, question: str, passages: Sequence[Passage]) -> Evidence:
        """Read the question and the passages, with what they are called."""
        indexes = tuple(index_of(text) for text in (question, *(each.text for each in passages)))
        sources = tuple(
            Source(number, index.text, index.cased) for number, index in enumerate(indexes, start=QUESTION)
        )
        offsets, place = [], 0
        for index in indexes:
            offsets.append(place + _GAP)
            place = offsets[-1] + len(index.words)
        called = frozenset(word for each in passages for word in _WORD.findall(plain(each.id)))
        return cls(
            sources,
            indexes,
            Tokens(indexes, offsets),
            Positions(indexes, offsets, called),
            Runs(indexes, called),
            _languages(passages),
        )

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
        return self.place(start.source, start.start, end.end) if end.source == start.source else None

    def has_beginning(self, letters: str) -> bool:
        """Whether a word begins with these letters."""
        at = bisect_left(self._in_order, letters)
        return at < len(self._in_order) and self._in_order[at].startswith(letters)

    @cached_property
    def _in_order(self) -> list[str]:
        return sorted(self.positions)

    def place(self, source: int, start: int, end: int) -> EvidenceSpan | None:
        """A stretch of a source as a span of a passage; none where it is in the question."""
        held = self.sources[source]
        return (
            None if held.number == QUESTION else EvidenceSpan(held.number, start, end, held.text[start:end])
        )

    @cached_property
    def initials(self) -> tuple[str, str]:
        """The first letters of all words, and of all but function words, sources apart by blanks."""
        every = " ".join("".join(word[0] for word in index.words) for index in self.indexes)
        content = " ".join(
            "".join(word[0] for word in index.words if not is_function(word)) for index in self.indexes
        )
        return f" {every}", f" {content}"


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
