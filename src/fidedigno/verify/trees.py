"""A small sum of decision trees, evaluated without any library: what a learned model is at the time of use."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple


class Tree(NamedTuple):
    """A binary tree in arrays, root first: at node ``n`` go to ``left[n]`` where ``x[feature[n]] <= threshold[n]``,
    else to ``right[n]``; a feature of -1 marks a leaf, whose ``threshold`` is its value."""

    feature: tuple[int, ...]
    threshold: tuple[float, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]

    def value(self, x: Sequence[float]) -> float:
        """The value of the leaf that ``x`` falls into."""
        node = 0
        while self.feature[node] >= 0:
            node = self.left[node] if x[self.feature[node]] <= self.threshold[node] else self.right[node]
        return self.threshold[node]


class Trees(NamedTuple):
    """``base`` plus the values of all trees, as log odds."""

    base: float
    trees: tuple[Tree, ...]

    def log_odds(self, x: Sequence[float]) -> float:
        """The log odds that the trees give."""
        return self.base + sum(tree.value(x) for tree in self.trees)


def sigmoid(log_odds: float) -> float:
    """Log odds as a probability, without overflow."""
    if log_odds >= 0:
        return 1 / (1 + math.exp(-log_odds))
    odds = math.exp(log_odds)
    return odds / (1 + odds)


def read_trees(data: dict[str, object]) -> Trees:
    """Read ``{"base": float, "trees": [[[feature, threshold, left, right], ...], ...]}``.

    Raises:
        ValueError: if a tree points outside itself or backwards (it could not end).
    """
    trees = []
    for nodes in data["trees"]:  # type: ignore[attr-defined]
        feature, threshold, left, right = (tuple(column) for column in zip(*nodes, strict=True))
        for at, each in enumerate(feature):
            if each >= 0 and not (at < left[at] < len(feature) and at < right[at] < len(feature)):
                raise ValueError("a tree of the learned model is not whole")
        trees.append(Tree(feature, threshold, left, right))
    return Trees(float(data["base"]), tuple(trees))  # type: ignore[arg-type]
