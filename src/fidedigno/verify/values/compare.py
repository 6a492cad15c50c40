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
    bounds_conflict,
    comparable,
    is_more_precise,
    is_satisfied,
    lies_within,
)
from fidedigno.verify.values.attributes import belongs_elsewhere
from fidedigno.verify.values.clauses import Surroundings, mark_of, surroundings
from fidedigno.verify.values.derived import is_derived
from fidedigno.verify.values.find import MAX_VALUES
from fidedigno.verify.values.lexicon import lexicon
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
_SEVERAL = 0.75
"""A claim that differs in several values is sooner another fact."""
_APART = 0.1
"""How much better one candidate must match than the others to be the only one."""
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
}


class _Pair(NamedTuple):
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
    pair = _Pair(claim, evidence, mine, surroundings(evidence))
    equal = [
        [other for other, found in enumerate(pair.theirs.values) if agrees(value, found)]
        for value in mine.values
    ]
    taken = frozenset(other for others in equal for other in others)
    agreed_others = sum(bool(others) for others in equal)
    agreed: list[tuple[int, int]] = []
    missing: list[tuple[int, int]] = []
    differences: list[Difference] = []
    for number, value in enumerate(mine.values):
        found = (
            _equal(pair, number, equal[number])
            if equal[number]
            else _unequal(pair, number, taken, agreed_others)
        )
        if isinstance(found, Difference):
            differences.append(found)
        elif found or _is_over(pair, value):
            agreed.append((value.start, value.end))
        elif not value.article:
            missing.append((value.start, value.end))
    return Comparison(tuple(agreed), _weighed(differences, missing), tuple(missing))


def _is_over(pair: _Pair, value: Value) -> bool:
    """Whether a period is that of a column (``Monthly``) and so not repeated in the row."""
    return value.kind is Kind.PERIOD and any(mark_of(value) in owned for owned in pair.theirs.owned)


def _weighed(differences: list[Difference], missing: list[tuple[int, int]]) -> tuple[Difference, ...]:
    """Several differences at once are sooner another fact; too unsure ones are put among the missing."""
    codes = {each.code for each in differences} - {"period_differs", "attribute_differs"}
    kept = []
    for each in differences:
        certainty = each.certainty * (_SEVERAL if len(codes) > 1 else 1.0)
        if certainty >= LEAST_CERTAINTY:
            kept.append(each._replace(certainty=round(certainty, 4)))
        else:
            missing.append((each.start, each.end))
    return tuple(kept)


def _equal(pair: _Pair, number: int, others: list[int]) -> Difference | bool:
    """What to say of a value that the evidence has: agreed, too precise, another limit, or another's."""
    value, found = pair.mine.values[number], pair.theirs.values
    if all(is_more_precise(value, found[other]) for other in others):
        return False
    if all(bounds_conflict(value, found[other]) for other in others):
        other = others[0]
        certainty = subject_match(pair.mine, number, pair.theirs, other)
        return Difference(
            "bound_differs", value.whole_start, value.whole_end, found[other].whole_start, found[other].whole_end,
            with_bound(pair.claim, value, pair.evidence, found[other]) if len(others) == 1 else "", certainty,
        )  # fmt: skip
    rivals = [
        other
        for other, each in enumerate(found)
        if other not in others and comparable(value, each) and not bounds_conflict(value, each)
    ]
    sure = [
        (min(belongs_elsewhere(pair.mine, number, pair.theirs, other, rival) for other in others), rival)
        for rival in rivals
    ]
    best = max(sure, default=(0.0, 0))
    if best[0] <= 0:
        return True
    rival = best[1]
    certainty = best[0] * subject_match(pair.mine, number, pair.theirs, rival)
    return _difference(
        pair, number, rival, "attribute_differs", certainty, unique=len([s for s in sure if s[0]]) == 1
    )


def _loosely(pair: _Pair, value: Value, each: Value) -> bool:
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


def _unequal(pair: _Pair, number: int, taken: frozenset[int], agreed: int) -> Difference | bool:
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
    if (certainty < 1 or reckoned) and is_derived(value, found):
        return False
    near = found[other]
    if (
        near.from_to
        and not value.is_range
        and value.low in {near.low, near.high}
        and pair.theirs.plain_words & lexicon().changes
    ):
        return True
    certainty = corroborated(certainty * loose, agreed)
    if lies_within(value, near):
        certainty *= _SOFT
    if {value.unit, near.unit} == {_DAYS, "seconds"} and _number(value) == _number(near):
        certainty *= _KIND_OF_DAY
    if value.article or near.article:
        certainty *= _ARTICLE
    unique = other not in pair.theirs.in_lists and all(
        agrees(near, found[-place]) for match, place in matches if match > matches[0][0] - _APART
    )
    return _difference(pair, number, other, _code(value, near), certainty, unique=unique)


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
    return _CODES[value.kind]


def _difference(
    pair: _Pair, number: int, other: int, code: str, certainty: float, *, unique: bool
) -> Difference:
    value, found = pair.mine.values[number], pair.theirs.values[other]
    expected = expected_text(pair.claim, value, pair.evidence, found) if unique else ""
    return Difference(code, value.start, value.end, found.start, found.end, expected, certainty)
