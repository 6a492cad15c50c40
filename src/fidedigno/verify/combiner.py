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
from pathlib import Path
from typing import Any

from fidedigno.errors import ConfigurationError
from fidedigno.verify import features
from fidedigno.verify.linear import Linear, read_linear
from fidedigno.verify.semantic import Head
from fidedigno.verify.trees import Trees, read_trees, sigmoid

MODEL = "combiner.json"
_MAX_BYTES = 5_000_000
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


@dataclass(frozen=True, slots=True)
class Model:
    """A linear model and a few trees over the same features; the mean of their log odds is the verdict."""

    linear: Linear
    trees: Trees

    def probability(self, x: Sequence[float]) -> float:
        """The probability in (0, 1)."""
        return sigmoid((self.linear.log_odds(x) + self.trees.log_odds(x)) / 2)


@dataclass(frozen=True, slots=True)
class Combiner:
    """The models of one kind. Features come in the order of ``CLAIM``, followed by ``SEMANTIC`` where ``kind`` is
    ``semantic``."""

    kind: str
    claim: Model
    answer: Model
    head: Head | None = None

    def claim_unsupported(self, measured: Sequence[float]) -> float:
        """Probability that the evidence does not carry a claim."""
        return self.claim.probability(measured)

    def answer_unsupported(self, claims: Sequence[Sequence[float]]) -> float:
        """Probability that an answer has a claim that the evidence does not carry, from the features of all."""
        return self.answer.probability(answer_features(claims))


def answer_features(claims: Sequence[Sequence[float]]) -> list[float]:
    """What the answer's model weighs: mean, least and greatest of each feature over the claims, and their number."""
    columns = list(zip(*claims, strict=True))
    count = len(claims)
    return [
        *(sum(column) / count for column in columns),
        *(min(column) for column in columns),
        *(max(column) for column in columns),
        math.log1p(count),
    ]


@cache
def shipped(kind: str) -> Combiner:
    """The combiner that comes with the package, ``lexical`` or ``semantic``."""
    text = files("fidedigno.verify").joinpath(MODEL).read_text(encoding="utf-8")
    return read_combiner(json.loads(text), kind)


def load_combiner(path: str | Path, kind: str = "lexical") -> Combiner:
    """Read a combiner from a file that ``fidedigno calibrate --combiner-out`` wrote.

    Raises:
        ConfigurationError: if it cannot be read, or is none that this version can use.
    """
    hint = "write it again with: fidedigno calibrate MARKS --combiner-out FILE"
    try:
        with Path(path).open("rb") as file:
            content = file.read(_MAX_BYTES)
        return read_combiner(json.loads(content), kind)
    except OSError as error:
        raise ConfigurationError(f"{path}: the combiner cannot be read: {error.strerror}", hint) from None
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ConfigurationError(f"{path}: this is no combiner that can be used: {error}", hint) from None


def read_combiner(data: dict[str, Any], kind: str) -> Combiner:
    """Read a trained combiner.

    Raises:
        ValueError: if it was trained on other features than these.
    """
    if data["features"] != list(CLAIM):
        raise ValueError("the learned combiner was trained on other features: train it again")
    models = data["models"][kind]
    head = _head(data) if kind == "semantic" else None
    return Combiner(kind, _model(models["claim"]), _model(models["answer"]), head)


def _model(data: dict[str, Any]) -> Model:
    linear = read_linear(data["linear"])
    return Model(linear, read_trees(data["trees"], len(linear.weight)))


def _head(data: dict[str, Any]) -> Head:
    import base64

    import numpy as np

    head = data["head"]
    weights = np.frombuffer(base64.b64decode(head["weights"]), dtype=np.float16).astype(np.float32)
    return Head(weights, float(head["bias"]), str(head["embedder"]))
