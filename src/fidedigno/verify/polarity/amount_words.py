"""The words that tell an amount, by ``quantifiers.yaml``: which stand where in a text, and what amount each tells.

What they count is for :mod:`fidedigno.verify.polarity.amounts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from fidedigno.verify.polarity.data import LANGUAGES, by_first_word, refuse, word_groups

_NAME = "quantifiers.yaml"


class Amount(StrEnum):
    """How many of a set."""

    EVERY = "every"
    MOST = "most"
    MANY = "many"
    HALF = "half"
    SOME = "some"
    FEW = "few"
    ONE = "one"
    """One of several."""
    NONE = "none"
    PART = "part"
    """Not all."""
    ONLY = "only"


class Phrase(NamedTuple):
    """The words of a quantifier, and what they count: things, times, or a noun that they are themselves."""

    words: tuple[str, ...]
    amount: Amount
    kind: str


def spans_in(words: Sequence[str], language: str) -> list[tuple[Phrase, int]]:
    """The quantifiers among folded words, each with the place where it begins; the longest at each place."""
    found: list[tuple[Phrase, int]] = []
    place, known = 0, _phrases()[language]
    while place < len(words):
        match = next(
            (
                each
                for each in known.get(words[place], ())
                if tuple(words[place : place + len(each.words)]) == each.words
            ),
            None,
        )
        if match is None:
            place += 1
            continue
        found.append((match, place))
        place += len(match.words)
    return found


def links(language: str) -> frozenset[str]:
    """The words that may stand between a quantifier and what it counts."""
    return _links()[language]


@cache
def _links() -> dict[str, frozenset[str]]:
    return {language: frozenset(words) for language, words in word_groups(_NAME)["link"].items()}


@cache
def _phrases() -> dict[str, dict[str, tuple[Phrase, ...]]]:
    groups = word_groups(_NAME)
    kinds = {f"{kind}_{amount}" for kind in ("things", "times") for amount in Amount}
    alone = {f"all_{each}" for each in ("every", "part", "none", "some")}
    wanted = (kinds - {"times_half", "times_one"}) | alone
    if set(groups) != wanted | {"link"}:
        raise refuse(_NAME, "the list of groups")
    read: dict[str, dict[str, tuple[Phrase, ...]]] = {}
    for language in LANGUAGES:
        phrases = [
            Phrase(tuple(text.split()), Amount(amount), kind)
            for group in sorted(wanted, reverse=True)
            for kind, _, amount in (group.partition("_"),)
            for text in groups[group][language]
        ]
        read[language] = by_first_word(phrases, lambda phrase: phrase.words)
    return read
