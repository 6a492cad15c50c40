"""What to say of a value that the evidence does not have: another one of the same thing, or nothing.

A limit that is true of the evidence's number, a sum of its numbers and the end of a change contradict nothing.
"""

from __future__ import annotations

from decimal import Decimal

from fidedigno.verify.statement import Difference
from fidedigno.verify.values.agreement import (
    agrees,
    comparable,
    has_other_mark,
    is_one_off,
    is_satisfied,
    lies_within,
)
from fidedigno.verify.values.derived import is_derived
from fidedigno.verify.values.find import MAX_VALUES
from fidedigno.verify.values.lexicon import lexicon
from fidedigno.verify.values.pair import Pair, difference
from fidedigno.verify.values.subjects import corroborated, subject_match
from fidedigno.verify.values.told_days import published
from fidedigno.verify.values.value import MEASURED, Bound, Kind, Value

_SOFT = 0.7
"""A claim inside the evidence's range or limit differs, but is not far from it."""
_LOOSE = 0.8
"""One of two numbers does not say what it counts."""
_ARTICLE = 0.75
_KIND_OF_DAY = 0.45
"""As many days, working days or not: often told loosely."""
_DAYS = "working days"
_APART = 0.1
"""How much better one candidate must match than the others to be the only one."""
_TWO = 2
_SEVERAL = 3
_SOMETHING = 0.15
"""A match from which the two have more in common than their kind."""
_CODES = {
    Kind.NUMBER: "number_differs",
    Kind.AMOUNT: "amount_differs",
    Kind.PERCENTAGE: "percentage_differs",
    Kind.DURATION: "duration_differs",
    Kind.DATE: "date_differs",
    Kind.TIME: "time_differs",
    Kind.WEEKDAY: "weekday_differs",
    Kind.PERIOD: "period_differs",
    Kind.VERSION: "version_differs",
    Kind.ORDINAL: "number_differs",
}


def judge_unequal(
    pair: Pair, number: int, taken: frozenset[int], agreed: int, *, is_nowhere: bool = False
) -> Difference | bool:
    """What to say of a value that the sentence does not have: another one of the same thing, or nothing.

    ``taken`` are the sentence's values that the claim has, ``agreed`` how many of the claim's it has. A value that
    is nowhere else in the evidence either (``is_nowhere``) sooner stands in the place of another.
    """
    value, found = pair.mine.values[number], pair.theirs.values
    if len(found) >= MAX_VALUES:
        return False
    rivals, loose = _rivals(pair, value, taken)
    if not rivals:
        return False
    if value.is_range and _has_both_ends(value, found):
        return True
    limits = bool(pair.theirs.plain_words & lexicon().limits)
    if not limits and any(is_satisfied(value, found[other]) for other in rivals):
        return True
    matches = sorted(
        ((subject_match(pair.mine, number, pair.theirs, other), -other) for other in rivals), reverse=True
    )
    certainty, other = matches[0][0], -matches[0][1]
    reckoned = bool(pair.mine.plain_words & lexicon().reckoned)
    # Without a word that says so only like things are added up.
    summed = found if reckoned else [found[each] for each in rivals]
    undecided = certainty < 1 and (len(matches) < _TWO or matches[0][0] - matches[1][0] < _APART)
    if (undecided or reckoned) and is_derived(value, summed):
        return False
    near = found[other]
    if near.bound is not Bound.NONE is value.bound and lexicon().others & pair.theirs.plain_words:
        # What is beyond the limit is told of too (`before two: today; others: tomorrow`).
        return False
    if (
        near.from_to
        and not value.is_range
        and value.low in {near.low, near.high}
        and pair.theirs.plain_words & lexicon().changes
    ):
        return True
    signs = agreed + 2 * is_one_off(value, near)
    if is_nowhere and loose == 1:
        signs += 1 + (value.kind is not Kind.NUMBER and certainty >= _SOMETHING)
    certainty = corroborated(certainty * loose, signs)
    if lies_within(value, near):
        certainty *= _SOFT
    if {value.unit, near.unit} == {_DAYS, "seconds"} and _number(value) == _number(near):
        certainty *= _KIND_OF_DAY
    if value.article or near.article:
        certainty *= _ARTICLE
    unique = other not in pair.theirs.in_lists and all(
        agrees(near, found[-place]) for match, place in matches if match > matches[0][0] - _APART
    )
    return difference(pair, number, other, _code(value, near), certainty, unique=unique)


def _rivals(pair: Pair, value: Value, taken: frozenset[int]) -> tuple[list[int], float]:
    """The evidence's values that may stand in the place of the claim's, and how much less sure that makes it."""
    found = pair.theirs.values
    spoken_of = not published().isdisjoint(pair.mine.plain_words)
    rivals = [
        other
        for other, each in enumerate(found)
        if other not in taken
        and (comparable(value, each) or _has_its_figures(value, each))
        and (spoken_of or not each.by_line)
    ]
    if rivals:
        return rivals, 1.0
    apart = taken | pair.theirs.in_lists
    return [
        other for other in range(len(found)) if other not in apart and _loosely(pair, value, found[other])
    ], _LOOSE


def _has_its_figures(value: Value, each: Value) -> bool:
    """Whether two counts have several figures in common and differ by their marks alone, whatever they are said to
    count (``1 250 000 inhabitants``, ``125,000 people``)."""
    told = {value.kind, each.kind} == {Kind.NUMBER} and not (value.unit and each.unit)
    return told and has_other_mark(value, each) and len(value.low.normalize().as_tuple().digits) >= _SEVERAL


def _loosely(pair: Pair, value: Value, each: Value) -> bool:
    """Whether two numbers may be of one dimension though only one says what it counts, or which unit it has.

    ``107 requests a minute`` where the evidence has ``requests: 100 a minute``, ``the rent is 800`` where it has
    ``rent: 800 €``.
    """
    if Kind.NUMBER not in {value.kind, each.kind}:
        return False
    if value.kind is not each.kind:
        bare = value if value.kind is Kind.NUMBER else each
        return not bare.unit and not bare.nouns and {value.kind, each.kind} <= MEASURED
    counted = lexicon().counted
    if any(one.unit and one.unit not in counted for one in (value, each)):
        return False
    return bool(value.nouns & pair.theirs.keys_of_words or each.nouns & pair.mine.keys_of_words)


def _has_both_ends(value: Value, found: tuple[Value, ...]) -> bool:
    """Whether the evidence tells the two ends of the claim's range apart (``it had 3; now it has 9``)."""
    single = {
        each.low
        for each in found
        if each.kind is value.kind and each.unit == value.unit and not each.is_range
    }
    return {value.low, value.high} <= single


def _number(value: Value) -> tuple[Decimal, Decimal]:
    """A duration in days."""
    return (value.low, value.high) if value.unit == _DAYS else (value.low / 86_400, value.high / 86_400)


def _code(value: Value, found: Value) -> str:
    if value.is_range or (found.is_range and lies_within(value, found)):
        return "range_differs"
    return _CODES[Kind.PERIOD if value.every and found.every else value.kind]
