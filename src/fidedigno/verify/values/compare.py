"""The values of a claim against those of one sentence of evidence: agreed, different, or not to be found there.

A difference needs a value of the same dimension that is said of the same thing and is not what the claim says
elsewhere. Whatever is only absent is ``missing``: another sentence may have it.
"""

from __future__ import annotations

from fidedigno.verify.statement import Comparison, Difference, Statement
from fidedigno.verify.values.agreement import agrees, comparable
from fidedigno.verify.values.clauses import mark_of, surroundings, told
from fidedigno.verify.values.equal import judge_equal
from fidedigno.verify.values.lexicon import lexicon
from fidedigno.verify.values.pair import Pair
from fidedigno.verify.values.steps import by_a_step
from fidedigno.verify.values.unequal import judge_unequal
from fidedigno.verify.values.value import Kind, Value

LEAST_CERTAINTY = 0.35
"""Below it two values are said of different things, as far as anybody can tell."""
_SEVERAL = 0.75
"""A claim that differs in several values is sooner another fact."""


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
    pair = Pair(claim, evidence, mine, told(evidence))
    found = outcomes(pair, equal_values(pair))
    differences, unsure = weighed([each for each in found if isinstance(each, Difference)])
    agreed = [spans_of(value) for value, each in zip(mine.values, found, strict=True) if each is True]
    missing = [
        (value.start, value.end)
        for value, each in zip(mine.values, found, strict=True)
        if each is False and not may_be_left(value)
    ]
    spans = dict.fromkeys(span for each in agreed for span in each)
    return Comparison(tuple(spans), differences, (*missing, *unsure))


def equal_values(pair: Pair) -> list[list[int]]:
    """For each value of the claim the values of the evidence that agree with it, limits apart."""
    return [
        [other for other, found in enumerate(pair.theirs.values) if agrees(value, found)]
        for value in pair.mine.values
    ]


def outcomes(
    pair: Pair, equal: list[list[int]], nowhere: frozenset[int] = frozenset()
) -> list[Difference | bool]:
    """For each value of the claim: that the evidence has it, or what it has instead, or that it says nothing.

    ``nowhere`` are the values that no other sentence before the claim has either.
    """
    taken = frozenset(other for others in equal for other in others)
    agreed = sum(bool(others) for others in equal)
    found: list[Difference | bool] = []
    reckoned = by_a_step(pair) if pair.theirs.values and not all(equal) else frozenset()
    for number, value in enumerate(pair.mine.values):
        if number in reckoned and not equal[number]:
            found.append(True)
            continue
        one = (
            judge_equal(pair, number, equal[number])
            if equal[number]
            else judge_unequal(pair, number, taken, agreed, is_nowhere=number in nowhere)
        )
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
