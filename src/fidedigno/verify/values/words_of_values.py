"""Differences in words that are only another way to say an agreed value: ``cannot be under 8``, ``8 or more``.

Who compares denials and shares word by word does not know that these words are part of a value.
"""

from __future__ import annotations

from fidedigno.verify.statement import Difference, Statement
from fidedigno.verify.values.agreement import agrees, bounds_conflict
from fidedigno.verify.values.clauses import surroundings
from fidedigno.verify.values.compare import spans_of
from fidedigno.verify.values.value import Bound, Value

BY_DENIAL = frozenset({"negation_differs", "quantifier_differs", "comparison_differs", "modality_differs"})
"""Differences that the words of a limit make too, and that are none where the limit is the same."""


def is_of_a_value(claim: Statement, evidence: Statement, difference: Difference) -> bool:
    """Whether a difference in words lies in a value that both have, or is made by a denial in a limit of one."""
    theirs = surroundings(evidence).values
    return any(
        _covers(value, difference) or (difference.code in BY_DENIAL and _by_denial(value, found))
        for value in surroundings(claim).values
        for found in theirs
        if agrees(value, found) and not bounds_conflict(value, found)
    )


def _covers(value: Value, difference: Difference) -> bool:
    return any(start <= difference.start and difference.end <= end for start, end in spans_of(value))


def _by_denial(value: Value, found: Value) -> bool:
    """Whether one of two equal limits is put with a denial, and the other without."""
    limited = value.bound is not Bound.NONE and found.bound is not Bound.NONE
    return limited and value.denied != found.denied
