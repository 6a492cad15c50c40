"""The opposites of both languages by root; see ``opposites.yaml`` for what its kinds mean.

A word may be of several pairs. Two words are opposed where one pair has them on different sides and none has them
on the same.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import NamedTuple

from fidedigno.consolidate.plain import plain
from fidedigno.verify.polarity.data import LANGUAGES, load, refuse
from fidedigno.verify.polarity.roots import root_of

_NAME = "opposites.yaml"
_SIDES = 2


class Kind(StrEnum):
    """What kind of opposition a pair is."""

    ACTION = "action"
    QUALITY = "quality"
    CONTRAST = "contrast"
    COMPARISON = "comparison"
    CONVERSE = "converse"


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
                        places = found[language].setdefault(root_of(word, language), {})
                        if (row, 1 - side) in places:
                            raise refuse(_NAME, f"{word}, which is on both sides of {pair!r},")
                        places.setdefault((row, side), place)
            row += 1
    by_root = {
        language: {root: tuple(places.values()) for root, places in found[language].items()}
        for language in LANGUAGES
    }
    return _Lexicon(by_root, row)


def _sides(pair: object, language: str) -> list[list[str]]:
    text = pair.get(language) if isinstance(pair, dict) else None
    sides = [side.split() for side in text.split("|")] if isinstance(text, str) else []
    if len(sides) != _SIDES or not all(sides) or text != plain(str(text)):
        raise refuse(_NAME, repr(pair))
    return sides


def places_of(root: str, language: str) -> tuple[Place, ...]:
    """Where a root stands in the pairs of its language."""
    return lexicon().by_root[language].get(root, ())


@cache
def _side_sets() -> dict[str, frozenset[tuple[int, int]]]:
    found: dict[str, set[tuple[int, int]]] = {}
    for language in LANGUAGES:
        for root, places in lexicon().by_root[language].items():
            found.setdefault(root, set()).update((each.row, each.side) for each in places)
    return {root: frozenset(sides) for root, sides in found.items()}


def same_side(one: str, other: str) -> bool:
    """Whether two roots stand on one side of a pair, in either language."""
    sides = _side_sets()
    return not sides.get(one, frozenset()).isdisjoint(sides.get(other, frozenset()))


def opposition(one: str, language: str, other: str, other_language: str) -> tuple[Place, Place] | None:
    """The places of two roots on different sides of one pair; None where they are not opposed."""
    ours, theirs = places_of(one, language), places_of(other, other_language)
    found: tuple[Place, Place] | None = None
    for mine in ours:
        for their in theirs:
            if mine.row == their.row:
                if mine.side == their.side:
                    return None
                found = found or (mine, their)
    return found
