"""Fitting the models of a combiner: one of claims under labels of whole answers, one of answers over their claims.

A label says that an answer has an unsupported claim, not which. The claim model is fitted in rounds: every claim of
a faithful answer is supported; of an unfaithful one only the claim that looks worst so far is taken to be the
unsupported one (multiple-instance learning; Andrews et al., Support Vector Machines for Multiple-Instance Learning,
2002). Both models are the mean of a linear one and of a few trees. Needs the extra ``calibrate``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from fidedigno.verify.combiner import CLAIM, answer_features
from fidedigno.verify.linear import MOST_DEVIATIONS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

ROUNDS = 3
PENALTY = 0.01
TREES, DEPTH = 80, 2
FOLDS = 5
LOOK = tuple(CLAIM.index(name) for name in ("best", "pair", "whole"))
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Bag:
    """An answer: features of its claims (one row each), label (1 unfaithful), group of its evidence and weight."""

    claims: Floats
    label: int
    group: str = ""
    weight: float = 1.0


class Fitted:
    """A linear model and trees, fitted to rows of features; ``labels`` are 0 or 1."""

    def __init__(self, rows: Floats, labels: NDArray[np.int64], weights: Floats) -> None:
        from sklearn.ensemble import HistGradientBoostingClassifier
        from sklearn.linear_model import LogisticRegression
        from sklearn.preprocessing import StandardScaler

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
        import numpy as np

        scaled: Floats = np.clip(self.scaler.transform(rows), -MOST_DEVIATIONS, MOST_DEVIATIONS)
        return scaled

    def log_odds(self, rows: Floats) -> Floats:
        """Mean log odds of both parts."""
        linear: Floats = self.linear.decision_function(self._scaled(rows))
        trees: Floats = self.trees.decision_function(rows)
        return (linear + trees) / 2

    def exported(self) -> dict[str, Any]:
        """In the form that :mod:`fidedigno.verify.combiner` reads."""
        return {
            "linear": {
                "mean": _short(self.scaler.mean_),
                "scale": _short(self.scaler.scale_),
                "weight": _short(self.linear.coef_[0]),
                "bias": float(self.linear.intercept_[0]),
            },
            "trees": exported_trees(self.trees),
        }


def exported_trees(model: Any) -> dict[str, Any]:
    """Fitted trees of scikit-learn's gradient boosting in the form of :mod:`fidedigno.verify.trees`."""
    found = [[_node(node) for node in predictor.nodes] for (predictor,) in model._predictors]
    return {"base": float(model._baseline_prediction.ravel()[0]), "trees": found}


def _node(node: Any) -> list[float]:
    if node["is_leaf"]:
        return [-1, _rounded(node["value"]), 0, 0]
    return [int(node["feature_idx"]), _rounded(node["num_threshold"]), int(node["left"]), int(node["right"])]


def _rounded(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}")


def _short(values: Floats) -> list[float]:
    return [_rounded(each) for each in values]


def fit_claims(bags: Sequence[Bag]) -> Fitted:
    """The model of single claims."""
    import numpy as np

    bags = [bag for bag in bags if len(bag.claims)]
    rows = np.vstack([bag.claims for bag in bags])
    owner = np.concatenate([np.full(len(bag.claims), at) for at, bag in enumerate(bags)]).astype(int)
    labels = np.array([bag.label for bag in bags])
    weights = np.array([bag.weight for bag in bags])
    looks = -rows[:, LOOK].sum(axis=1)
    model: Fitted | None = None
    for _ in range(ROUNDS):
        order = np.lexsort((looks, owner))
        last = np.append(owner[order][1:] != owner[order][:-1], True)
        used = labels[owner] == 0
        used[order[last]] = True
        share = np.bincount(owner[used], minlength=len(bags))
        model = Fitted(rows[used], labels[owner][used], weights[owner][used] / share[owner][used])
        looks = model.log_odds(rows)
    assert model is not None  # noqa: S101 - there is at least one round
    return model


def answer_rows(bags: Sequence[Bag]) -> Floats:
    """Features of answers that claim something."""
    import numpy as np

    return np.array([answer_features(bag.claims.tolist()) for bag in bags])


def fit_answers(bags: Sequence[Bag]) -> Fitted:
    """The model of answers."""
    import numpy as np

    bags = [bag for bag in bags if len(bag.claims)]
    labels, weights = np.array([bag.label for bag in bags]), np.array([bag.weight for bag in bags])
    return Fitted(answer_rows(bags), labels, weights)


def unsupported(model: Fitted, bags: Sequence[Bag], empty: float = 0.0) -> Floats:
    """Probability of an unsupported claim for each answer, and ``empty`` for one that claims nothing."""
    import numpy as np

    scores = np.full(len(bags), empty)
    claiming = [at for at, bag in enumerate(bags) if len(bag.claims)]
    if claiming:
        odds = model.log_odds(answer_rows([bags[at] for at in claiming]))
        scores[claiming] = 1 / (1 + np.exp(-odds))
    return scores


def held_out(bags: Sequence[Bag], *, by_group: bool = True, empty: float = 0.0) -> Floats:
    """Scores of answers by models that were fitted without them and, ``by_group``, without their evidence."""
    import numpy as np
    from sklearn.model_selection import StratifiedGroupKFold, StratifiedKFold

    labels = np.array([bag.label for bag in bags])
    groups = [bag.group for bag in bags] if by_group else None
    folds = (StratifiedGroupKFold if by_group else StratifiedKFold)(FOLDS, shuffle=True, random_state=0)
    scores = np.zeros(len(bags))
    for kept, left in folds.split(np.zeros(len(bags)), labels, groups):
        model = fit_answers(balanced([bags[at] for at in kept]))
        scores[left] = unsupported(model, [bags[at] for at in left], empty)
    return scores


def balanced(bags: Sequence[Bag], most: int | None = None, least: int = 0) -> list[Bag]:
    """Weights under which both labels weigh the same, and all together as ``least`` to ``most`` answers."""
    share = sum(bag.label for bag in bags) / len(bags)
    size = max(least, min(len(bags), most or len(bags))) / len(bags)
    return [replace(bag, weight=size * 0.5 / (share if bag.label else 1 - share)) for bag in bags]
