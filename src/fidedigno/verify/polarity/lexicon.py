"""The opposites of both languages by root; see ``opposites.yaml`` for what its kinds mean.

A word may be of several pairs. Two words are opposed where one pair has them on different sides and none has them
on the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache, lru_cache
from typing import NamedTuple

from fidedigno.consolidate.plain import plain
from fidedigno.verify.polarity.data import LANGUAGES, load, refuse
from fidedigno.verify.polarity.roots import root_of

_NAME = "opposites.yaml"
_SIDES = 2
_SHORT = 7
"""Letters of an adjective that is compared by an ending."""


class Kind(StrEnum):
    """What kind of opposition a pair is."""

    ACTION = "action"
    QUALITY = "quality"
    CONTRAST = "contrast"
    COMPARISON = "comparison"
    CONVERSE = "converse"


_DONE = frozenset({Kind.ACTION, Kind.COMPARISON, Kind.CONVERSE})


class Place(NamedTuple):
    """Where a root stands: on ``side`` 0 or 1 of pair ``row``; ``base`` is the first word of that side."""

    row: int
    side: int
    kind: Kind
    base: str


class _Lexicon(NamedTuple):
    by_root: dict[str, dict[str, tuple[Place, ...]]]
    rows: int


@cache
def lexicon() -> _Lexicon:
    """All pairs, read.

    Raises:
        ConfigurationError: where a row has not two sides of folded words in both languages.
    """
    data = load(_NAME)
    if not isinstance(data, dict) or set(data) != set(Kind):
        raise refuse(_NAME, "the list of kinds")
    found: dict[str, dict[str, dict[tuple[int, int], Place]]] = {language: {} for language in LANGUAGES}
    row = 0
    for kind in Kind:
        for pair in data[kind]:
            for language in LANGUAGES:
                for side, words in enumerate(_sides(pair, language)):
                    for word in words:
                        place = Place(row, side, kind, words[0])
                        places = found[language].setdefault(joined_root(word, language), {})
                        if (row, 1 - side) in places:
                            raise refuse(_NAME, f"{word}, which is on both sides of {pair!r},")
                        places.setdefault((row, side), place)
                    for root in _compared_roots(words, kind, language):
                        places = found[language].setdefault(root, {})
                        if (row, 1 - side) not in places:
                            places.setdefault((row, side), Place(row, side, kind, words[0]))
            row += 1
    by_root = {
        language: {root: tuple(places.values()) for root, places in found[language].items()}
        for language in LANGUAGES
    }
    return _Lexicon(by_root, row)


def _compared_roots(words: list[str], kind: Kind, language: str) -> Iterator[str]:
    """The roots of English comparatives and superlatives, which no stemmer takes to their adjective."""
    if language != "en" or kind is not Kind.QUALITY:
        return
    for word in words:
        if len(word) > _SHORT or not word.isalpha():
            continue
        stem = word[:-1] + "i" if word.endswith("y") else word.removesuffix("e")
        doubled = stem + stem[-1] if re.search(r"[^aeiou][aeiou][bdgmnpt]$", word) else stem
        for ending in ("er", "est"):
            yield root_of(doubled + ending, language)


def joined_root(word: str, language: str) -> str:
    """The root of a word of a data file; those of a phrase (``switch_on``) joined by a plus."""
    return "+".join(root_of(part, language) for part in word.split("_"))


def _sides(pair: object, language: str) -> list[list[str]]:
    text = pair.get(language) if isinstance(pair, dict) else None
    sides = [side.split() for side in text.split("|")] if isinstance(text, str) else []
    if len(sides) != _SIDES or not all(sides) or text != plain(str(text)):
        raise refuse(_NAME, repr(pair))
    return sides


def places_of(root: str, language: str) -> tuple[Place, ...]:
    """Where a root stands in the pairs of its language."""
    return lexicon().by_root[language].get(root, ())


def sides_of_root(root: str, language: str) -> frozenset[tuple[int, int]]:
    """The sides of pairs on which a root stands, as (row, side)."""
    return frozenset((each.row, each.side) for each in places_of(root, language))


def phrases(language: str) -> tuple[str, ...]:
    """The joined roots of the phrases among the pairs."""
    return tuple(root for root in lexicon().by_root[language] if "+" in root)


@cache
def verbs(language: str) -> frozenset[str]:
    """The roots of what is done, by the pairs; a quality is none, though it may be of a pair of actions too."""
    places = lexicon().by_root[language]
    return frozenset(
        root
        for root, found in places.items()
        if any(each.kind in _DONE for each in found) and not any(each.kind is Kind.QUALITY for each in found)
    )


@lru_cache(maxsize=65_536)
def opposition(one: str, language: str, other: str, other_language: str) -> tuple[Place, Place] | None:
    """The places of two roots on different sides of one pair; None where they are not opposed."""
    ours, theirs = places_of(one, language), places_of(other, other_language)
    found: tuple[Place, Place] | None = None
    for mine in ours:
        for their in theirs:
            if mine.row == their.row:
                if mine.side == their.side:
                    return None
                if found is None or found[0].kind is Kind.CONTRAST:
                    found = (mine, their)
    return found
