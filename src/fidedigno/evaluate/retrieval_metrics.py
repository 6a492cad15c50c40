"""Measures of one ranking, and the interval of a mean over questions."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

RESAMPLES = 2_000


def ndcg(found: Sequence[str], relevant: Mapping[str, float], k: int = 10) -> float:
    """Normalised discounted cumulative gain of the first ``k``, 0 to 1; 0 where nothing is relevant.

    Source: Järvelin and Kekäläinen, Cumulated Gain-Based Evaluation of IR Techniques, TOIS 2002.

    >>> round(ndcg(["b", "a"], {"a": 1.0}), 3)
    0.631
    """
    gain = sum(relevant.get(key, 0.0) / math.log2(rank + 1) for rank, key in enumerate(found[:k], 1))
    best = sorted(relevant.values(), reverse=True)[:k]
    ideal = sum(each / math.log2(rank + 1) for rank, each in enumerate(best, 1))
    return gain / ideal if ideal else 0.0


def recall(found: Sequence[str], relevant: Mapping[str, float], k: int) -> float:
    """The share of what is relevant among the first ``k``; 0 where nothing is relevant."""
    return len(relevant.keys() & set(found[:k])) / len(relevant) if relevant else 0.0


def mean_interval(values: Sequence[float], seed: int = 7, resamples: int = RESAMPLES) -> tuple[float, float]:
    """The 95 % bootstrap interval of a mean over questions (percentiles of resampled means).

    Raises:
        ValueError: without values.
    """
    import numpy as np

    if not values:
        raise ValueError("an interval needs values")
    array = np.asarray(values, dtype=float)
    draws = np.random.default_rng(seed).integers(0, len(array), (resamples, len(array)))
    low, high = np.percentile(array[draws].mean(axis=1), [2.5, 97.5])
    return float(low), float(high)
