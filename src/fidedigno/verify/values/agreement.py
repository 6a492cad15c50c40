"""When two values say the same, and when they could contradict each other at all.

Integers agree exactly; an approximation allows the finer one to be rounded, or a twentieth. A value that is less
precise than the other (a year against a day) agrees with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from fidedigno.verify.values.lexicon import lexicon
from fidedigno.verify.values.same_span import are_told_alike, is_finer, same_span
from fidedigno.verify.values.value import MEASURED, Bound, Kind, Value

_TOLERANCE = Decimal("0.05")
_CONVERTED = Decimal("0.02")
"""Units that are no round number of each other (miles, kilometres) are written rounded."""
_BYTES = "bytes"
_BINARY = Decimal("0.05")
"""A gigabyte has 1,000 megabytes, or 1,024."""
_DAY = 86_400
_LOOSE_LENGTH = Decimal("0.075")
_YEAR_DAYS = (Decimal(30), Decimal("30.5"))
_FAR = 2
"""``more than 100`` is a way to say 150, not 1,000."""


def comparable(claim: Value, evidence: Value) -> bool:
    """Whether the two are of one dimension, so that different ones differ."""
    if claim.every and evidence.every:
        return True
    if claim.kind is not evidence.kind:
        return _are_single_days(claim, evidence)
    if claim.kind is Kind.PERCENTAGE:
        return claim.unit == evidence.unit
    if claim.kind is Kind.ORDINAL:
        return bool(claim.nouns & evidence.nouns)
    if claim.kind is Kind.DATE:
        return _say_alike(claim, evidence)
    if claim.kind is not Kind.NUMBER:
        return True
    if claim.nouns and evidence.nouns:
        return bool(claim.nouns & evidence.nouns)
    return not claim.nouns and not evidence.nouns


def agrees(claim: Value, evidence: Value) -> bool:
    """Whether the evidence's value is what the claim says, limits and rates apart."""
    if claim.every and evidence.every:
        return as_often(claim, evidence)
    if claim.kind in MEASURED and evidence.kind in MEASURED:
        return _same_number(claim, evidence)
    if {claim.kind, evidence.kind} == {Kind.DATE, Kind.NUMBER}:
        year, number = (claim, evidence) if claim.kind is Kind.DATE else (evidence, claim)
        bare = not number.unit and not number.is_range
        return bare and year.parts[1:] == (0, 0) and number.low == year.parts[0]
    if {claim.kind, evidence.kind} == {Kind.VERSION, Kind.NUMBER}:
        version, number = (claim, evidence) if claim.kind is Kind.VERSION else (evidence, claim)
        # `version 4 and those for the 3`.
        return (
            not (number.unit or number.nouns or number.is_range)
            and len(version.parts) == 1
            and version.parts[0] == number.low
        )
    if {claim.kind, evidence.kind} == {Kind.TIME, Kind.NUMBER}:
        hour, number = (claim, evidence) if claim.kind is Kind.TIME else (evidence, claim)
        return not number.unit and any(low == number.low * 60 for low, _ in _readings(hour))
    if claim.kind is not evidence.kind:
        return _are_single_days(claim, evidence) and claim.weekday == evidence.weekday
    if claim.kind is Kind.DATE:
        return same_day(claim, evidence)
    if claim.kind is Kind.TIME:
        return _same_hour(claim, evidence)
    if claim.kind is Kind.ORDINAL:
        same = bool(claim.nouns & evidence.nouns) or not claim.nouns or not evidence.nouns
        return claim.parts == evidence.parts and same
    if claim.kind is Kind.WEEKDAY:
        return claim.parts == evidence.parts or (len(claim.parts) == 1 and claim.parts[0] in evidence.parts)
    if claim.kind is Kind.VERSION:
        shorter = min(len(claim.parts), len(evidence.parts))
        return claim.parts[:shorter] == evidence.parts[:shorter]
    return claim.unit == evidence.unit


def _are_single_days(claim: Value, evidence: Value) -> bool:
    """Whether one names a weekday, and the other a day whose weekday is known."""
    single = claim.weekday is not None and evidence.weekday is not None
    return single and claim.kind is Kind.WEEKDAY and evidence.kind is Kind.DATE


def as_often(claim: Value, evidence: Value) -> bool:
    """Whether two frequencies are one: a month is about thirty days, and a fortnight may be fifteen."""
    if claim.kind is evidence.kind is Kind.DURATION:
        return _same_number(claim, evidence)
    return any(
        abs(one - other) <= _LOOSE_LENGTH * max(one, other) for one in claim.every for other in evidence.every
    )


def is_more_precise(claim: Value, evidence: Value) -> bool:
    """Whether a date or version says what the evidence leaves open."""
    if claim.kind is Kind.DATE and evidence.kind is Kind.DATE:
        if claim.years or claim.months or evidence.years or evidence.months:
            return is_finer(claim, evidence)
        return any(
            said and not known for said, known in zip(claim.parts[1:], evidence.parts[1:], strict=True)
        )
    return claim.kind is Kind.VERSION is evidence.kind and len(claim.parts) > len(evidence.parts)


def bounds_conflict(claim: Value, evidence: Value) -> bool:
    """Whether one is a floor and the other a ceiling (``at least 5``, ``at most 5``)."""
    one, other = claim.bound, evidence.bound
    return (one.is_floor and other.is_ceiling) or (one.is_ceiling and other.is_floor)


def exactness_conflicts(claim: Value, evidence: Value) -> bool:
    """Whether one means a value to the last figure, and the other a limit or (in the evidence) about as much."""
    if claim.exact == evidence.exact:
        return False
    if claim.exact:
        return evidence.approximate or evidence.bound is not Bound.NONE
    # Who says `at least 40` of exactly 40 says too little; `about 40` is only less precise.
    return claim.bound in {Bound.AT_LEAST, Bound.AT_MOST} and claim.limit_word is None


def bounds_complete(claim: Value, evidence: Value) -> bool:
    """Whether two limits part all numbers between them (``under 5``, ``5 or more``): both may be told of one rule."""
    if claim.kind is Kind.DATE and {claim.bound, evidence.bound} == {Bound.WITHIN, Bound.AFTER}:
        # `Before the 15th` and `after the 15th` leave the day itself to neither.
        return False
    return claim.bound.is_open != evidence.bound.is_open


def is_satisfied(claim: Value, evidence: Value) -> bool:
    """Whether a claim's limit is true of the evidence's number or range (``over 100`` of 150, ``up to 7`` of 5-7)."""
    if claim.unit != evidence.unit or claim.is_range:
        return False
    if evidence.is_range and claim.bound.is_ceiling and claim.high == evidence.high:
        return True
    if evidence.is_range and claim.bound.is_floor and claim.low == evidence.low:
        return True
    if claim.bound is Bound.MORE_THAN and not evidence.bound.is_floor:
        return claim.low < evidence.low <= _FAR * claim.low
    if evidence.bound is not Bound.NONE:
        # Two limits are one, or they differ.
        return False
    return claim.bound is Bound.LESS_THAN and claim.low / _FAR <= evidence.high < claim.low


def lies_within(claim: Value, evidence: Value) -> bool:
    """Whether the claim's number is inside the evidence's range or limit, or its weekdays among the evidence's."""
    if claim.kind is Kind.WEEKDAY:
        return set(claim.parts) <= set(evidence.parts)
    if claim.unit != evidence.unit or claim.kind not in MEASURED:
        return False
    if evidence.is_range:
        return evidence.low <= claim.low and claim.high <= evidence.high
    if evidence.bound.is_ceiling:
        return claim.high <= evidence.high
    return evidence.bound.is_floor and claim.low >= evidence.low


def is_one_off(claim: Value, evidence: Value) -> bool:
    """Whether one part of a date or hour is another and the rest the same, or the figures are in another order."""
    if claim.kind is not evidence.kind:
        return False
    if claim.kind is Kind.DATE:
        said = [(one, other) for one, other in zip(claim.parts, evidence.parts, strict=True) if one and other]
        return len(said) > 1 and sum(one != other for one, other in said) == 1
    if claim.kind is Kind.TIME:
        return claim.named != evidence.named and any(
            one == other for one in _readings(claim) for other in _readings(evidence)
        )
    return has_other_mark(claim, evidence) or _is_transposed(claim, evidence)


def _is_transposed(claim: Value, evidence: Value) -> bool:
    if claim.kind not in MEASURED or claim.named != evidence.named or claim.is_range or evidence.is_range:
        return False
    mine, theirs = (f"{value.low.normalize():f}".replace(".", "") for value in (claim, evidence))
    return len(mine) > 1 and mine != theirs and sorted(mine) == sorted(theirs)


def has_other_mark(claim: Value, evidence: Value) -> bool:
    """Whether the figures are the same and stand for another power of ten: a decimal mark was taken for another."""
    if (
        claim.kind is not evidence.kind
        or claim.is_range
        or evidence.is_range
        or not claim.low
        or not evidence.low
    ):
        return False
    ratio = abs((claim.low / evidence.low).normalize())
    return ratio != 1 and ratio.as_tuple().digits == (1,) and claim.low.normalize().as_tuple().digits != (1,)


def same_day(claim: Value, evidence: Value) -> bool:
    """Whether two dates can be one day, month or year, as far as both say."""
    if claim.years or claim.months or evidence.years or evidence.months:
        return same_span(claim, evidence)
    return any(
        all(not said or not known or said == known for said, known in zip(one, other, strict=True))
        and any(said and known for said, known in zip(one, other, strict=True))
        for one in _dates(claim)
        for other in _dates(evidence)
    )


def _say_alike(claim: Value, evidence: Value) -> bool:
    """Whether two dates say something of one kind: both a year, or both a month or day."""
    if claim.years or claim.months or evidence.years or evidence.months:
        return are_told_alike(claim, evidence)
    return any(
        said and known for one in _dates(claim) for said, known in zip(one, evidence.parts, strict=True)
    )


def _dates(value: Value) -> tuple[tuple[int, ...], ...]:
    return (value.parts, value.other_parts) if value.other_parts else (value.parts,)


def _same_hour(claim: Value, evidence: Value) -> bool:
    if (
        claim.named
        and evidence.named
        and claim.named != evidence.named
        and not (claim.parts and evidence.parts)
    ):
        # Two clocks of which one is not known.
        return False
    if not claim.parts or not evidence.parts or claim.named == evidence.named:
        return any(one == other for one, _ in _readings(claim) for other, _ in _readings(evidence))
    offsets = (
        # Winter with winter, summer with summer.
        list(zip(claim.parts, evidence.parts, strict=True))
        if len(claim.parts) == len(evidence.parts)
        else [(mine, theirs) for mine in claim.parts for theirs in evidence.parts]
    )
    return any(
        # The same hour of two clocks is one only if they always go alike.
        (all if one == other else any)((one - mine - other + theirs) % 1440 == 0 for mine, theirs in offsets)
        for one, _ in _readings(claim)
        for other, _ in _readings(evidence)
    )


def _same_number(claim: Value, evidence: Value) -> bool:
    if not _same_dimension(claim, evidence):
        return False
    if claim.kind is evidence.kind is Kind.DURATION and claim.unit != evidence.unit:
        return _same_span(claim, evidence)
    bare = (claim.kind is Kind.NUMBER and not claim.unit) != (
        evidence.kind is Kind.NUMBER and not evidence.unit
    )
    scale, other_scale = (_factor(claim), _factor(evidence)) if bare else (Decimal(1), Decimal(1))
    approximate = (claim.approximate or evidence.approximate) and (bare or comparable(claim, evidence))
    tolerance = _TOLERANCE if approximate else _rounding(claim, evidence)
    places = min(claim.places, evidence.places) if approximate and claim.places != evidence.places else None
    step = max(claim.step, evidence.step) / 2
    return any(
        _close(low / scale, other_low / other_scale, tolerance, places, step)
        and _close(high / scale, other_high / other_scale, tolerance, places, step)
        for low, high in _readings(claim)
        for other_low, other_high in _readings(evidence)
    )


def _same_dimension(claim: Value, evidence: Value) -> bool:
    if claim.kind is not evidence.kind:
        # A number whose unit is not repeated: `costs 10`.
        bare, other = (claim, evidence) if claim.kind is Kind.NUMBER else (evidence, claim)
        return bare.kind is Kind.NUMBER and not bare.unit and not bare.nouns and other.kind in MEASURED
    if claim.kind is Kind.AMOUNT:
        shared = lexicon().shared_signs
        return (
            claim.unit == evidence.unit
            or evidence.unit in shared.get(claim.unit, ())
            or claim.unit in shared.get(evidence.unit, ())
        )
    if claim.kind is Kind.NUMBER:
        known = lexicon()
        measured = {claim.named, evidence.named} - {""}
        if len(measured) == 2 and claim.unit != evidence.unit:
            return all(known.units[name].factor == 1 for name in measured)
        return True
    return claim.kind is Kind.DURATION or claim.unit == evidence.unit


def _factor(value: Value) -> Decimal:
    unit = lexicon().units.get(value.named)
    return unit.factor if unit else Decimal(1)


def _rounding(claim: Value, evidence: Value) -> Decimal:
    """Miles against kilometres, kibibytes against kilobytes: never equal to the last figure."""
    if claim.kind is not Kind.NUMBER or claim.named == evidence.named:
        return Decimal(0)
    if claim.unit == _BYTES:
        return _BINARY
    factors = {_factor(claim).normalize().as_tuple().digits, _factor(evidence).normalize().as_tuple().digits}
    return _CONVERTED if len(factors) > 1 else Decimal(0)


def _readings(value: Value) -> Iterator[tuple[Decimal, Decimal]]:
    yield value.low, value.high
    if value.other is not None:
        yield value.other


def _close(one: Decimal, other: Decimal, tolerance: Decimal, places: int | None, step: Decimal) -> bool:
    if one == other or abs(one - other) <= step:
        return True
    if places is not None and round(one, places) == round(other, places):
        return True
    return abs(one - other) <= tolerance * max(abs(one), abs(other))


def _same_span(claim: Value, evidence: Value) -> bool:
    """Months against days: a month is 28 to 31 of them, a year 360 (in common counting) to 366."""
    units = {claim.unit: claim, evidence.unit: evidence}
    if units.keys() != {"months", "seconds"}:
        return False
    months, seconds = units["months"], units["seconds"]
    shortest, longest = lexicon().month_seconds
    if months.high >= 12:
        shortest, longest = (days * _DAY for days in _YEAR_DAYS)
    return (
        months.low * shortest <= seconds.low <= months.low * longest
        and months.high * shortest <= seconds.high <= months.high * longest
    )
