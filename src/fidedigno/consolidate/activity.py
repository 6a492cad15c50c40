"""Whether a sentence is about the asked activity: ``práctica 2`` is not ``práctica 1``.

An activity is known by its label. Where the label has a number (``Práctica 1: modelo relacional``, ``PEC2``),
a text that gives the same noun another number is about another; the first practical, ``práctica n.º 1`` and
``prácticas 1 a 3`` are understood. A label without a number is named by a text that has all its words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

import yaml

from fidedigno.consolidate.passages import Word, words_in
from fidedigno.consolidate.plain import plain

_JOINED = re.compile(r"([^\W\d_]+)(\d{1,4})")
_ORDINAL = re.compile(r"(\d{1,2})(?:st|nd|rd|th|[aºª])")
_LISTED = re.compile(r"\s*(?:,|&|/|,?\s*\b(?:y|e|o|and|or)\b)\s*")
_RANGED = re.compile(r"\s*(?:-|–|\b(?:a|al|to|through)\b)\s*")
_MAX_RANGE = 50
_FEWEST_FOR_SUBJECT = 2


class Activity(NamedTuple):
    """An activity's label, read: the noun and number that name it, and the words that tell its subject."""

    noun: frozenset[str]
    noun_text: str
    number: int | None
    subject: tuple[frozenset[str], ...]


class Mention(NamedTuple):
    """A place, as an offset, where a text names an activity; ``ours`` tells whether it is the asked one."""

    start: int
    ours: bool


class _Numbers(NamedTuple):
    ordinals: dict[str, int]
    cardinals: dict[str, int]
    roman: dict[str, int]
    every: frozenset[str]
    between: frozenset[str]


@cache
def _numbers() -> _Numbers:
    text = files("fidedigno.consolidate").joinpath("ordinals.yaml").read_text(encoding="utf-8")
    data = yaml.safe_load(text)
    ordinals = {**data["ordinals"]["es"], **data["ordinals"]["en"]}
    cardinals = {**data["cardinals"]["es"], **data["cardinals"]["en"]}
    return _Numbers(ordinals, cardinals, data["roman"], frozenset(data["every"]), frozenset(data["between"]))


@lru_cache(maxsize=1_024)
def read_activity(label: str) -> Activity | None:
    """Read a label; ``None`` where it has no content word to know it by."""
    words = _split(label, words_in(label))
    for position, word in enumerate(words):
        number = _cardinal(word.text)
        noun = _noun_before(words, position)
        if number is not None and noun is not None:
            rest = tuple(w.terms for w in words if w.terms and w is not noun and w is not word)
            subject = rest if len(rest) >= _FEWEST_FOR_SUBJECT else ()
            return Activity(noun.terms, noun.text, number, subject)
        ordinal = _ordinal(word.text)
        following = next((w for w in words[position + 1 :] if w.terms), None)
        if ordinal is not None and following is not None:
            return Activity(following.terms, following.text, ordinal, ())
    subject = tuple(word.terms for word in words if word.terms)
    return Activity(frozenset(), "", None, subject) if subject else None


def _noun_before(words: Sequence[Word], position: int) -> Word | None:
    before = position - 1
    while before >= 0 and (words[before].text in _numbers().between or not words[before].terms):
        before -= 1
    return words[before] if before >= 0 and not words[before].text.isdigit() else None


def mentions_of(activity: Activity, text: str, words: Sequence[Word]) -> tuple[Mention, ...]:
    """Where ``words``, those of ``text``, name this activity or another one of the same noun."""
    found: list[Mention] = []
    if activity.number is not None and any(_may_name(activity, word) for word in words):
        split = _split(text, words)
        for position, word in enumerate(split):
            if not word.terms.isdisjoint(activity.noun) or word.text == activity.noun_text:
                numbers = _numbers_of(text, split, position)
                if numbers is not None:
                    found.append(Mention(word.start, not numbers or activity.number in numbers))
    subject = _subject_at(activity, words) if not found else None
    return tuple(sorted(found)) if subject is None else (Mention(subject, True),)


def _may_name(activity: Activity, word: Word) -> bool:
    return word.text.startswith(activity.noun_text) or not word.terms.isdisjoint(activity.noun)


def _subject_at(activity: Activity, words: Sequence[Word]) -> int | None:
    places = [
        next((word.start for word in words if not word.terms.isdisjoint(terms)), None)
        for terms in activity.subject
    ]
    if not places or None in places:
        return None
    return min(place for place in places if place is not None)


def _numbers_of(text: str, words: Sequence[Word], position: int) -> frozenset[int] | None:
    """The numbers given to the noun at ``position``; none for *every one*, ``None`` for no number."""
    before = [word.text for word in words[max(0, position - 2) : position]]
    if _numbers().every & set(before):
        return frozenset()
    ordinal = _ordinal(before[-1]) if before else None
    if ordinal is not None:
        return frozenset({ordinal})
    following = position + 1
    while following < len(words) and words[following].text in _numbers().between:
        following += 1
    first = _cardinal(words[following].text) if following < len(words) else None
    if first is None or not _touches(text, words[position].end, words[following].start):
        return None
    several = words[position].text.endswith("s")
    return frozenset({first} | (_more(text, words, following, first) if several else set()))


def _touches(text: str, end: int, start: int) -> bool:
    return not any(mark in text[end:start] for mark in ":;,|\n")


def _more(text: str, words: Sequence[Word], position: int, first: int) -> set[int]:
    """The further numbers of ``prácticas 1, 2 y 3`` and ``assignments 1 to 3``."""
    numbers: set[int] = set()
    last, at = first, position
    for following in range(position + 1, len(words)):
        number = _cardinal(words[following].text)
        if number is None:
            continue
        between = plain(text[words[at].end : words[following].start])
        if _RANGED.fullmatch(between) and 0 <= number - last <= _MAX_RANGE:
            numbers |= set(range(last, number + 1))
        elif not _LISTED.fullmatch(between):
            break
        numbers.add(number)
        last, at = number, following
    return numbers


def _split(text: str, words: Sequence[Word]) -> list[Word]:
    """Words with ``PEC2`` as two, ``pec`` and ``2``."""
    split: list[Word] = []
    for word in words:
        joined = _JOINED.fullmatch(word.text)
        if joined is None:
            split.append(word)
            continue
        middle = word.start + len(joined[1])
        split += words_in(text, word.start, middle)
        split.append(Word(middle, word.end, joined[2], frozenset({joined[2]})))
    return split


def _cardinal(word: str) -> int | None:
    if word.isascii() and word.isdigit() and len(word) <= 4:
        return int(word)
    return _numbers().cardinals.get(word) or _numbers().roman.get(word)


def _ordinal(word: str) -> int | None:
    match = _ORDINAL.fullmatch(word)
    return int(match[1]) if match else _numbers().ordinals.get(word)
