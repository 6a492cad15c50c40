"""The learned combiner: from measured features to the probability that a claim, and a whole answer, is carried.

Two small models of each kind, trained by ``python -m benchmarks.verify_train`` on public labelled answers: one
judges a claim, one the answer from its claims. ``lexical`` needs words only; ``semantic`` adds two numbers of
sentence vectors. Their figures, data and limits are in ``docs/verification.md``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from fidedigno.verify import features
from fidedigno.verify.semantic import Head
from fidedigno.verify.trees import Trees, read_trees

MODEL = "combiner.json"
COMPARED = (
    "value_difference",
    "polarity_difference",
    "agreed",
    "unmatched",
    "names_known",
    "names_unknown",
    "references_known",
    "references_unknown",
    "quotations_differing",
)
"""Features of a claim that the checks give, after those of :mod:`fidedigno.verify.features`."""
SEMANTIC = ("cosine", "head")
CLAIM = (*features.NAMES, *COMPARED)
ANSWER = (
    *(f"worst_{name}" for name in CLAIM),
    *(f"mean_{name}" for name in CLAIM),
    "worst_odds", "mean_odds", "best_odds", "claims", "worst_difference",
)  # fmt: skip
_LARGEST_ODDS = 6.0


@dataclass(frozen=True, slots=True)
class Combiner:
    """The models of one kind."""

    kind: str
    claim: Trees
    answer: Trees
    head: Head | None = None

    def claim_unsupported(self, measured: Sequence[float]) -> float:
        """Probability that the evidence does not carry a claim, from its features in the order of ``CLAIM``
        (and ``SEMANTIC``)."""
        return self.claim.probability(measured)

    def answer_unsupported(self, claims: Sequence[Sequence[float]], odds: Sequence[float]) -> float:
        """Probability that an answer has a claim that the evidence does not carry.

        ``claims`` are the features of its claims, ``odds`` their log odds from :meth:`claim_unsupported`.
        """
        return self.answer.probability(answer_features(claims, odds))


def answer_features(claims: Sequence[Sequence[float]], odds: Sequence[float]) -> list[float]:
    """What the answer's model weighs: its worst claim, the mean of all, and how they spread."""
    worst = max(range(len(claims)), key=lambda at: odds[at])
    count = len(claims)
    mean = [sum(column) / count for column in zip(*claims, strict=True)]
    differences = [max(each[_VALUE], each[_POLARITY]) for each in claims]
    return [
        *claims[worst],
        *mean,
        max(odds),
        sum(odds) / count,
        min(odds),
        math.log1p(count),
        max(differences),
    ]


_VALUE = CLAIM.index("value_difference")
_POLARITY = CLAIM.index("polarity_difference")


def log_odds(probability: float) -> float:
    """Bounded log odds of a probability."""
    bounded = min(max(probability, 1e-9), 1 - 1e-9)
    return max(-_LARGEST_ODDS, min(_LARGEST_ODDS, math.log(bounded / (1 - bounded))))


@cache
def shipped(kind: str) -> Combiner:
    """The combiner that comes with the package, ``lexical`` or ``semantic``."""
    text = files("fidedigno.verify").joinpath(MODEL).read_text(encoding="utf-8")
    return read_combiner(json.loads(text), kind)


def read_combiner(data: dict[str, Any], kind: str) -> Combiner:
    """Read a trained combiner.

    Raises:
        ValueError: if it was trained on other features than these.
    """
    if data["features"] != list(CLAIM):
        raise ValueError("the learned combiner was trained on other features: train it again")
    models = data["models"][kind]
    return Combiner(
        kind,
        read_trees(models["claim"]),
        read_trees(models["answer"]),
        _head(data) if kind == "semantic" else None,
    )


def _head(data: dict[str, Any]) -> Head:
    import base64

    import numpy as np

    head = data["head"]
    weights = np.frombuffer(base64.b64decode(head["weights"]), dtype=np.float16).astype(np.float32)
    return Head(weights, float(head["bias"]), str(head["embedder"]))
