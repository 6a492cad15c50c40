"""Conditions over groups, against an evaluation of Moodle's tree itself."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fidedigno.sources.moodle.availability import NO_CONDITION, read_availability, satisfies

GROUP = st.integers(1, 5).map(lambda group: {"type": "group", "id": group})
OTHER = st.sampled_from(
    [
        {"type": "date", "d": ">=", "t": 1800000000},
        {"type": "group"},
        {"type": "group", "id": "1"},
        {"type": "group", "id": True},
        {"type": "grouping", "id": 1},
        {"type": "profile", "sf": "email", "op": "isequalto", "v": "x"},
        {"op": "!&", "c": [{"type": "group", "id": 1}]},
        {"op": "!|", "c": [{"type": "group", "id": 1}]},
        {"op": "^", "c": []},
        {"op": "&"},
        7,
        None,
        [],
    ]
)


def trees(leaf: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    def node(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        parts = {"op": st.sampled_from("&|"), "c": st.lists(inner, max_size=3), "show": st.booleans()}
        return st.fixed_dictionaries(parts)

    return st.recursive(leaf, node, max_leaves=7).filter(lambda tree: isinstance(tree, dict) and "op" in tree)


def holds(tree: Any, groups: frozenset[int]) -> bool:
    """What Moodle says of somebody in these groups; a tree without conditions admits everybody."""
    if "type" in tree:
        return tree["id"] in groups
    if not tree["c"]:
        return True
    answers = [holds(child, groups) for child in tree["c"]]
    return all(answers) if tree["op"] == "&" else any(answers)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(trees(GROUP), st.frozensets(st.integers(1, 5)))
def test_a_tree_of_groups_admits_exactly_whom_moodle_admits(tree: Any, groups: frozenset[int]) -> None:
    clauses = read_availability(json.dumps(tree))
    assert clauses is not None
    assert satisfies(clauses, groups) is holds(tree, groups)


def has_other(tree: Any) -> bool:
    if not isinstance(tree, dict):
        return True
    if tree.get("type") == "group":
        return isinstance(tree.get("id"), bool) or not isinstance(tree.get("id"), int)
    if tree.get("op") not in {"&", "|"} or not isinstance(tree.get("c"), list):
        return True
    return any(has_other(child) for child in tree["c"])


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(trees(GROUP | OTHER))
def test_what_is_not_understood_is_for_nobody(tree: Any) -> None:
    clauses = read_availability(json.dumps(tree))
    assert (clauses is None) is has_other(tree)
    assert not satisfies(None, frozenset(range(10)))


@pytest.mark.parametrize("text", ["{", "[]", "null", "7", '"x"', "[" * 5000, "x" * 200_000])
def test_text_that_is_no_tree_is_for_nobody(text: str) -> None:
    assert read_availability(text) is None


def test_no_tree_is_no_condition() -> None:
    assert read_availability(None) == read_availability("") == NO_CONDITION


def test_a_tree_that_would_explode_is_for_nobody() -> None:
    pair = {"op": "&", "c": [{"type": "group", "id": each} for each in (1, 2)]}
    wide = {"op": "|", "c": [pair] * 30}
    assert read_availability(json.dumps(wide)) is None
