"""Whether probabilities mean what they say: of those that are called 80 % sure, are 80 % right?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from fidedigno.verify.calibrate.thresholds import Share

BINS = 10


class Bin(NamedTuple):
    """Those whose probability is in ``[low, high)``: the mean of what was said, and the share that was right."""

    low: float
    high: float
    said: float
    right: Share


@dataclass(frozen=True, slots=True)
class Reliability:
    """``error`` is the expected calibration error: the mean distance of said and right, weighed by how many;
    ``brier`` the mean squared error of the probabilities. Both are best at 0."""

    bins: tuple[Bin, ...]
    error: float
    brier: float
    count: int

    def to_dict(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "expected_calibration_error": self.error,
            "brier": self.brier,
            "count": self.count,
            "bins": [
                {"low": each.low, "high": each.high, "said": each.said, "right": each.right.to_dict()}
                for each in self.bins
            ],
        }


def reliability_of(probabilities: Sequence[float], right: Sequence[bool]) -> Reliability:
    """Compare probabilities with what was so; bins without any are left out."""
    members: list[list[int]] = [[] for _ in range(BINS)]
    for place, probability in enumerate(probabilities):
        members[min(int(probability * BINS), BINS - 1)].append(place)
    bins = []
    for number, places in enumerate(members):
        if places:
            said = math.fsum(probabilities[place] for place in places) / len(places)
            share = Share.of(sum(right[place] for place in places), len(places))
            bins.append(Bin(number / BINS, (number + 1) / BINS, said, share))
    count = len(probabilities)
    error = math.fsum(each.right.total * abs(each.said - each.right.value) for each in bins) / max(count, 1)
    squares = math.fsum((one - other) ** 2 for one, other in zip(probabilities, right, strict=True))
    return Reliability(tuple(bins), error, squares / max(count, 1), count)
