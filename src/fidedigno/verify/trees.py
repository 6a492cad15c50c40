"""A small sum of decision trees, evaluated without any library: what a learned model is at the time of use."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

LEAF = -1
"""In place of a feature: the node is a leaf."""
_NODE = 4


class Tree(NamedTuple):
    """A binary tree in arrays, root first: at node ``n`` go to ``left[n]`` where ``x[feature[n]] <= threshold[n]``,
    else to ``right[n]``; a feature of -1 marks a leaf, whose ``threshold`` is its value. Children stand behind their
    parent, so that every way ends."""

    feature: tuple[int, ...]
    threshold: tuple[float, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]

    def value(self, x: Sequence[float]) -> float:
        """The value of the leaf that ``x`` falls into."""
        feature, threshold, left, right = self
        node = 0
        while (asked := feature[node]) >= 0:
            node = left[node] if x[asked] <= threshold[node] else right[node]
        return threshold[node]


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


def read_trees(data: object, features: int | None = None) -> Trees:
    """Read ``{"base": float, "trees": [[[feature, threshold, left, right], ...], ...]}``.

    Args:
        data: as read from JSON.
        features: how many features there are, where it is known; no tree may ask for another.

    Raises:
        ValueError: if something is missing or no number, or a tree is empty, asks for a feature that is
            not there, or points outside itself or backwards (it could not end).
    """
    if (
        not isinstance(data, Mapping)
        or not isinstance(data.get("trees"), Sequence)
        or not _is_number(data.get("base"))
    ):
        raise _refused("it has no base or no trees")
    return Trees(float(data["base"]), tuple(_tree(nodes, features) for nodes in data["trees"]))


def _tree(nodes: object, features: int | None) -> Tree:
    if not isinstance(nodes, Sequence) or not nodes or not all(_is_node(node) for node in nodes):
        raise _refused("a tree is empty or has a node that is none")
    feature, threshold, left, right = (tuple(column) for column in zip(*nodes, strict=True))
    for at, asked in enumerate(feature):
        if asked == LEAF:
            continue
        if asked < 0 or (features is not None and asked >= features):
            raise _refused("a tree asks for a feature that is not there")
        if not (at < left[at] < len(feature) and at < right[at] < len(feature)):
            raise _refused("a tree points outside itself or backwards")
    return Tree(feature, tuple(map(float, threshold)), left, right)


def _is_node(node: object) -> bool:
    if not isinstance(node, Sequence) or isinstance(node, str) or len(node) != _NODE:
        return False
    feature, threshold, left, right = node
    return _is_number(threshold) and all(
        isinstance(each, int) and not isinstance(each, bool) for each in (feature, left, right)
    )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _refused(why: str) -> ValueError:
    return ValueError(f"the trees of a learned model are not whole: {why}")
