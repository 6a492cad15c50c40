"""Words that may stand for each other, by root: ``buy`` and ``acquire``, ``guardar`` and ``almacenar``.

A concept is a number; a word has those of its rows in ``concepts.yaml`` and those of its sides in the pairs of
opposites. Sharing one tells that two texts may speak of the same thing, never that they agree. It serves both
languages at once, so that texts in different ones meet.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from fidedigno.verify.polarity.data import LANGUAGES, load, refuse, sides_by_language
from fidedigno.verify.polarity.lexicon import has_action, joined_root, phrases, sides_of_root

_NAME = "concepts.yaml"
_INFINITIVES = ("ar", "er", "ir")
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
    verbs: dict[str, set[str]] = {language: set() for language in LANGUAGES}
    for number, row in enumerate(rows):
        sides = sides_by_language(_NAME, row)
        of_verb = sides["es"][0].endswith(_INFINITIVES)
        for language, listed in sides.items():
            for word in listed:
                roots = tuple(joined_root(word, language).split("+"))
                words[language].setdefault(roots, set()).add(number)
                if of_verb and (language == "en" or word.split("_")[0].endswith(_INFINITIVES)):
                    verbs[language].add("+".join(roots))
    for language in LANGUAGES:
        for joined in phrases(language):
            words[language].setdefault(tuple(joined.split("+")), set())
    return {language: _table(found, verbs[language]) for language, found in words.items()}


def _table(found: dict[tuple[str, ...], set[int]], verbs: set[str]) -> _Concepts:
    begun: dict[str, list[Phrase]] = {}
    for roots, numbers in found.items():
        if len(roots) > 1:
            begun.setdefault(roots[0], []).append(Phrase(roots, frozenset(numbers)))
    return _Concepts(
        {roots[0]: frozenset(numbers) for roots, numbers in found.items() if len(roots) == 1},
        {root: tuple(sorted(each, key=lambda p: -len(p.roots))) for root, each in begun.items()},
        frozenset(verbs),
    )


@lru_cache(maxsize=65_536)
def concepts_of(root: str, language: str) -> frozenset[int]:
    """The concepts of a root; those of opposites are below zero."""
    own = _concepts()[language].by_root.get(root, _NONE)
    return own | {-1 - 2 * row - side for row, side in sides_of_root(root, language)}


def phrase_at(roots: Sequence[str], place: int, language: str) -> Phrase | None:
    """The longest phrase of the lexicon that begins at a place."""
    for phrase in _concepts()[language].phrases.get(roots[place], ()):
        if tuple(roots[place : place + len(phrase.roots)]) == phrase.roots:
            return phrase
    return None


def may_be_verb(root: str, language: str) -> bool:
    """Whether a root is known to be of a verb; in English it may be of a noun too."""
    return root in _concepts()[language].verbs or has_action(root, language)
