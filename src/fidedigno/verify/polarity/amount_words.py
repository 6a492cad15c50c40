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
_OTHERS = frozenset({"link", "ignored", "every_other", "time", "numbers", "of_the", "each"})


class Amount(StrEnum):
    """How many of a set."""

    EVERY = "every"
    NEARLY = "nearly"
    """Nearly all."""
    MOST = "most"
    MANY = "many"
    HALF = "half"
    THIRD = "third"
    QUARTER = "quarter"
    FIFTH = "fifth"
    TENTH = "tenth"
    SOME = "some"
    FEW = "few"
    ONE = "one"
    """One of several."""
    NONE = "none"
    PART = "part"
    """Not all."""
    ONLY = "only"


class Phrase(NamedTuple):
    """The words of a quantifier, and what they count: things, times, or a noun that they are themselves; an empty
    kind is of words that tell no amount, though some of them alone would."""

    words: tuple[str, ...]
    amount: Amount
    kind: str


def spans_in(words: Sequence[str], language: str) -> list[tuple[Phrase, int]]:
    """The quantifiers among folded words, each with the place where it begins; the longest at each place."""
    found: list[tuple[Phrase, int]] = []
    place, known = 0, _phrases()[language]
    while place < len(words):
        share = share_of(words, place, language)
        if share:
            found.append((Phrase(tuple(words[place : place + share[1]]), share[0], "things"), place))
            place += share[1]
            continue
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
        behind = place + len(match.words)
        if _counts_number(match, words, behind, language):
            match = match._replace(words=(*match.words, words[behind]))
        if match.kind:
            found.append((match, place))
        place += len(match.words)
    return found


def _counts_number(phrase: Phrase, words: Sequence[str], behind: int, language: str) -> bool:
    """Whether a number stands between a quantifier and what it counts: ``none of the three``."""
    if phrase.kind != "things" or behind >= len(words) or phrase.words[-1] not in _links()[language]:
        return False
    return _number(words[behind], language) is not None and share_of(words, behind, language) is None


def is_time(word: str, language: str) -> bool:
    """Whether a word is of days, weeks or the like."""
    return word in _times()[language]


def share_of(words: Sequence[str], place: int, language: str) -> tuple[Amount, int] | None:
    """``Two of the three``: the amount, and how many words tell it; None where no such share begins here."""
    few = _number(words[place], language)
    if few is None:
        return None
    for phrase in _of_the()[language]:
        behind = place + 1 + len(phrase)
        if behind >= len(words) or tuple(words[place + 1 : behind]) != phrase:
            continue
        many = _number(words[behind], language)
        if many is None or not 0 < few <= many:
            return None
        amount = Amount.EVERY if few == many else Amount.ONE if few == 1 else Amount.SOME
        return amount, 2 + len(phrase)
    return None


def tells_each(words: Sequence[str], language: str) -> bool:
    """Whether a quantifier takes things one by one: ``each crew``."""
    return " ".join(words) in word_groups(_NAME)["each"][language]


def numbers_in(words: Sequence[str], language: str) -> frozenset[int]:
    """The numbers among words, in digits or not."""
    found = (_number(word, language) for word in words)
    return frozenset(number for number in found if number is not None)


def _number(word: str, language: str) -> int | None:
    if word.isdecimal():
        return int(word)
    return _numbers()[language].get(word)


@cache
def _numbers() -> dict[str, dict[str, int]]:
    groups = word_groups(_NAME)["numbers"]
    return {
        language: {word: number for number, word in enumerate(words)} for language, words in groups.items()
    }


@cache
def _of_the() -> dict[str, tuple[tuple[str, ...], ...]]:
    groups = word_groups(_NAME)["of_the"]
    return {language: tuple(tuple(text.split()) for text in texts) for language, texts in groups.items()}


@cache
def _times() -> dict[str, frozenset[str]]:
    return {language: frozenset(words) for language, words in word_groups(_NAME)["time"].items()}


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
    wanted = (
        kinds - {f"times_{each}" for each in ("half", "one", "third", "quarter", "fifth", "tenth")}
    ) | alone
    if set(groups) != wanted | _OTHERS:
        raise refuse(_NAME, "the list of groups")
    read: dict[str, dict[str, tuple[Phrase, ...]]] = {}
    for language in LANGUAGES:
        phrases = [
            Phrase(tuple(text.split()), Amount(amount), kind)
            for group in sorted(wanted, reverse=True)
            for kind, _, amount in (group.partition("_"),)
            for text in groups[group][language]
        ]
        phrases += [Phrase(tuple(text.split()), Amount.SOME, "") for text in groups["ignored"][language]]
        phrases += [
            Phrase(tuple(text.split()), Amount.HALF, "turns") for text in groups["every_other"][language]
        ]
        read[language] = by_first_word(phrases, lambda phrase: phrase.words)
    return read
