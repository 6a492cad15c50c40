"""Which in a row: ``the third floor``, ``la 3.ª planta``, ``planta 3``, ``siglo XX``.

Only those with what they number are compared; an ordinal alone can do no more than agree.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import cache

from fidedigno.consolidate.passages import Word
from fidedigno.dates.lexicon import lexicon as date_words
from fidedigno.verify.values.lexicon import alternatives, both, lexicon, numbers_of
from fidedigno.verify.values.nouns import keys_of, words_from
from fidedigno.verify.values.skipped import Mask
from fidedigno.verify.values.value import Kind, Value

_FIGURES = re.compile(
    r"(?<![\w.,/-])(?P<rank>[0-9]{1,3})(?:st|nd|rd|th|\.?(?:[ªº]|er\b|ra\b|do\b|to\b))(?!\w)", re.IGNORECASE
)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_GAP = re.compile(r"[\s-]{1,2}")
_ARTICLE = re.compile(r"(?<!\w)(?:the|el|la|los|las)\s$")


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], dict[str, int]]:
    data = lexicon().data
    ranks = numbers_of(data["ordinals"])
    return (
        re.compile(rf"(?<![\w-])(?P<rank>{alternatives(ranks)})(?![\w-])"),
        re.compile(
            rf"(?<!\w)(?P<noun>{alternatives(both(data['ranked']))})s?\s(?:n\.?º\s|number\s|numero\s)?"
            r"(?:(?P<rank>[0-9]{1,3})|(?P<roman>[ivxlc]{1,7}))(?![\w.,]\w|\w)"
        ),
        ranks,
    )


def find_ordinals(text: str, folded: str, words: Sequence[Word], mask: Mask) -> list[Value]:
    """The ordinals of a statement that are written with figures or with what they number before them.

    They are taken from the mask. Those in words alone are left to :func:`find_ordinal_words`.
    """
    numbered = _patterns()[1]
    found = []
    for match in numbered.finditer(folded):
        group = "rank" if match["rank"] else "roman"
        rank = int(match["rank"]) if match["rank"] else roman(text[match.start("roman") : match.end("roman")])
        if rank and mask.is_free(*match.span(group)):
            found.append(_value(text, *match.span(group), rank, _keys(words, match.start("noun")), mask))
    for match in _FIGURES.finditer(text):
        if mask.is_free(*match.span()):
            rank = int(match["rank"])
            found.append(_value(text, *match.span(), rank, _named(words, folded, match.end()), mask))
    return found


def find_ordinal_words(text: str, folded: str, words: Sequence[Word], mask: Mask) -> list[Value]:
    """The ordinals in words (``the third floor``), once fractions and units are taken; an article stands before one
    alone."""
    in_words, _, ranks = _patterns()
    found = []
    for match in in_words.finditer(folded):
        if not mask.is_free(*match.span()):
            continue
        nouns = _named(words, folded, match.end())
        if nouns or _ARTICLE.search(folded, max(0, match.start() - 5), match.start()):
            found.append(_value(text, *match.span(), ranks[match["rank"]], nouns, mask))
    return found


def _named(words: Sequence[Word], folded: str, end: int) -> frozenset[str]:
    """The keys of the word that an ordinal numbers, right behind it."""
    following = words_from(words, end)
    if not following or not _GAP.fullmatch(folded, end, following[0].start):
        return frozenset()
    word = following[0]
    named = word.terms and word.text not in date_words().all_weekdays
    return keys_of(word.text, word.terms) if named else frozenset()


def _keys(words: Sequence[Word], start: int) -> frozenset[str]:
    word = next((each for each in words_from(words, start) if each.start == start), None)
    return keys_of(word.text, word.terms) if word else frozenset()


def roman(written: str) -> int:
    """The number in Roman capitals; 0 for anything else."""
    if not written.isupper():
        return 0
    digits = [_ROMAN[letter] for letter in written.lower()]
    return sum(
        -digit if digit < max(digits[place:], default=0) else digit
        for place, digit in enumerate(digits, start=0)
    )


def _value(text: str, start: int, end: int, rank: int, nouns: frozenset[str], mask: Mask) -> Value:
    mask.take(start, end)
    return Value(
        start, end, Kind.ORDINAL, text[start:end], low=Decimal(rank), high=Decimal(rank), parts=(rank,), nouns=nouns,
        number_start=start, number_end=end, whole_start=start, whole_end=end,
    )  # fmt: skip
