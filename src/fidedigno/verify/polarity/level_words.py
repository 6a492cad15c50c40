"""The words of ``levels.yaml``: which adjective is of which end of which scale, and what tells an old value from a new.

What they say of a claim is for :mod:`fidedigno.verify.polarity.levels`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from fidedigno.verify.polarity.data import LANGUAGES, load, refuse, sides_by_language, words_by_language
from fidedigno.verify.polarity.lexicon import sides_of_root
from fidedigno.verify.polarity.roots import root_of
from fidedigno.verify.values.value import Kind, Value

_NAME = "levels.yaml"
_GROUPS = frozenset({"change", "instead", "against", "to", "from", "earlier", "later"})
_RISE = {"es": ("aumentar", "encarecer", "avanzar"), "en": ("increase", "higher", "climb")}
_FALL = {"es": ("disminuir", "abaratar", "retroceder"), "en": ("decrease", "lower", "fall")}
"""Words of those sides of pairs that tell of amounts."""


class Scale(NamedTuple):
    """What a measure is of, the roots that must stand beside it, and its adjectives: 1 for more, -1 for less."""

    of: frozenset[str]
    needs: frozenset[str]
    signs: dict[str, int]


class LevelWords(NamedTuple):
    """The words of one language: scales, roots of verbs of change, and phrases by group."""

    scales: tuple[Scale, ...]
    change: frozenset[str]
    phrases: dict[str, re.Pattern[str]]


@cache
def level_words(language: str) -> LevelWords:
    """The words of a language, read.

    Raises:
        ConfigurationError: where the file is not as it must be.
    """
    data = load(_NAME)
    groups = data.get("words") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(groups, dict) or set(groups) != _GROUPS:
        raise refuse(_NAME, "the list of groups")
    read = {group: words_by_language(_NAME, groups[group], group)[language] for group in _GROUPS}
    change = frozenset(root_of(word, language) for word in read["change"])
    phrases = {group: _pattern(words) for group, words in read.items() if group != "change"}
    return LevelWords(tuple(_scale(each, language) for each in data["measures"]), change, phrases)


def _scale(row: dict[str, object], language: str) -> Scale:
    needs = row["needs"]
    if not isinstance(needs, dict) or set(needs) != set(LANGUAGES) or not isinstance(row["of"], list):
        raise refuse(_NAME, repr(row))
    signs = {
        root_of(word, language): sign
        for end, sign in (("more", 1), ("less", -1))
        for word in sides_by_language(_NAME, row[end])[language]
    }
    roots = frozenset(root_of(word, language) for word in str(needs[language]).split())
    return Scale(frozenset(str(each) for each in row["of"]), roots, signs)


def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    choices = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{choices})(?!\w)")


@cache
def _trends(language: str) -> dict[tuple[int, int], int]:
    """The sides of pairs that tell a rise or a fall of an amount."""
    return {
        side: sign
        for words, sign in ((_RISE, 1), (_FALL, -1))
        for word in words[language]
        for side in sides_of_root(root_of(word, language), language)
    }


def trend_of(root: str, language: str) -> int:
    """1 for a word that tells a rise, -1 for one that tells a fall, 0 for any other or where it may be either."""
    known = _trends(language)
    signs = {known[side] for side in sides_of_root(root, language) if side in known}
    return signs.pop() if len(signs) == 1 else 0


def tells_when(word: str, language: str) -> bool:
    """Whether a word tells the old of two moments, or the new (``now``)."""
    phrases = level_words(language).phrases
    return any(phrases[group].fullmatch(word) for group in ("earlier", "later"))


def level_of(root: str, value: Value, near: frozenset[str], language: str) -> int:
    """1 or -1 for an adjective of the upper or lower end of the scale that a value is of, 0 for any other."""
    kind = value.unit if value.kind is Kind.NUMBER and value.unit else value.kind.value
    for scale in level_words(language).scales:
        fits = kind in scale.of or (value.kind.value in scale.of and value.kind is Kind.NUMBER)
        if fits and root in scale.signs and (not scale.needs or not scale.needs.isdisjoint(near)):
            return scale.signs[root]
    return 0
