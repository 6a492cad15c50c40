"""How well a score tells unfaithful answers from faithful ones: precision and recall, and areas with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RESAMPLES = 500
_SEED = 20_240_901
_MAX_POINTS = 200
_INTERVAL = (2.5, 97.5)


@dataclass(frozen=True, slots=True)
class Curve:
    """Precision and recall at each threshold, the strictest first, and the areas; all in [0, 1].

    ``average_precision`` is to be held against ``prevalence``, the share of unfaithful answers, which chance
    reaches; ``area`` (under the ROC curve) against 0.5. ``area_low`` to ``area_high`` is its interval of 95 %, by
    resampling.
    """

    recall: tuple[float, ...]
    precision: tuple[float, ...]
    average_precision: float
    prevalence: float
    area: float
    area_low: float
    area_high: float

    def to_dict(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "average_precision": self.average_precision,
            "prevalence": self.prevalence,
            "roc_auc": self.area,
            "roc_auc_interval": [self.area_low, self.area_high],
            "recall": list(self.recall),
            "precision": list(self.precision),
        }


def curve_of(scores: Sequence[float], unfaithful: Sequence[bool]) -> Curve:
    """The curve of a score; both kinds of answers must be there."""
    import numpy as np
    from sklearn.metrics import average_precision_score, precision_recall_curve

    given, marks = np.asarray(scores, float), np.asarray(unfaithful, bool)
    precision, recall, _ = precision_recall_curve(marks, given)
    kept = np.unique(np.linspace(0, len(recall) - 1, min(len(recall), _MAX_POINTS)).astype(int))[::-1]
    # In order, so that the order of the marks changes nothing.
    positive, negative = np.sort(given[marks]), np.sort(given[~marks])
    low, high = np.percentile(_resampled(positive, negative), _INTERVAL)
    return Curve(
        tuple(float(each) for each in recall[kept]),
        tuple(float(each) for each in precision[kept]),
        float(average_precision_score(marks, given)),
        float(marks.mean()),
        _area(positive, negative),
        float(low),
        float(high),
    )


def _resampled(positive: NDArray[np.float64], negative: NDArray[np.float64]) -> list[float]:
    """The area in resamples that keep how many there are of each kind."""
    import numpy as np

    random = np.random.default_rng(_SEED)
    return [
        _area(random.choice(positive, len(positive)), random.choice(negative, len(negative)))
        for _ in range(RESAMPLES)
    ]


def _area(positive: NDArray[np.float64], negative: NDArray[np.float64]) -> float:
    """Probability that an unfaithful answer scores higher than a faithful one, a tie being half."""
    import numpy as np

    ordered = np.sort(negative)
    below, up_to = np.searchsorted(ordered, positive, "left"), np.searchsorted(ordered, positive, "right")
    return float((below + up_to).mean() / (2 * len(negative)))
