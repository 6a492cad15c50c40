"""When a quarter, a decade or a century and another date can be one."""

from __future__ import annotations

from fidedigno.verify.values.value import Value

_MOST = 0.5
"""How much of the shorter of two spans the other must have."""
_SHORT = 1
"""The years of a school year: either of them is what it says."""
_FINER = 2


def same_span(claim: Value, evidence: Value) -> bool:
    """Whether one lies in the other, or most of the shorter does; as far as both say."""
    if claim.years and evidence.years and claim.years[1] - claim.years[0] == _SHORT:
        return claim.years == evidence.years
    told = [_share(*pair) for pair in _pairs(claim, evidence)]
    return bool(told) and all(share >= _MOST for share in told)


def are_told_alike(claim: Value, evidence: Value) -> bool:
    """Whether both say a year, or both a part of one."""
    return bool(_pairs(claim, evidence))


def is_finer(claim: Value, evidence: Value) -> bool:
    """Whether the claim's date leaves less open than the evidence's."""
    if _months(claim) and not _months(evidence):
        return True
    if claim.parts[2] and evidence.months:
        return True
    for mine, theirs in _pairs(claim, evidence):
        length, other = mine[1] - mine[0] + 1, theirs[1] - theirs[0] + 1
        if other > _SHORT + 1 and other >= _FINER * length:
            return True
    return False


def _pairs(claim: Value, evidence: Value) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    found = []
    for mine, theirs in ((_years(claim), _years(evidence)), (_months(claim), _months(evidence))):
        if mine and theirs:
            found.append((mine, theirs))
    return found


def _years(value: Value) -> tuple[int, ...]:
    return value.years or ((value.parts[0], value.parts[0]) if value.parts[0] else ())


def _months(value: Value) -> tuple[int, ...]:
    return value.months or ((value.parts[1], value.parts[1]) if value.parts[1] else ())


def _share(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    common = min(one[1], other[1]) - max(one[0], other[0]) + 1
    return common / min(one[1] - one[0] + 1, other[1] - other[0] + 1)
