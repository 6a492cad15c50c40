"""Fitting the semantic head: a direction that tells contradiction from entailment between sentence vectors."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

HEAD_PENALTY = 0.002


def fit_head(rows: NDArray[np.float32], contradicted: NDArray[np.int64]) -> tuple[NDArray[np.float32], float]:
    """Weights and bias of the head."""
    model = LogisticRegression(C=HEAD_PENALTY, max_iter=1000, class_weight="balanced").fit(rows, contradicted)
    return model.coef_[0].astype(np.float32), float(model.intercept_[0])
