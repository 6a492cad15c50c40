"""The numbers of a statement where they stand: figures and words, with the multipliers behind them.

Figures that are part of a code (``SKU-441``, ``A4``, ``#12``) are no numbers; those of a word before them
(``section 3``) are left to whoever knows whether a unit follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from fidedigno.consolidate.passages import Word
from fidedigno.dates.lexicon import spaced
from fidedigno.verify.values.figures import FIGURE, read_figure
from fidedigno.verify.values.fractions import find_fractions
from fidedigno.verify.values.lexicon import Lexicon, NumberWords, lexicon
from fidedigno.verify.values.number_words import read_multipliers, read_words
from fidedigno.verify.values.skipped import Mask

_FIGURE = re.compile(FIGURE)
_JOINED = re.compile(r"[\s-]{1,2}")
_NEXT_WORD = re.compile(r"[\s\u00a0-]{1,2}([^\W\d_]+)")
_TAIL = re.compile(r"[^\W\d_]+(?:/[^\W\d_]+)?[0-9²³]?")
_MINUS = {"-", "−", "–"}
_GLUE = set("-_./:#@\\=&")
MAX_WORDS = 24
"""Longest number in words."""


class Numeral(NamedTuple):
    """A number at ``[start, end)``; ``other`` is its second reading, ``half`` a lone half of what follows."""

    start: int
    end: int
    value: Decimal
    other: Decimal | None = None
    places: int = 0
    in_words: bool = False
    article: bool = False
    half: bool = False
    factor: Decimal = Decimal(1)
    """What a multiplier behind the figures has multiplied them by."""
    share: bool = False
    """A fraction of a whole or of the unit behind it."""


def find_numerals(
    text: str, folded: str, words: tuple[Word, ...], language: str, mask: Mask
) -> list[Numeral]:
    """The numbers of a statement in their order; those in figures are taken from the mask."""
    known = lexicon()
    number_words = known.number_words(language)
    shares = [
        Numeral(each.start, each.end, each.value, in_words=True, share=True)
        for each in find_fractions(text, folded, number_words, mask)
    ]
    found = list(_figures(text, folded, language, mask, known, number_words))
    for numeral in found:
        # `3 mil` holds a word that is a number by itself.
        mask.take(numeral.start, numeral.end)
    found += _in_words(folded, words, number_words, mask)
    return sorted((*found, *shares))


def _figures(
    text: str, folded: str, language: str, mask: Mask, known: Lexicon, number_words: NumberWords
) -> Iterator[Numeral]:
    last_end = -1
    for match in _FIGURE.finditer(text):
        start, end = match.span()
        if not mask.is_free(start, end) or not _begins(text, start, last_end):
            continue
        figure = read_figure(match[0], language)
        if figure is None:
            continue
        tail = _suffix(text, folded, end, known)
        if tail is None:
            continue
        factor, end = Decimal(tail[0]), tail[1]
        words_factor, end = _multiplied(folded, end, number_words)
        factor *= words_factor
        more, end = more_behind(folded, end, number_words)
        more *= factor
        signed = _is_signed(text, start)
        sign = -1 if signed else 1
        last_end = end
        other = None if figure.other is None else sign * figure.other * factor
        value = sign * (figure.value * factor + more)
        yield Numeral(start - signed, end, value, other, figure.places, factor=factor)


def more_behind(folded: str, position: int, known: NumberWords) -> tuple[Decimal, int]:
    """How much of it is more (``and a half``), and where that ends; nought and ``position`` if nothing is said."""
    match = known.and_more.match(folded, position)
    if match is None:
        return Decimal(0), position
    return lexicon().more[spaced(match["more"])], match.end()


def _begins(text: str, start: int, last_end: int) -> bool:
    """Whether figures at ``start`` are a number of their own, and no part of a word or code."""
    if not start:
        return True
    before = text[start - 1]
    if before.isalnum() or before == "_":
        return False
    if before not in _GLUE or before == "=":
        return True
    if before in {"-", "/"}:
        # The second end of a range, or a sign.
        return (
            start - 1 == last_end
            or start == 1
            or not (text[start - 2].isalnum() or text[start - 2] in "_-/)")
        )
    return False


def _is_signed(text: str, start: int) -> bool:
    return start > 0 and text[start - 1] in _MINUS and (start == 1 or text[start - 2] in " \t\n(:|")


def _suffix(text: str, folded: str, end: int, known: Lexicon) -> tuple[int, int] | None:
    """What letters right behind figures multiply by, and where they end; ``None`` if they make it a code."""
    following = text[end : end + 1]
    if following == "_" or (
        following == "-" and text[end + 1 : end + 2].isdigit() and text[end + 2 : end + 3].isalpha()
    ):
        return None
    if following == "-" and text[end + 1 : end + 2].isupper():
        return None
    if following in {".", ":", "/"} and text[end + 1 : end + 2].isdigit():
        return None
    if not following.isalpha():
        return 1, end
    match = _TAIL.match(folded, end)
    if match is None:
        return None
    word, stop = match[0], match.end()
    written = text[end:stop]
    if written in known.capital_suffixes:
        return known.capital_suffixes[written], stop
    if word in known.suffixes:
        return known.suffixes[word], stop
    return (1, end) if word in known.unit_of or word in known.currency_of else None


def _multiplied(folded: str, end: int, known: NumberWords) -> tuple[Decimal, int]:
    words, ends = [], []
    position = end
    for _ in range(2):
        match = _NEXT_WORD.match(folded, position)
        if match is None:
            break
        words.append(match[1])
        position = match.end()
        ends.append(position)
    factor, count = read_multipliers(words, 0, known) if words else (Decimal(1), 0)
    if not count:
        return Decimal(1), end
    stop = ends[count - 1]
    return factor, stop


def _in_words(folded: str, words: tuple[Word, ...], known: NumberWords, mask: Mask) -> Iterator[Numeral]:
    starters = known.numbers.keys() | known.halves | known.alone
    index = 0
    while index < len(words):
        word = words[index]
        if word.text not in starters or not mask.is_free(word.start, word.end):
            index += 1
            continue
        run = [word.text]
        for other in words[index + 1 : index + MAX_WORDS]:
            previous = words[index + len(run) - 1]
            if not _JOINED.fullmatch(folded, previous.end, other.start):
                break
            run.append(other.text)
        read = read_words(run, 0, known)
        if read is None:
            index += 1
            continue
        end = words[index + read.length - 1].end
        value = read.value
        last = run[read.length - 1]
        more, end = (Decimal(0), end) if read.half else more_behind(folded, end, known)
        value += more * known.multipliers.get(last, 1)
        if more:
            # `two and a half thousand`
            factor, end = _multiplied(folded, end, known)
            value *= factor
        index = next((at for at in range(index + 1, len(words)) if words[at].start >= end), len(words))
        yield Numeral(
            word.start, end, value, in_words=True, article=read.article and not more, half=read.half
        )
