"""Whether a word can stand in the place of its opposite as it is: the same inflection, told by its ending.

Only regular endings are known; of any other word it says no.
"""

from __future__ import annotations

from functools import cache

from fidedigno.verify.polarity.data import word_groups

_VOWELS = frozenset("aeiou")
_NAME = "inflection.yaml"


def fits(word: str, base: str, other: str, other_base: str, language: str, before: str) -> bool:
    """Whether ``other`` (of ``other_base``) can replace ``word`` (of ``base``) behind the word ``before``."""
    mine, their = _features(word, base, language), _features(other, other_base, language)
    if mine.isdisjoint(their):
        return False
    article = language == "en" and before in _articles()
    return not article or (word[:1] in _VOWELS) == (other[:1] in _VOWELS)


@cache
def _articles() -> frozenset[str]:
    return frozenset(word_groups(_NAME)["article"]["en"])


@cache
def _endings(base_ending: str, language: str) -> tuple[str, ...]:
    return word_groups(_NAME)[f"of_{base_ending}"][language]


def _features(word: str, base: str, language: str) -> frozenset[int]:
    """What a form may be, as places in the list of endings that bases of all classes share."""
    for ending in ("ar", "er", "ir"):
        if language == "es" and base.endswith(ending):
            return _matched(word, base[:-2], _endings(ending, language))
    if language == "es" and base.endswith("o"):
        return _matched(word, base[:-1], _endings("o", language), shift=100)
    if language == "es":
        return _matched(word, base, _endings("other", language), shift=100)
    stem = base.removesuffix("e")
    kind = "e" if base.endswith("e") else "other"
    return _matched(word, stem, _endings(kind, language))


def _matched(word: str, stem: str, endings: tuple[str, ...], shift: int = 0) -> frozenset[int]:
    stems = {stem, _changed(stem, "e", "ie"), _changed(stem, "o", "ue")} if shift == 0 else {stem}
    return frozenset(
        shift + place
        for place, choices in enumerate(endings)
        if any(word == each + choice.replace("_", "") for choice in choices.split("|") for each in stems)
    )


def _changed(stem: str, vowel: str, into: str) -> str:
    """A stem with its last vowel changed, as in ``cerrar``, ``cierra``."""
    head, found, tail = stem.rpartition(vowel)
    return head + into + tail if found else stem
