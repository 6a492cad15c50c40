"""What to say of a value that the evidence has: agreed, too precise, under another limit, or another subject's."""

from __future__ import annotations

from fidedigno.verify.statement import Difference
from fidedigno.verify.values.agreement import (
    bounds_complete,
    bounds_conflict,
    comparable,
    exactness_conflicts,
    is_more_precise,
)
from fidedigno.verify.values.attributes import belongs_elsewhere
from fidedigno.verify.values.pair import Pair, difference, of_one_sort
from fidedigno.verify.values.places import Place, is_of_another
from fidedigno.verify.values.rewrite import with_bound
from fidedigno.verify.values.subjects import corroborated, subject_match
from fidedigno.verify.values.value import Kind, Value
from fidedigno.verify.values.weekdays import named_weekday, weekday_at

_ONLY_IMPLIED = 0.85
"""The limits are those of whole clauses, and not said at the values."""
_OTHER_WEEKDAY = 0.85
"""The same day with another weekday; the evidence may speak of another year."""
_COMPLETE = 0.8
"""What is under the limit and what is from it on may both be told of one rule."""


def judge_equal(pair: Pair, number: int, others: list[int]) -> Difference | bool:
    """What to say of a value that the evidence has: agreed, too precise, another limit, or another's."""
    value, found = pair.mine.values[number], pair.theirs.values
    if all(is_more_precise(value, found[other]) for other in others):
        return False
    if value.kind is Kind.DATE and (wrong := _weekday_differs(pair, value, [found[each] for each in others])):
        return wrong
    if all(exactness_conflicts(value, found[other]) for other in others):
        return _bound_differs(pair, number, others)
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


def _weekday_differs(pair: Pair, value: Value, equal: list[Value]) -> Difference | None:
    """Another weekday at the same day than the evidence's, where that is known there."""
    place = weekday_at(pair.claim.folded, value)
    if place is None or any(each.weekday in {None, value.weekday} for each in equal):
        return None
    first = equal[0]
    expected = named_weekday(first.weekday or 0, pair.claim.language, pair.claim.text[slice(*place)])
    return Difference("weekday_differs", *place, first.start, first.end, expected, _OTHER_WEEKDAY)


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
        return corroborated(match, 1) * _ONLY_IMPLIED
    if bounds_complete(value, found):
        return match * _COMPLETE
    return corroborated(match, 1 if value.limit_word or found.limit_word else 2)
