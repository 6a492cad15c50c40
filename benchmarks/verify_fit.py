"""Fitting the combiner: a model of claims under labels of whole answers, and one of answers over its claims.

A label says that an answer has an unsupported claim, not which. The claim model is fitted in rounds: every claim of
a faithful answer is supported; of an unfaithful one only the claim that looks worst so far is taken to be the
unsupported one (multiple-instance learning; Andrews et al., Support Vector Machines for Multiple-Instance Learning,
2002). The answer model sees claim scores that were made without the answer (folds by evidence).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedGroupKFold

from fidedigno.verify.combiner import CLAIM, answer_features, log_odds

ROUNDS = 3
FOLDS = 4
HEAD_PENALTY = 0.002
LOOK = [CLAIM.index(name) for name in ("best", "pair", "whole")]
Floats = NDArray[np.float64]


@dataclass
class Bag:
    """An answer: features of its claims, label, group of its evidence and weight."""

    claims: Floats
    label: int
    group: str
    weight: float = 1.0


def trees(count: int, depth: int) -> HistGradientBoostingClassifier:
    """The kind of model that is shipped."""
    return HistGradientBoostingClassifier(
        max_iter=count,
        max_depth=depth,
        learning_rate=0.08,
        min_samples_leaf=20,
        l2_regularization=5.0,
        random_state=0,
    )


def fit_claims(bags: Sequence[Bag], count: int = 60, depth: int = 3) -> HistGradientBoostingClassifier:
    """The model of single claims."""
    rows = np.vstack([bag.claims for bag in bags if len(bag.claims)])
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
        model = trees(count, depth).fit(
            rows[used], labels[owner][used], sample_weight=weights[owner][used] / share[owner][used]
        )
        looks = model.predict_proba(rows)[:, 1]
    return model


def claim_odds(model: Any, bags: Sequence[Bag]) -> list[list[float]]:
    """Log odds of every claim of every answer."""
    sizes = [len(bag.claims) for bag in bags]
    if not sum(sizes):
        return [[] for _ in bags]
    scores = model.predict_proba(np.vstack([bag.claims for bag in bags if len(bag.claims)]))[:, 1]
    cuts = np.cumsum(sizes)[:-1]
    return [[log_odds(float(each)) for each in part] for part in np.split(scores, cuts)]


def answer_rows(bags: Sequence[Bag], odds: Sequence[Sequence[float]]) -> Floats:
    """Features of answers; those without claims are left out by the caller."""
    return np.array(
        [answer_features(bag.claims.tolist(), each) for bag, each in zip(bags, odds, strict=True)]
    )


@dataclass
class Fitted:
    """Both models."""

    claim: Any
    answer: Any

    def unsupported(self, bags: Sequence[Bag]) -> Floats:
        """Probability of an unsupported claim for each answer; 0 for one that claims nothing."""
        scores = np.zeros(len(bags))
        with_claims = [at for at, bag in enumerate(bags) if len(bag.claims)]
        if with_claims:
            chosen = [bags[at] for at in with_claims]
            rows = answer_rows(chosen, claim_odds(self.claim, chosen))
            scores[with_claims] = self.answer.predict_proba(rows)[:, 1]
        return scores


def fit(bags: Sequence[Bag], count: int = 60, depth: int = 3) -> Fitted:
    """Fit both models."""
    bags = [bag for bag in bags if len(bag.claims)]
    labels = np.array([bag.label for bag in bags])
    odds: list[list[float]] = [[] for _ in bags]
    folds = StratifiedGroupKFold(FOLDS, shuffle=True, random_state=1)
    for kept, left in folds.split(np.zeros(len(bags)), labels, [bag.group for bag in bags]):
        model = fit_claims([bags[at] for at in kept], count, depth)
        for at, each in zip(left, claim_odds(model, [bags[at] for at in left]), strict=True):
            odds[at] = each
    rows = answer_rows(bags, odds)
    answer = trees(count, depth).fit(rows, labels, sample_weight=np.array([bag.weight for bag in bags]))
    return Fitted(fit_claims(bags, count, depth), answer)


def fit_head(
    differences: NDArray[np.float32], contradicted: NDArray[np.int64]
) -> tuple[NDArray[np.float32], float]:
    """Weights and bias of the head: contradiction against entailment."""
    model = LogisticRegression(C=HEAD_PENALTY, max_iter=1000, class_weight="balanced").fit(
        differences, contradicted
    )
    return model.coef_[0].astype(np.float32), float(model.intercept_[0])


def balanced(bags: Sequence[Bag], most: int) -> list[Bag]:
    """Weights under which both labels of a set weigh the same, and the set at most as ``most`` answers."""
    share = np.mean([bag.label for bag in bags])
    size = min(len(bags), most) / len(bags)
    return [
        Bag(bag.claims, bag.label, bag.group, size * 0.5 / (share if bag.label else 1 - share))
        for bag in bags
    ]


def exported(model: Any) -> dict[str, Any]:
    """A fitted model in the form of :mod:`fidedigno.verify.trees`."""
    found = []
    for (predictor,) in model._predictors:
        nodes = []
        for node in predictor.nodes:
            if node["is_leaf"]:
                nodes.append([-1, float(f"{node['value']:.4g}"), 0, 0])
            else:
                nodes.append(
                    [
                        int(node["feature_idx"]),
                        float(f"{node['num_threshold']:.6g}"),
                        int(node["left"]),
                        int(node["right"]),
                    ]
                )
        found.append(nodes)
    return {"base": float(model._baseline_prediction.ravel()[0]), "trees": found}
