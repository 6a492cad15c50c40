"""Numbers with what they count: money, shares, durations, measures and things, single or as a range.

A number that names something (``section 3``, ``Windows 11``, ``two-factor``) is no quantity. A lone article
(``un mes``) is one only before a unit of time and after a word that counts.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from fidedigno.consolidate.passages import Word
from fidedigno.dates.lexicon import spaced
from fidedigno.verify.values.bounds import around
from fidedigno.verify.values.lexicon import alternatives, both, lexicon
from fidedigno.verify.values.nouns import keys_of, nouns_after, words_from
from fidedigno.verify.values.numerals import Numeral, more_behind
from fidedigno.verify.values.units import UnitAt, currency_before, unit_after
from fidedigno.verify.values.value import Bound, Kind, Value

_FIRST_YEAR, _LAST_YEAR = 1500, 2100
_WORD_BEFORE = re.compile(r"([^\W\d_]+)[.]?[ \u00a0]{1,2}$")
_A_WORD = re.compile(r"\s[^\W\d_]{4}")
"""No sign of a unit that is not known."""
_BRACKET = re.compile(r"[(\[,–-]\s?$")
_MAX_GAP = 24
_OPENER_REACH = 16
_MILLION = 1_000_000
_POSSESSIVE = ("'s", "’s")
_ROUNDED = Decimal("1.4")
"""A third in per cent is written rounded."""
_DEGREE = Decimal("1.2")
"""Degrees of another scale are written rounded."""


class Reading(NamedTuple):
    """The statement as the readers of values see it."""

    text: str
    folded: str
    language: str
    words: tuple[Word, ...]


class _Links(NamedTuple):
    link: re.Pattern[str]
    openers: re.Pattern[str]
    only_opened: frozenset[str]
    changes: frozenset[str]


@cache
def _links() -> _Links:
    data = lexicon().data["ranges"]
    words = [word for word in both(data["links"]) if word not in both(data["alternatives"])]
    return _Links(
        re.compile(rf"\s?(?P<mark>[-–—])\s?|\s{{1,2}}(?P<word>{alternatives(words)})\s{{1,2}}"),
        re.compile(rf"(?<!\w)({alternatives(both(data['openers']))})\s{{1,2}}[^\w\s]{{0,3}}\s?$"),
        frozenset(both(data["only_opened"])),
        frozenset({"from", "de", "desde", "del"}),
    )


def find_quantities(reading: Reading, numerals: list[Numeral]) -> list[Value]:
    """Read numbers into values, in their order."""
    found: list[Value] = []
    index = 0
    while index < len(numerals):
        first = numerals[index]
        second = numerals[index + 1] if index + 1 < len(numerals) else None
        value = _range(reading, first, second) if second else None
        index += 2 if value else 1
        value = value or _single(reading, first)
        if value is None:
            continue
        found.append(value)
        # `por ciento` holds a word that is a number by itself.
        while index < len(numerals) and numerals[index].start < value.end:
            index += 1
    return found


def _range(reading: Reading, first: Numeral, second: Numeral) -> Value | None:
    if _looks_like_a_year(reading, first) and _looks_like_a_year(reading, second):
        return None
    if first.article or first.half or second.article or second.start - first.end > _MAX_GAP:
        return None
    links, folded = _links(), reading.folded
    first_unit = unit_after(folded, first)
    position = first_unit.end if first_unit else first.end
    match = links.link.match(folded, position)
    if match is None:
        return None
    opener = links.openers.search(folded[max(0, first.start - _OPENER_REACH) : first.start])
    if match["word"] and spaced(match["word"]) in links.only_opened and opener is None:
        return None
    sign = currency_before(folded, second.start)
    if match.end() not in {second.start, sign.end if sign else second.start}:
        return None
    unit = unit_after(folded, second) or sign or currency_before(folded, first.start) or first_unit
    if first_unit and unit and first_unit.base != unit.base:
        return None
    if match["word"] and opener is None and unit is None:
        return None
    low = first.value
    if first.factor == 1 and second.factor > 1 and low * second.factor < second.value:
        low *= second.factor
    scale = first_unit or unit
    low, high = scale.in_base(low) if scale else low, unit.in_base(second.value) if unit else second.value
    if low >= high:
        return None
    value = _value(reading, first, second, unit, low, high)
    if opener is None:
        return value
    whole = min(value.whole_start, max(0, first.start - _OPENER_REACH) + opener.start())
    return value._replace(from_to=opener[1] in links.changes, whole_start=whole)


def _single(reading: Reading, numeral: Numeral) -> Value | None:
    folded = reading.folded
    unit = unit_after(folded, numeral) or currency_before(folded, numeral.start)
    if numeral.share:
        return _share(reading, numeral, unit)
    if numeral.article and not _counts(reading, numeral, unit):
        return None
    if unit is None and _is_a_name(reading, numeral):
        return None
    if numeral.half and (
        unit is None or unit.kind in {Kind.AMOUNT, Kind.PERCENTAGE} or unit.base in lexicon().counted
    ):
        return None
    if unit is None and (year := _year(reading, numeral)):
        return year
    factor = unit.factor if unit else Decimal(1)
    low = unit.in_base(numeral.value) if unit else numeral.value
    value = _value(reading, numeral, numeral, unit, low, low)
    more, stop = more_behind(folded, value.end, lexicon().number_words(reading.language))
    if unit is not None and more:
        low = value.low + factor * more
        return value._replace(
            low=low, high=low, end=stop, written=reading.text[value.start : stop],
            whole_end=max(value.whole_end, stop), article=False,
        )  # fmt: skip
    if numeral.other is not None:
        return _with_both_readings(reading.text, value, numeral, unit)
    return value


def _with_both_readings(text: str, value: Value, numeral: Numeral, unit: UnitAt | None) -> Value:
    """``1,250``: money has no three decimals and what is counted none; a measure may have them."""
    other = numeral.other or Decimal(0)
    if unit is not None:
        counted = unit.base in lexicon().counted or unit.kind is Kind.AMOUNT
    else:
        counted = bool(value.nouns) and _A_WORD.match(text, value.end) is not None
    if counted and numeral.factor == 1:
        low = max(numeral.value, other) * (unit.factor if unit else 1)
        return value._replace(low=low, high=low, places=0)
    second = unit.in_base(other) if unit else other
    return value._replace(other=(second, second))


def _share(reading: Reading, numeral: Numeral, unit: UnitAt | None) -> Value:
    """A fraction: of the unit behind it (``tres cuartos de litro``), or of a whole, as a percentage."""
    if unit is not None and unit.kind in {Kind.DURATION, Kind.NUMBER} and unit.base not in lexicon().counted:
        return _value(
            reading, numeral, numeral, unit, numeral.value * unit.factor, numeral.value * unit.factor
        )
    percent = UnitAt(Kind.PERCENTAGE, "percent", "%", Decimal(1), numeral.end)
    low = numeral.value * 100
    step = Decimal(0) if low == round(low, 1) else _ROUNDED
    return _value(reading, numeral, numeral, percent, low, low)._replace(step=step)


def _value(
    reading: Reading, first: Numeral, last: Numeral, unit: UnitAt | None, low: Decimal, high: Decimal
) -> Value:
    folded = reading.folded
    start, end = first.start, last.end
    if unit is not None:
        end = max(end, unit.end)
        sign = currency_before(folded, first.start)
        start = min(start, sign.end) if sign else start
    near = around(folded, start, end)
    bound = near.bound
    if low != high and bound is Bound.AT_LEAST:
        bound = Bound.NONE
    if bound in {Bound.WITHIN, Bound.AFTER} and (unit is None or unit.kind is not Kind.DURATION):
        bound = Bound.NONE
    counted = end + 1 if folded.startswith("+", end) else end
    nouns = nouns_after(reading.words, folded, counted, skip_of=last.in_words or last.factor > 1)
    if unit is not None and unit.kind is Kind.NUMBER:
        nouns = frozenset({unit.base}) | _unit_keys(reading, last.end, unit)
    return Value(
        start=start, end=end, kind=unit.kind if unit else Kind.NUMBER, written=reading.text[start:end],
        low=low, high=high, unit=unit.base if unit else "", named=unit.name if unit else "",
        bound=bound, approximate=near.approximate, nouns=nouns,
        number_start=first.start, number_end=last.end,
        whole_start=near.start, whole_end=near.end, behind=near.behind,
        denied=near.denied, exact=near.exact,
        article=first.article, places=max(first.places, last.places),
        step=_DEGREE if unit is not None and unit.offset else _step(last),
    )  # fmt: skip


def _unit_keys(reading: Reading, start: int, unit: UnitAt) -> frozenset[str]:
    """The keys of the word that names what is counted, so that another word of the sentence may be it."""
    if unit.base not in lexicon().counted:
        return frozenset()
    words = words_from(reading.words, start)
    return frozenset(key for word in words if word.end <= unit.end for key in keys_of(word.text, word.terms))


def _step(numeral: Numeral) -> Decimal:
    if numeral.factor < _MILLION:
        return Decimal(0)
    return numeral.factor.scaleb(-numeral.places)


def _counts(reading: Reading, numeral: Numeral, unit: UnitAt | None) -> bool:
    """Whether a word for one is a number: ``within a week``, ``one attempt``; not ``una persona``."""
    word = reading.folded[numeral.start : numeral.end]
    if unit is None:
        return False
    if word == "one" and unit.name != "time":
        return True
    if more_behind(reading.folded, unit.end, lexicon().number_words(reading.language))[0]:
        return True
    if unit.kind is Kind.DURATION and reading.text.startswith(_POSSESSIVE, unit.end):
        return True
    if unit.kind is not Kind.DURATION:
        measured = unit.kind is Kind.NUMBER and unit.base not in lexicon().counted
        return measured and around(reading.folded, numeral.start, unit.end).bound is not Bound.NONE
    before = _WORD_BEFORE.search(reading.folded[max(0, numeral.start - 24) : numeral.start])
    return before is not None and before[1] in lexicon().number_words(reading.language).counting


def _is_a_name(reading: Reading, numeral: Numeral) -> bool:
    """Whether a number without a unit says which one is meant."""
    if numeral.in_words:
        return reading.folded.startswith("-", numeral.end)
    before = _WORD_BEFORE.search(reading.text[max(0, numeral.start - 40) : numeral.start])
    if before is None:
        return False
    word = before[1]
    if (
        reading.folded[numeral.start - len(before[0]) : numeral.start].split()[0].rstrip(".")
        in lexicon().labels
    ):
        return True
    following = reading.text[numeral.end : numeral.end + 2].strip()
    begins = numeral.start - len(before[0]) == 0 or reading.text[: numeral.start - len(before[0])].isspace()
    return word[0].isupper() and not begins and not following[:1].islower()


def _looks_like_a_year(reading: Reading, numeral: Numeral) -> bool:
    text = reading.text[numeral.start : numeral.end]
    fits = len(text) == 4 and text.isdecimal() and _FIRST_YEAR <= int(numeral.value) <= _LAST_YEAR
    return fits and unit_after(reading.folded, numeral) is None


def _year(reading: Reading, numeral: Numeral) -> Value | None:
    """A number of four figures that is a year by the words around it."""
    text = reading.text[numeral.start : numeral.end]
    if not _looks_like_a_year(reading, numeral):
        return None
    before = reading.folded[max(0, numeral.start - 24) : numeral.start]
    cue = _WORD_BEFORE.search(before)
    named = cue is not None and cue[1] in lexicon().year_cues
    nouns = nouns_after(reading.words, reading.folded, numeral.end)
    if not (named or _BRACKET.search(before)) and nouns:
        return None
    near = around(reading.folded, numeral.start, numeral.end)
    return Value(
        numeral.start, numeral.end, Kind.DATE, text, parts=(int(numeral.value), 0, 0),
        number_start=numeral.start, number_end=numeral.end,
        whole_start=near.start, whole_end=near.end, approximate=near.approximate,
    )  # fmt: skip
