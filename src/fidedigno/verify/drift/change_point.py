"""Where a row of measures changed its level, if it did: Pettitt's test over several lengths of the row's end.

The test compares ranks only: no shape of the measures is assumed, and an outlier is one rank. Looking at the
whole row sees a change long ago, looking at its last part a fresh one; each look pays for the others (Bonferroni).
Where it changed is told by the best cut into two levels. It says that a level changed and where most likely,
never why. Sources: A. N. Pettitt, *A non-parametric approach to the change-point problem*, Applied Statistics 28
(1979) 126-135; tied ranks after Kendall, *Rank correlation methods* (1948). Its statistic is the rank form of the
cumulative sum of E. S. Page, *Continuous inspection schemes*, Biometrika 41 (1954) 100-115.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

MIN_SIDE = 10
"""Measures that must stand on either side of a change."""
_NEARLY = 0.8
"""A boundary counts as the place of a change from this share of the best cut's gain on."""


class Change(NamedTuple):
    """From ``at`` on the level is another: ``after`` and ``before`` are the means on its sides."""

    at: int
    p_value: float
    before: float
    after: float


def find_changes(
    values: Sequence[float], *, alpha: float, shift: float, boundaries: Collection[int] = ()
) -> tuple[Change, ...]:
    """The changes of level in a row of measures, in order.

    Args:
        values: the measures, oldest first.
        alpha: chance of a false alarm that is accepted for the row.
        shift: the least change of the mean that counts.
        boundaries: places where something else is known to have changed; a change that may as well have
            happened there is said to have happened there.
    """
    places = sorted(_places(values, alpha, frozenset(boundaries), 0, len(values)))
    found: list[Change] = []
    ends = [0, *(at for at, _ in places), len(values)]
    for number, (at, p_value) in enumerate(places, start=1):
        before = _mean(values[ends[number - 1] : at])
        after = _mean(values[at : ends[number + 1]])
        if abs(after - before) >= shift:
            found.append(Change(at, p_value, before, after))
    return tuple(found)


def _places(
    values: Sequence[float], alpha: float, boundaries: frozenset[int], first: int, last: int
) -> list[tuple[int, float]]:
    """The places in ``[first, last)`` with their p-values, by halving (binary segmentation)."""
    if last - first < 2 * MIN_SIDE:
        return []
    at, p_value = _most_likely(values, boundaries, first, last)
    if p_value >= alpha:
        return []
    earlier = _places(values, alpha, boundaries, first, at)
    return [*earlier, (at, p_value), *_places(values, alpha, boundaries, at, last)]


def _most_likely(
    values: Sequence[float], boundaries: frozenset[int], first: int, last: int
) -> tuple[int, float]:
    looks = []
    length = last - first
    while length >= 2 * MIN_SIDE:
        looks.append((pettitt(values[last - length : last]), last - length))
        length //= 2
    p_value, begin = min(looks)
    near = [each - begin for each in boundaries]
    return begin + steepest(values[begin:last], near), min(1.0, p_value * len(looks))


def pettitt(values: Sequence[float]) -> float:
    """How likely a row without a change looks as much like one with a change as ``values`` do.

    The p-value is that of the Brownian bridge, which the statistic nears; ties are allowed for. 1 where all are
    equal, or too few.
    """
    size = len(values)
    ties = Counter(values)
    spread = 1 - sum(each**3 - each for each in ties.values()) / (size**3 - size) if size > 1 else 0.0
    if size < 2 * MIN_SIDE or spread <= 0:
        return 1.0
    ranks = _ranks(ties)
    total, highest = 0.0, 0.0
    for at, value in enumerate(values[: size - MIN_SIDE], start=1):
        total += 2 * ranks[value]
        if at >= MIN_SIDE:
            highest = max(highest, abs(total - at * (size + 1)))
    return min(1.0, 2 * math.exp(-6 * highest**2 / ((size**3 + size**2) * spread)))


def steepest(values: Sequence[float], boundaries: Collection[int] = ()) -> int:
    """Where a row that changed is best cut in two levels (least squares), :data:`MIN_SIDE` or more on each side;
    the best of ``boundaries`` where one is nearly as good."""
    size, whole = len(values), math.fsum(values)
    gains: dict[int, float] = {}
    total = 0.0
    for at, value in enumerate(values[: size - MIN_SIDE], start=1):
        total += value
        if at >= MIN_SIDE:
            gains[at] = (total / at - (whole - total) / (size - at)) ** 2 * at * (size - at)
    best = max(gains, key=lambda each: gains[each])
    near = [each for each in boundaries if each in gains]
    boundary = max(near, key=lambda each: gains[each], default=best)
    return boundary if gains[boundary] >= _NEARLY * gains[best] else best


def _ranks(ties: Counter[float]) -> dict[float, float]:
    """The rank of each value, from 1; equal ones share the mean of theirs."""
    ranks, below = {}, 0
    for value in sorted(ties):
        ranks[value] = below + (ties[value] + 1) / 2
        below += ties[value]
    return ranks


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)
