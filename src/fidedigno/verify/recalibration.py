"""A probability of support as it should be said, from the one that the judges gave: fitted to marked answers.

Two forms: Platt's (a line over the log-odds) for few marks, isotonic (a rising line through points) for many.
Both keep the order of probabilities. Fitting is calibration's; here they are only applied.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from fidedigno.errors import ConfigurationError

_NEAREST = 1e-6
"""How near to 0 and 1 a probability is taken before its log-odds are."""


def log_odds(probability: float) -> float:
    """The log-odds of a probability in [0, 1]; its ends are taken just inside."""
    inside = min(max(probability, _NEAREST), 1 - _NEAREST)
    return math.log(inside / (1 - inside))


@dataclass(frozen=True, slots=True)
class Recalibration:
    """Platt's ``slope`` and ``intercept``, or isotonic ``points`` (given, true), rising in both.

    Raises:
        ConfigurationError: if a number is not finite, the slope is not above 0 or the points do not rise.
    """

    slope: float = 1.0
    intercept: float = 0.0
    points: tuple[tuple[float, float], ...] = ()

    def __post_init__(self) -> None:
        if not (math.isfinite(self.slope) and math.isfinite(self.intercept) and self.slope > 0):
            raise ConfigurationError(
                "recalibration needs a finite intercept and a slope above 0", "let calibrate write them"
            )
        given = [each[0] for each in self.points]
        true = [each[1] for each in self.points]
        inside = all(0 <= value <= 1 for value in (*given, *true))
        rising = all(one < other for one, other in pairwise(given)) and true == sorted(true)
        if self.points and not (inside and rising and len(self.points) > 1):
            raise ConfigurationError(
                "recalibration points must be two or more, in [0, 1] and rising", "let calibrate write them"
            )

    def apply(self, probability: float) -> float:
        """The recalibrated probability of support, in [0, 1]."""
        if self.points:
            return self._between(probability)
        if (self.slope, self.intercept) == (1.0, 0.0):
            return probability
        exponent = -(self.slope * log_odds(probability) + self.intercept)
        return 1 / (1 + math.exp(min(exponent, 700.0)))

    def _between(self, probability: float) -> float:
        place = bisect_left(self.points, (probability, -1.0))
        if place == 0:
            return self.points[0][1]
        if place == len(self.points):
            return self.points[-1][1]
        (left, low), (right, high) = self.points[place - 1], self.points[place]
        return low + (high - low) * (probability - left) / (right - left)

    def to_dict(self) -> dict[str, Any]:
        """As it stands in a file of settings."""
        if self.points:
            return {"points": [list(each) for each in self.points]}
        return {"slope": self.slope, "intercept": self.intercept}


AS_GIVEN = Recalibration()
"""Leaves every probability as it is."""
