"""Words that may stand for each other, by root: ``buy`` and ``acquire``, ``guardar`` and ``almacenar``.

A concept is a number; a word has those of its rows in ``concepts.yaml`` and those of its sides in the pairs of
opposites. Sharing one tells that two texts may speak of the same thing, never that they agree. It serves both
languages at once, so that texts in different ones meet.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from fidedigno.verify.polarity.data import LANGUAGES, by_first_word, load, refuse, sides_by_language
from fidedigno.verify.polarity.lexicon import joined_root, phrases, sides_of_root, verbs
from fidedigno.verify.polarity.roots import root_of

_NAME = "concepts.yaml"
_INFINITIVES = ("ar", "er", "ir", "arse", "erse", "irse")
_PARTICLES = {"en": ("off", "on", "out", "up", "down", "back", "away"), "es": ("prestado",)}
_APART = 3
_WITH_PARTICLE = 2
_NONE: frozenset[int] = frozenset()


class Phrase(NamedTuple):
    """The roots of a phrase that is met as one word, and its concepts."""

    roots: tuple[str, ...]
    concepts: frozenset[int]


class _Concepts(NamedTuple):
    by_root: dict[str, frozenset[int]]
    phrases: dict[str, tuple[Phrase, ...]]
    verbs: frozenset[str]


@cache
def _concepts() -> dict[str, _Concepts]:
    data = load(_NAME)
    rows = data.get("concepts") if isinstance(data, dict) else None
    if not isinstance(rows, list):
        raise refuse(_NAME, "concepts")
    words: dict[str, dict[tuple[str, ...], set[int]]] = {language: {} for language in LANGUAGES}
    known_verbs: dict[str, set[str]] = {language: set() for language in LANGUAGES}
    for number, row in enumerate(rows):
        sides = sides_by_language(_NAME, row)
        of_verb = sides["es"][0].endswith(_INFINITIVES)
        for language, listed in sides.items():
            for word in listed:
                roots = tuple(joined_root(word, language).split("+"))
                words[language].setdefault(roots, set()).add(number)
                if of_verb and (language == "en" or word.split("_")[0].endswith(_INFINITIVES)):
                    known_verbs[language].add("+".join(roots))
    for language in LANGUAGES:
        for joined in phrases(language):
            words[language].setdefault(tuple(joined.split("+")), set())
    return {language: _table(found, known_verbs[language]) for language, found in words.items()}


def _table(found: dict[tuple[str, ...], set[int]], known_verbs: set[str]) -> _Concepts:
    several = [Phrase(roots, frozenset(numbers)) for roots, numbers in found.items() if len(roots) > 1]
    return _Concepts(
        {roots[0]: frozenset(numbers) for roots, numbers in found.items() if len(roots) == 1},
        by_first_word(several, lambda phrase: phrase.roots),
        frozenset(known_verbs),
    )


@lru_cache(maxsize=65_536)
def concepts_of(root: str, language: str) -> frozenset[int]:
    """The concepts of a root; those of opposites are below zero."""
    own = _concepts()[language].by_root.get(root, _NONE)
    return own | {-1 - 2 * row - side for row, side in sides_of_root(root, language)}


@cache
def _particles(language: str) -> frozenset[str]:
    return frozenset(root_of(word, language) for word in _PARTICLES[language])


def phrase_at(roots: Sequence[str], place: int, language: str) -> tuple[Phrase, tuple[int, ...]] | None:
    """The longest phrase of the lexicon that begins at a place, with the places of its words.

    The particle of a verb may stand a few words behind it (``switch the pump off``).
    """
    following = roots[place + 1] if place + 1 < len(roots) else ""
    for phrase in _concepts()[language].phrases.get(roots[place], ()):
        length = len(phrase.roots)
        if phrase.roots[1] == following and tuple(roots[place : place + length]) == phrase.roots:
            return phrase, tuple(range(place, place + length))
        if length == _WITH_PARTICLE and phrase.roots[1] in _particles(language):
            behind = roots[place + 2 : place + 2 + _APART]
            if phrase.roots[1] in behind:
                return phrase, (place, place + 2 + behind.index(phrase.roots[1]))
    return None


def may_be_verb(root: str, language: str) -> bool:
    """Whether a root is known to be of a verb; in English it may be of a noun too."""
    return root in _concepts()[language].verbs or root in verbs(language)
