"""All values of a statement, read once: each stretch by the first reader that knows it.

Order: what is no value, dates, versions, hours, numbers with their units, weekdays, periods.
"""

from __future__ import annotations

from functools import lru_cache

from fidedigno.verify.statement import Statement
from fidedigno.verify.values.clocks import find_clocks
from fidedigno.verify.values.compound import find_units_and_more, join_compounds
from fidedigno.verify.values.days import find_days, find_days_of_a_month, find_short_days
from fidedigno.verify.values.implied import counted_from
from fidedigno.verify.values.limits import limited
from fidedigno.verify.values.numerals import find_numerals
from fidedigno.verify.values.ordinals import find_ordinal_words, find_ordinals
from fidedigno.verify.values.periods import find_periods, times_a_period, with_frequency
from fidedigno.verify.values.quantities import Reading, find_quantities
from fidedigno.verify.values.skipped import mask_of, mask_the_rest
from fidedigno.verify.values.spans import find_spans
from fidedigno.verify.values.told_days import in_told_order, with_by_line
from fidedigno.verify.values.value import Kind, Value
from fidedigno.verify.values.versions import find_versions
from fidedigno.verify.values.weekdays import find_weekdays, with_weekday

MAX_CHARACTERS = 8_000
"""How much of one statement is read; a sentence is a fortieth of that."""
MAX_VALUES = 64
"""How many values of one statement are compared."""
MAX_NUMERALS = 2 * MAX_VALUES
_RATE_REACH = 40
_BEFORE_REACH = 24


@lru_cache(maxsize=2_048)
def find_values(statement: Statement) -> tuple[Value, ...]:
    """The values that a statement names, in order, none inside another."""
    text = statement.text[:MAX_CHARACTERS]
    folded, words = statement.folded[:MAX_CHARACTERS], statement.words
    mask = mask_of(text)
    has_figures = any(digit in folded for digit in "0123456789")
    spans = find_spans(text, folded, mask)
    found = find_days(text, folded, statement.language, statement.reference, mask)
    if has_figures:
        found += find_short_days(text, folded, mask)
        found += find_days_of_a_month(text, folded, found, mask)
    found = [with_by_line(statement, value) for value in in_told_order(statement, found)]
    found = [*spans, *(counted_from(folded, with_weekday(folded, value)) for value in found)]
    found += find_ordinals(text, folded, words, mask)
    if has_figures:
        mask_the_rest(text, mask)
        found += find_versions(text, folded, mask)
    found += find_clocks(text, folded, mask)
    numerals = find_numerals(text, folded, words, statement.language, mask)[:MAX_NUMERALS]
    reading = Reading(text, folded, statement.language, words)
    quantities = find_quantities(reading, numerals)
    for value in quantities:
        mask.take(value.start, value.end)
    quantities += find_units_and_more(text, folded, statement.language, mask)
    joined = join_compounds(text, folded, sorted(quantities, key=lambda value: value.start))
    quantities = [with_frequency(folded, each) for each in joined]
    ends = [value.end for value in quantities]
    periods = [value for value in find_periods(text, folded, ends) if mask.is_free(value.start, value.end)]
    found += find_ordinal_words(text, folded, words, mask)
    found += find_weekdays(text, folded, mask)
    quantities, periods = _frequencies(folded, quantities, periods, text)
    found += [*_rated(folded, quantities, periods), *periods]
    ordered = sorted(found, key=lambda value: (value.start, value.end))[:MAX_VALUES]
    return tuple(limited(folded, ordered))


def _frequencies(
    folded: str, quantities: list[Value], periods: list[Value], text: str
) -> tuple[list[Value], list[Value]]:
    """Put a number of times and the period behind it together."""
    behind = {value.end: value for value in quantities}
    kept, joined = [], []
    for period in periods:
        before = behind.get(period.start) or behind.get(period.start - 1)
        one = times_a_period(folded, before, period) if before else None
        if one is None or before is None:
            kept.append(period)
            continue
        kept.append(one._replace(written=text[one.start : one.end]))
        joined.append(before)
    return [value for value in quantities if value not in joined], kept


def _rated(folded: str, quantities: list[Value], periods: list[Value]) -> list[Value]:
    """Give money and counts the period that stands near them, sooner behind than before."""
    rated = []
    for number, value in enumerate(quantities):
        first = quantities[number - 1].end if number else 0
        end = quantities[number + 1].start if number + 1 < len(quantities) else len(folded)
        near = [each for each in periods if first <= each.start < end]
        after = next((each for each in near if 0 <= each.start - value.end <= _RATE_REACH), None)
        before = next((each for each in near if 0 <= value.start - each.end <= _BEFORE_REACH), None)
        period = after or before
        rated.append(value if period is None else _with_period(value, period))
    return rated


def _with_period(value: Value, period: Value) -> Value:
    if value.kind not in {Kind.AMOUNT, Kind.NUMBER, Kind.PERCENTAGE}:
        return value
    # What follows money at once is no name of what is counted (`10 € mensuales`).
    follows = 0 <= period.start - value.end <= 1 and (value.kind is not Kind.NUMBER or not value.unit)
    return value._replace(per=period.unit, nouns=frozenset() if follows else value.nouns)
