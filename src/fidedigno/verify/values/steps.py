"""Values of a claim that one step of reckoning makes of the evidence's: another period, or the parts of a sum.

``£20 a month`` is ``£240 a year``, and £240 a year in twelve equal instalments. Who pays every four months gets three
bills a year.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache

from fidedigno.consolidate.passages import words_in
from fidedigno.verify.values.agreement import as_often
from fidedigno.verify.values.lexicon import LANGUAGES, lexicon
from fidedigno.verify.values.nouns import keys_of
from fidedigno.verify.values.pair import Pair
from fidedigno.verify.values.value import Bound, Kind, Value

_NEAR = 40
"""How far behind an amount its period may stand."""
_CENT = Decimal("0.005")
_WHOLE = Decimal("0.5")
_OF = re.compile(r"\s(?:of|de|at|a)\s(?:just\s|solo\s|unos\s)?$")
_IN = re.compile(r"(?<!\w)(?:in|into|over|by|en|por)\s(?:the\s|las\s|los\s)?$")
_REACH = 40
_YEAR = "year"


@cache
def _keys(name: str) -> frozenset[str]:
    words = lexicon().data[name]
    return frozenset(
        key
        for language in LANGUAGES
        for each in words[language]
        for word in words_in(each, language=language)
        for key in keys_of(word.text, word.terms)
    )


def by_a_step(pair: Pair) -> frozenset[int]:
    """The numbers of the claim's values that follow from the evidence's."""
    mine, theirs = pair.mine.values, pair.theirs.values
    found: set[int] = set()
    periods = [each for each in mine if each.kind is Kind.PERIOD]
    for number, value in enumerate(mine):
        period = _period_behind(mine, number)
        if any(each.start != mine[period].start for each in periods) if period is not None else periods:
            # When it is paid is told besides (`$10 per month, billed monthly`).
            continue
        if value.kind is Kind.AMOUNT and not value.is_range:
            if any(_of_another_period(value, each) for each in theirs) or _is_a_part(pair, value, period):
                found |= {number} if period is None else {number, period}
        elif value.kind is Kind.DURATION:
            found |= {number} if _is_between(value, mine, theirs) else set()
        elif value.kind is Kind.NUMBER and period is not None and _is_as_often(value, mine[period], theirs):
            found |= {number, period}
    return frozenset(found)


def _period_behind(values: tuple[Value, ...], number: int) -> int | None:
    """The number of the period of a rate."""
    value = values[number]
    if not value.per:
        return None
    near = [
        other
        for other, each in enumerate(values)
        if each.kind is Kind.PERIOD and each.unit == value.per and 0 <= each.start - value.end <= _NEAR
    ]
    return near[0] if near else None


def _of_another_period(value: Value, found: Value) -> bool:
    """Whether the same rate is told of another period."""
    if found.kind is not Kind.AMOUNT or found.is_range or value.unit != found.unit or value.per == found.per:
        return False
    if value.bound is not found.bound and Bound.NONE not in {value.bound, found.bound}:
        return False
    for table in (lexicon().data["months_of"], lexicon().data["days_of"]):
        if value.per in table and found.per in table:
            return _is_about(value, found.low * table[value.per] / table[found.per])
    return False


def _is_about(value: Value, reckoned: Decimal) -> bool:
    """Whether a number is what was reckoned, as far as it is written."""
    return abs(value.low - reckoned) <= (_CENT if value.places else _WHOLE if value.approximate else _CENT)


def _is_a_part(pair: Pair, value: Value, period: int | None) -> bool:
    """Whether it is one of the equal parts of a sum, or the sum of such parts."""
    folded, parts = pair.evidence.folded, _keys("instalments")
    for count in pair.theirs.values:
        if (
            count.kind is not Kind.NUMBER
            or count.unit
            or count.low <= 1
            or count.is_range
            or not count.nouns & parts
        ):
            continue
        for total in pair.theirs.values:
            if total.kind is not Kind.AMOUNT or total.unit != value.unit or total.is_range:
                continue
            between = 0 <= total.start - count.end <= _REACH
            if between and _OF.search(folded, count.end, total.start):
                if _is_about(value, total.low * count.low) and period is None:
                    return True
            elif _IN.search(folded, 0, count.whole_start) and _is_about(value, total.low / count.low):
                return period is None or _fits(pair.mine.values[period], count, total)
    return False


def _fits(period: Value, count: Value, total: Value) -> bool:
    """Whether so many parts come once in that period."""
    months = lexicon().data["months_of"]
    if count.per == period.unit:
        return True
    return total.per in months and months.get(period.unit, 0) * count.low == months[total.per]


def _is_between(value: Value, mine: tuple[Value, ...], theirs: tuple[Value, ...]) -> bool:
    """Whether so many years lie between two that are named, one of them at least in the evidence."""
    years, rest = divmod(int(value.low), 12)
    if value.unit != "months" or rest or not years or value.is_range:
        return False
    known = {each.parts[0] for each in theirs if each.kind is Kind.DATE and len(each.parts) == 3} - {0}
    said = {each.parts[0] for each in mine if each.kind is Kind.DATE and len(each.parts) == 3} - {0}
    return any(abs(one - other) == years for one in known for other in known | said)


def _is_as_often(value: Value, period: Value, theirs: tuple[Value, ...]) -> bool:
    """Whether so many of something in a period come as often as the evidence says."""
    if (
        value.low <= 0
        or value.is_range
        or value.bound is not Bound.NONE
        or not value.nouns & _keys("occurrences")
    ):
        return False
    often = period._replace(every=tuple(length / value.low for length in period.every))
    return any(each.every and as_often(often, each) for each in theirs)
