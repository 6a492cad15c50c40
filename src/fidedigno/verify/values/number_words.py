"""Numbers in words, up to the millions: ``veintitrés mil cuatrocientos``, ``one hundred and five``.

Two numbers that merely follow one another (``two three``) are two numbers. Ordinals and indefinite ones
(``miles de``, ``hundreds of``) are none.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from fidedigno.verify.values.lexicon import NumberWords

_HALF = Decimal("0.5")
_MILLION = 1_000_000


class InWords(NamedTuple):
    """A number that takes ``length`` words. ``article`` marks a lone word for one, ``half`` a lone half."""

    value: Decimal
    length: int
    article: bool = False
    half: bool = False


def read_words(words: Sequence[str], first: int, known: NumberWords) -> InWords | None:
    """Read the longest number that begins with ``words[first]`` (folded words, hyphens cut)."""
    word = words[first]
    if word in known.halves:
        return _after_a_half(words, first, known)
    if word not in known.numbers and word not in known.alone:
        return None
    reader = _Reader(known)
    position = first
    while position < len(words):
        if reader.takes(words[position]):
            position += 1
        elif (
            words[position] in known.links
            and position + 1 < len(words)
            and reader.may_link
            and reader.takes(words[position + 1], linked=True)
        ):
            position += 2
        else:
            break
    count = position - first
    return InWords(reader.value, count, article=count == 1 and word in known.articles)


def read_multipliers(words: Sequence[str], first: int, known: NumberWords) -> tuple[Decimal, int]:
    """What the words after figures multiply them by (``2.5 million``, ``3 mil millones``), and how many."""
    factor, position = Decimal(1), first
    while position < len(words) and position < first + 2 and words[position] in known.multipliers:
        factor *= known.multipliers[words[position]]
        position += 1
    return factor, position - first


def _after_a_half(words: Sequence[str], first: int, known: NumberWords) -> InWords:
    """``media docena``, ``half a million``, or a half of whatever unit follows."""
    position = first + 1
    if position < len(words) and words[position] in known.articles:
        position += 1
    if position < len(words) and words[position] in known.multipliers:
        return InWords(_HALF * known.multipliers[words[position]], position + 1 - first)
    return InWords(_HALF, position - first, half=True)


class _Reader:
    """The number so far: closed groups of thousands in ``total``, the open one in ``group``."""

    def __init__(self, known: NumberWords) -> None:
        self._known = known
        self._total = 0
        self._group = 0
        self._room = 1000
        """Only numbers below it may still be added to the open group."""
        self._last = 0
        """The last multiplier that closed a group."""
        self._begun = False

    @property
    def value(self) -> Decimal:
        return Decimal(self._total + self._group)

    @property
    def may_link(self) -> bool:
        """Whether "and" may stand here: after tens in Spanish, after hundreds and thousands in English."""
        if "y" in self._known.links:
            return self._room == 10
        return self._room == 100 or (self._group == 0 and self._last > 0)

    def takes(self, word: str, *, linked: bool = False) -> bool:
        """Add a word to the number, if it may stand here."""
        number = self._known.numbers.get(word)
        if number is not None:
            return self._add(number, linked=linked)
        multiplier = self._known.multipliers.get(word)
        return multiplier is not None and not linked and self._multiply(word, multiplier)

    def _add(self, number: int, *, linked: bool) -> bool:
        spanish = "y" in self._known.links
        if self._begun and (number == 0 or number >= self._room):
            return False
        if spanish and self._room == 10 and not linked:
            return False
        self._group += number
        # What may follow: units after tens, tens after hundreds; nothing after units and teens.
        if number >= 100:
            self._room = 100
        elif number >= 20 and number % 10 == 0:
            self._room = 10
        else:
            self._room = 1
        self._begun = True
        return True

    def _multiply(self, word: str, multiplier: int) -> bool:
        if not self._begun and word not in self._known.alone:
            return False
        if multiplier == 100:
            if not 1 <= self._group <= 99:
                return False
            self._group *= 100
            self._room = 100
            return True
        if multiplier >= _MILLION and self._last and multiplier > self._last:
            self._total = (self._total + self._group) * multiplier
        elif (self._last and multiplier >= self._last) or self._is_nothing(word):
            return False
        else:
            self._total += (self._group or 1) * multiplier
        self._group, self._room, self._last, self._begun = 0, 1000, multiplier, True
        return True

    def _is_nothing(self, word: str) -> bool:
        """Whether there is nothing to multiply: a nought, or a closed group before a word that needs a number."""
        return self._begun and self._group == 0 and not (self._last and word in self._known.alone)
