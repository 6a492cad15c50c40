"""The values of a claim against those of one sentence of evidence: agreed, different, or not to be found there.

A difference needs a value of the same dimension that is said of the same thing and is not what the claim says
elsewhere. Whatever is only absent is ``missing``: another sentence may have it.
"""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from fidedigno.verify.statement import Comparison, Difference, Statement
from fidedigno.verify.values.agreement import (
    agrees,
    bounds_complete,
    bounds_conflict,
    comparable,
    is_more_precise,
    has_other_mark,
    is_satisfied,
    lies_within,
)
from fidedigno.verify.values.attributes import belongs_elsewhere
from fidedigno.verify.values.clauses import Surroundings, mark_of, surroundings
from fidedigno.verify.values.derived import is_derived
from fidedigno.verify.values.find import MAX_VALUES
from fidedigno.verify.values.lexicon import lexicon
from fidedigno.verify.values.places import Place, is_of_another
from fidedigno.verify.values.rewrite import expected_text, with_bound
from fidedigno.verify.values.subjects import corroborated, subject_match
from fidedigno.verify.values.value import Kind, Value

LEAST_CERTAINTY = 0.35
"""Below it two values are said of different things, as far as anybody can tell."""
_SOFT = 0.7
"""A claim inside the evidence's range or limit differs, but is not far from it."""
_LOOSE = 0.8
"""One of two numbers does not say what it counts."""
_MEASURED = frozenset({Kind.NUMBER, Kind.AMOUNT, Kind.PERCENTAGE, Kind.DURATION})
_ARTICLE = 0.75
_KIND_OF_DAY = 0.45
"""As many days, working days or not: often told loosely."""
_DAYS = "working days"
_ONLY_IMPLIED = 0.7
_COMPLETE = 0.8
"""What is under the limit and what is from it on may both be told of one rule."""
_SEVERAL = 0.75
"""A claim that differs in several values is sooner another fact."""
_APART = 0.1
"""How much better one candidate must match than the others to be the only one."""
_TWO = 2
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


class Pair(NamedTuple):
    """Both statements with what was read in them."""

    claim: Statement
    evidence: Statement
    mine: Surroundings
    theirs: Surroundings


def compare_values(claim: Statement, evidence: Statement) -> Comparison:
    """Compare every value of ``claim`` with ``evidence``.

    The codes of differences are ``number_differs``, ``amount_differs``, ``percentage_differs``,
    ``date_differs``, ``time_differs``, ``weekday_differs``, ``duration_differs``, ``period_differs``,
    ``bound_differs``, ``range_differs``, ``version_differs`` and ``attribute_differs`` (the value is another
    subject's). ``expected`` is empty where the evidence has several candidates. Source: hallucination detector
    article, check 3.
    """
    mine = surroundings(claim)
    if not mine.values:
        return Comparison()
    found = outcomes(Pair(claim, evidence, mine, surroundings(evidence)))
    differences, unsure = weighed([each for each in found if isinstance(each, Difference)])
    agreed = [spans_of(value) for value, each in zip(mine.values, found, strict=True) if each is True]
    missing = [
        (value.start, value.end)
        for value, each in zip(mine.values, found, strict=True)
        if each is False and not may_be_left(value)
    ]
    spans = dict.fromkeys(span for each in agreed for span in each)
    return Comparison(tuple(spans), differences, (*missing, *unsure))


def outcomes(pair: Pair) -> list[Difference | bool]:
    """For each value of the claim: that the evidence has it, or what it has instead, or that it says nothing."""
    values = pair.mine.values
    equal = [
        [other for other, found in enumerate(pair.theirs.values) if agrees(value, found)] for value in values
    ]
    taken = frozenset(other for others in equal for other in others)
    agreed = sum(bool(others) for others in equal)
    found: list[Difference | bool] = []
    for number, value in enumerate(values):
        one = _equal(pair, number, equal[number]) if equal[number] else _unequal(pair, number, taken, agreed)
        found.append(one or _is_over(pair, value) or _is_one(pair, value))
    return found


def may_be_left(value: Value) -> bool:
    """Whether nothing is missed where the evidence does not have a value: an article, an ordinal."""
    return value.article or value.kind is Kind.ORDINAL


def _is_one(pair: Pair, value: Value) -> bool:
    """Whether the evidence says one in a word that may be an article, and counts nothing of the kind otherwise."""
    return (
        value.kind is Kind.NUMBER
        and value.low == value.high == 1
        and bool(pair.theirs.plain_words & lexicon().ones)
        and not any(comparable(value, found) for found in pair.theirs.values)
    )


def spans_of(value: Value) -> tuple[tuple[int, int], ...]:
    """Where a claim says a value: with the words of its limit, beside it or elsewhere in its clause."""
    spans = [(value.whole_start, value.end if value.behind else value.whole_end)]
    if value.behind:
        spans.append((value.behind, value.whole_end))
    if value.limit_word is not None:
        spans.append(value.limit_word)
    return tuple(spans)


def _is_over(pair: Pair, value: Value) -> bool:
    """Whether a period is that of a column (``Monthly``) and so not repeated in the row."""
    return value.kind is Kind.PERIOD and any(mark_of(value) in owned for owned in pair.theirs.owned)


def weighed(
    differences: list[Difference],
) -> tuple[tuple[Difference, ...], tuple[tuple[int, int], ...]]:
    """Several differences at once are sooner another fact; the places of too unsure ones come second."""
    codes = {each.code for each in differences} - {"period_differs", "attribute_differs"}
    kept, unsure = [], []
    for each in differences:
        certainty = each.certainty * (_SEVERAL if len(codes) > 1 else 1.0)
        if certainty >= LEAST_CERTAINTY:
            kept.append(each._replace(certainty=round(certainty, 4)))
        else:
            unsure.append((each.start, each.end))
    return tuple(kept), tuple(unsure)


def _equal(pair: Pair, number: int, others: list[int]) -> Difference | bool:
    """What to say of a value that the evidence has: agreed, too precise, another limit, or another's."""
    value, found = pair.mine.values[number], pair.theirs.values
    if all(is_more_precise(value, found[other]) for other in others):
        return False
    conflict = all(bounds_conflict(value, found[other]) for other in others)
    if conflict and (value.limit_word is None or any(found[other].limit_word is None for other in others)):
        return _bound_differs(pair, number, others)
    sure = [
        (_elsewhere(pair, number, others, other), other)
        for other, each in enumerate(found)
        if other not in others and not bounds_conflict(value, each)
    ]
    best = max(sure, default=(0.0, 0))
    if best[0] <= 0:
        return _bound_differs(pair, number, others) if conflict else True
    unique = len([each for each in sure if each[0]]) == 1
    return difference(pair, number, best[1], "attribute_differs", best[0], unique=unique)


def _elsewhere(pair: Pair, number: int, equal: list[int], rival: int) -> float:
    """How sure it is that a value of the sentence is said of another subject there, and the rival of its own."""
    value, found = pair.mine.values[number], pair.theirs.values
    certainty = 0.0
    if comparable(value, found[rival]):
        surest = min(belongs_elsewhere(pair.mine, number, pair.theirs, other, rival) for other in equal)
        certainty = surest * subject_match(pair.mine, number, pair.theirs, rival) if surest else 0.0
    place = Place(pair.theirs, rival)
    told = min(
        is_of_another(pair.mine, number, Place(pair.theirs, other), place)
        if of_one_sort(value, found[rival]) or of_one_sort(found[other], found[rival])
        else 0.0
        for other in equal
    )
    return max(certainty, told)


def _bound_differs(pair: Pair, number: int, others: list[int]) -> Difference:
    value, found = pair.mine.values[number], pair.theirs.values[others[0]]
    expected = with_bound(pair.claim, value, pair.evidence, found) if len(others) == 1 else ""
    start, end = (value.whole_start, value.whole_end) if value.limit_word is None else value.limit_word
    first, last = (found.whole_start, found.whole_end) if found.limit_word is None else found.limit_word
    if value.limit_word or found.limit_word:
        expected = ""
    return Difference(
        "bound_differs", start, end, first, last, expected, _other_limit(pair, number, others[0])
    )


def _other_limit(pair: Pair, number: int, other: int) -> float:
    """How sure it is that the opposite limit at the same value is a contradiction."""
    value, found = pair.mine.values[number], pair.theirs.values[other]
    match = subject_match(pair.mine, number, pair.theirs, other)
    if value.limit_word and found.limit_word:
        return match * _ONLY_IMPLIED
    if bounds_complete(value, found):
        return match * _COMPLETE
    return corroborated(match, 1 if value.limit_word or found.limit_word else 2)


def of_one_sort(value: Value, found: Value) -> bool:
    """Whether the two are of one dimension, or ``found`` leaves out of which (``costs 12 euros; the other, 9``)."""
    if comparable(value, found):
        return True
    bare = found.kind is Kind.NUMBER and not found.unit and not found.nouns
    return bare and value.kind in _MEASURED


def _loosely(pair: Pair, value: Value, each: Value) -> bool:
    """Whether two numbers may be of one dimension though only one says what it counts, or which unit it has.

    ``107 requests a minute`` where the evidence has ``requests: 100 a minute``, ``the rent is 800`` where it has
    ``rent: 800 €``.
    """
    if Kind.NUMBER not in {value.kind, each.kind}:
        return False
    if value.kind is not each.kind:
        bare = value if value.kind is Kind.NUMBER else each
        return not bare.unit and not bare.nouns and {value.kind, each.kind} <= _MEASURED
    counted = lexicon().counted
    if any(one.unit and one.unit not in counted for one in (value, each)):
        return False
    return bool(value.nouns & pair.theirs.keys_of_words or each.nouns & pair.mine.keys_of_words)


def _unequal(pair: Pair, number: int, taken: frozenset[int], agreed: int) -> Difference | bool:
    """What to say of a value that the evidence does not have: another one of the same thing, or nothing."""
    value, found = pair.mine.values[number], pair.theirs.values
    if len(found) >= MAX_VALUES:
        return False
    rivals = [other for other, each in enumerate(found) if other not in taken and comparable(value, each)]
    loose = 1.0
    if not rivals:
        loose = _LOOSE
        apart = taken | pair.theirs.in_lists
        rivals = [
            other for other in range(len(found)) if other not in apart and _loosely(pair, value, found[other])
        ]
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
    if (
        near.from_to
        and not value.is_range
        and value.low in {near.low, near.high}
        and pair.theirs.plain_words & lexicon().changes
    ):
        return True
    certainty = corroborated(certainty * loose, agreed + has_other_mark(value, near))
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
    return _CODES[Kind.PERIOD if value.kind is not found.kind else value.kind]


def difference(
    pair: Pair, number: int, other: int, code: str, certainty: float, *, unique: bool
) -> Difference:
    """The difference between a value of the claim and one of the evidence."""
    value, found = pair.mine.values[number], pair.theirs.values[other]
    expected = expected_text(pair.claim, value, pair.evidence, found) if unique else ""
    return Difference(code, value.start, value.end, found.start, found.end, expected, certainty)
