"""A linear model over standardised features, evaluated without any library."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

MOST_DEVIATIONS = 4.0
"""A feature counts at most as so many standard deviations from its mean: what was never seen must not decide alone."""


class Linear(NamedTuple):
    """Means, scales and weights of the features, and a bias."""

    mean: tuple[float, ...]
    scale: tuple[float, ...]
    weight: tuple[float, ...]
    bias: float

    def log_odds(self, x: Sequence[float]) -> float:
        """The log odds that the model gives."""
        total = self.bias
        for value, mean, scale, weight in zip(x, self.mean, self.scale, self.weight, strict=True):
            total += weight * max(-MOST_DEVIATIONS, min(MOST_DEVIATIONS, (value - mean) / scale))
        return total


def read_linear(data: dict[str, Any]) -> Linear:
    """Read ``{"mean": [...], "scale": [...], "weight": [...], "bias": float}``.

    Raises:
        ValueError: if the lists are not of one length, or a scale is not positive.
    """
    mean, scale, weight = (tuple(float(each) for each in data[name]) for name in ("mean", "scale", "weight"))
    if not len(mean) == len(scale) == len(weight) or not all(each > 0 for each in scale):
        raise ValueError("a linear part of the learned model is not whole")
    return Linear(mean, scale, weight, float(data["bias"]))
