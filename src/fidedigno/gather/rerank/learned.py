"""The learned reranker: a weighted sum of :mod:`~fidedigno.gather.rerank.features`, in plain Python.

The weights come from ``python -m benchmarks.rerank_train``. All but that of length are at or above zero: that a
passage agrees with the question can never count against it, whatever texts it meets.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from fidedigno.errors import ConfigurationError
from fidedigno.gather.rerank.features import NAMES, features
from fidedigno.gather.rerank.protocol import Passage

WEIGHTS_FILE = "weights.json"
SIGNED = frozenset({"length"})
"""The features that may count either way."""
_HINT = "restore the file of the package, or train it again"


class Weights(NamedTuple):
    """A weight for each feature, in the order of :data:`NAMES`, and a version that tells them apart."""

    values: tuple[float, ...]
    version: str


def read_weights(text: str) -> Weights:
    """Read ``{"weights": {feature: number}}``.

    Raises:
        ConfigurationError: if a feature is missing or unknown, or a weight is no finite number or has a sign that
            it must not have.
    """
    try:
        told = json.loads(text)["weights"]
        values = {str(name): float(value) for name, value in told.items()}
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError):
        raise ConfigurationError("the weights of the reranker cannot be read", _HINT) from None
    wrong = sorted(set(values) ^ set(NAMES)) or [
        name
        for name, value in values.items()
        if not math.isfinite(value) or (value < 0 and name not in SIGNED)
    ]
    if wrong:
        raise ConfigurationError(f"the weights of the reranker are not right: {', '.join(wrong)}", _HINT)
    version = hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:10]
    return Weights(tuple(values[name] for name in NAMES), version)


@cache
def shipped_weights() -> Weights:
    """Those of the package."""
    return read_weights(files(__package__).joinpath(WEIGHTS_FILE).read_text(encoding="utf-8"))


class LearnedReranker:
    """Scores in this process, without any model. Threads may share it.

    Args:
        weights: others than those of the package.

    Raises:
        ConfigurationError: if the file of the weights is not right.
    """

    def __init__(self, weights: Weights | None = None) -> None:
        self._weights = weights or shipped_weights()
        self.fingerprint = f"learned/{self._weights.version}"

    def may_read(self, passage: Passage) -> bool:  # noqa: ARG002 - the protocol's signature
        """Always: nothing leaves."""
        return True

    def score(self, question: str, passages: Sequence[Passage]) -> Sequence[float]:
        """A number for each passage that can be compared only among these."""
        return [
            sum(weight * value for weight, value in zip(self._weights.values, row, strict=True))
            for row in features(question, passages)
        ]

    def close(self) -> None:
        """Nothing is held."""
