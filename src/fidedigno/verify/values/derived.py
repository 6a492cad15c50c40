"""Whether a claim's number can be reckoned from those of the evidence: their sum, or a difference of two.

Such a number is not in the evidence, and yet contradicts nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import combinations

from fidedigno.verify.values.value import MEASURED, Kind, Value

_MOST = 8
"""With more values than this almost any number is a sum of some."""
_PERCENT = "%"
_WHOLE = 100


def is_derived(claim: Value, evidence: Sequence[Value]) -> bool:
    """Whether ``claim`` is the sum of the evidence's values of its kind and unit, or of two, or their
    difference, or the rest of a hundred per cent."""
    if claim.kind not in MEASURED or claim.is_range:
        return False
    numbers = [
        value.low
        for value in evidence
        if value.kind is claim.kind
        and not value.is_range
        and (value.unit == claim.unit or _is_count(value, claim))
    ]
    if claim.unit == _PERCENT and _WHOLE - claim.low in numbers:
        # Who is not among the 80 % is among the 20 %.
        return True
    if not 2 <= len(numbers) <= _MOST:
        return False
    reckoned: set[Decimal] = {sum(numbers, Decimal(0))}
    for one, other in combinations(numbers, 2):
        reckoned |= {one + other, abs(one - other)}
    return claim.low in reckoned


def _is_count(value: Value, claim: Value) -> bool:
    """Whether both count things, which may be added up whatever they are."""
    return value.kind is Kind.NUMBER and bool(value.nouns) and bool(claim.nouns)
