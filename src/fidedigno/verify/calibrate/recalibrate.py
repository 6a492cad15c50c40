"""Fits what sets probabilities right, on one half of the marks, and keeps it only if the other half is better for it.

Platt's line for few marks, an isotonic curve from a thousand on (with fewer it follows chance).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fidedigno.errors import ConfigurationError
from fidedigno.verify.calibrate.reliability import Reliability, reliability_of
from fidedigno.verify.calibrate.thresholds import FEWEST_OF_EACH
from fidedigno.verify.recalibration import Recalibration, log_odds

ENOUGH_FOR_ISOTONIC = 1_000
FEWEST = 50
_MAX_POINTS = 100
_UNREGULARISED = 1e4

Marks = Sequence[tuple[float, bool]]
"""Probabilities, and whether what they speak of was so."""


@dataclass(frozen=True, slots=True)
class Refit:
    """How reliable the probabilities of the other half were, and are after ``fitted``, where that was kept."""

    before: Reliability
    after: Reliability | None = None
    fitted: Recalibration | None = None

    def to_dict(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "before": self.before.to_dict(),
            "after": self.after.to_dict() if self.after else None,
            "recalibration": self.fitted.to_dict() if self.fitted else None,
        }


def refit(first: Marks, other: Marks) -> Refit | None:
    """Fit on one half and check on the other; ``None`` where there is nothing to check on."""
    if not other:
        return None
    right = [mark for _, mark in other]
    before = reliability_of([given for given, _ in other], right)
    if not (_is_enough(first) and _is_enough(other)):
        return Refit(before)
    fitted = _fit(sorted(first))
    if fitted is None:
        return Refit(before)
    after = reliability_of([fitted.apply(given) for given, _ in other], right)
    is_better = after.error < before.error and after.brier < before.brier
    return Refit(before, after, fitted) if is_better else Refit(before)


def _is_enough(marks: Marks) -> bool:
    good = sum(mark for _, mark in marks)
    return len(marks) >= FEWEST and min(good, len(marks) - good) >= FEWEST_OF_EACH


def _fit(marks: Marks) -> Recalibration | None:
    try:
        return _isotonic(marks) if len(marks) >= ENOUGH_FOR_ISOTONIC else _platt(marks)
    except ConfigurationError:
        return None  # it would turn the order of the probabilities: they say nothing


def _platt(marks: Marks) -> Recalibration:
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression(C=_UNREGULARISED, max_iter=1_000)
    model.fit([[log_odds(given)] for given, _ in marks], [mark for _, mark in marks])
    return Recalibration(round(float(model.coef_[0][0]), 6), round(float(model.intercept_[0]), 6))


def _isotonic(marks: Marks) -> Recalibration:
    from sklearn.isotonic import IsotonicRegression

    model = IsotonicRegression(y_min=0.0, y_max=1.0, out_of_bounds="clip")
    model.fit([given for given, _ in marks], [float(mark) for _, mark in marks])
    given, true = model.X_thresholds_, model.y_thresholds_
    step = -(-len(given) // _MAX_POINTS)
    places = sorted({*range(0, len(given), step), len(given) - 1})
    points: dict[float, float] = {}
    for place in places:
        points[round(float(given[place]), 6)] = round(float(true[place]), 6)
    return Recalibration(points=tuple(sorted(points.items())))
