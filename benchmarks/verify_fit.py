"""Fitting the combiner: a model of claims under labels of whole answers, and one of answers over their claims.

A label says that an answer has an unsupported claim, not which. The claim model is fitted in rounds: every claim of
a faithful answer is supported; of an unfaithful one only the claim that looks worst so far is taken to be the
unsupported one (multiple-instance learning; Andrews et al., Support Vector Machines for Multiple-Instance Learning,
2002). Both models are the mean of a linear one and of a few trees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from fidedigno.verify.combiner import CLAIM, answer_features
from fidedigno.verify.linear import MOST_DEVIATIONS

ROUNDS = 3
PENALTY = 0.01
HEAD_PENALTY = 0.002
TREES, DEPTH = 60, 3
LOOK = [CLAIM.index(name) for name in ("best", "pair", "whole")]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Bag:
    """An answer: features of its claims (one row each), label, group of its evidence and weight."""

    claims: Floats
    label: int
    group: str
    weight: float = 1.0


class Fitted:
    """A linear model and trees, fitted to rows."""

    def __init__(self, rows: Floats, labels: NDArray[np.int64], weights: Floats) -> None:
        weights = weights / weights.mean()
        self.scaler = StandardScaler().fit(rows)
        self.linear = LogisticRegression(C=PENALTY, max_iter=2000).fit(self._scaled(rows), labels, weights)
        self.trees = HistGradientBoostingClassifier(
            max_iter=TREES,
            max_depth=DEPTH,
            learning_rate=0.08,
            min_samples_leaf=20,
            l2_regularization=5.0,
            random_state=0,
        ).fit(rows, labels, sample_weight=weights)

    def _scaled(self, rows: Floats) -> Floats:
        return np.clip(self.scaler.transform(rows), -MOST_DEVIATIONS, MOST_DEVIATIONS)

    def log_odds(self, rows: Floats) -> Floats:
        """Mean log odds of both parts."""
        linear = self.linear.decision_function(self._scaled(rows))
        return (linear + self.trees.decision_function(rows)) / 2

    def exported(self) -> dict[str, Any]:
        """In the form that the package reads."""
        return {
            "linear": {
                "mean": _short(self.scaler.mean_),
                "scale": _short(self.scaler.scale_),
                "weight": _short(self.linear.coef_[0]),
                "bias": float(self.linear.intercept_[0]),
            },
            "trees": exported(self.trees),
        }


def exported(model: HistGradientBoostingClassifier) -> dict[str, Any]:
    """Fitted trees in the form of :mod:`fidedigno.verify.trees`."""
    found = []
    for (predictor,) in model._predictors:
        found.append([
            [-1, float(f"{node['value']:.4g}"), 0, 0]
            if node["is_leaf"]
            else [
                int(node["feature_idx"]), float(f"{node['num_threshold']:.6g}"), int(node["left"]), int(node["right"])
            ]
            for node in predictor.nodes
        ])  # fmt: skip
    return {"base": float(model._baseline_prediction.ravel()[0]), "trees": found}


def _short(values: Floats) -> list[float]:
    return [float(f"{each:.6g}") for each in values]


def fit_claims(bags: Sequence[Bag]) -> Fitted:
    """The model of single claims."""
    bags = [bag for bag in bags if len(bag.claims)]
    rows = np.vstack([bag.claims for bag in bags])
    owner = np.concatenate([np.full(len(bag.claims), at) for at, bag in enumerate(bags)]).astype(int)
    labels = np.array([bag.label for bag in bags])
    weights = np.array([bag.weight for bag in bags])
    looks = -rows[:, LOOK].sum(axis=1)
    for _ in range(ROUNDS):
        order = np.lexsort((looks, owner))
        last = np.append(owner[order][1:] != owner[order][:-1], True)
        used = labels[owner] == 0
        used[order[last]] = True
        share = np.bincount(owner[used], minlength=len(bags))
        model = Fitted(rows[used], labels[owner][used], weights[owner][used] / share[owner][used])
        looks = model.log_odds(rows)
    return model


def answer_rows(bags: Sequence[Bag]) -> Floats:
    """Features of answers that claim something."""
    return np.array([answer_features(bag.claims.tolist()) for bag in bags])


def fit_answers(bags: Sequence[Bag]) -> Fitted:
    """The model of answers."""
    bags = [bag for bag in bags if len(bag.claims)]
    labels, weights = np.array([bag.label for bag in bags]), np.array([bag.weight for bag in bags])
    return Fitted(answer_rows(bags), labels, weights)


def unsupported(model: Fitted, bags: Sequence[Bag]) -> Floats:
    """Probability of an unsupported claim for each answer; 0 for one that claims nothing."""
    scores = np.zeros(len(bags))
    claiming = [at for at, bag in enumerate(bags) if len(bag.claims)]
    if claiming:
        odds = model.log_odds(answer_rows([bags[at] for at in claiming]))
        scores[claiming] = 1 / (1 + np.exp(-odds))
    return scores


def balanced(bags: Sequence[Bag], most: int) -> list[Bag]:
    """Weights under which both labels of a set weigh the same, and the set at most as ``most`` answers."""
    share = float(np.mean([bag.label for bag in bags]))
    size = min(len(bags), most) / len(bags)
    return [replace(bag, weight=size * 0.5 / (share if bag.label else 1 - share)) for bag in bags]


def fit_head(rows: NDArray[np.float32], contradicted: NDArray[np.int64]) -> tuple[NDArray[np.float32], float]:
    """Weights and bias of the head: contradiction against entailment."""
    model = LogisticRegression(C=HEAD_PENALTY, max_iter=1000, class_weight="balanced").fit(rows, contradicted)
    return model.coef_[0].astype(np.float32), float(model.intercept_[0])
