"""A learned model is evaluated as the library that fitted it would, and a broken one is refused."""

import copy
import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.verify.trees import read_trees, sigmoid

STUMP = {"base": 0.5, "trees": [[[1, 2.0, 1, 2], [-1, -1.0, 0, 0], [-1, 3.0, 0, 0]]]}


def test_at_the_threshold_the_way_goes_left() -> None:
    trees = read_trees(STUMP, 2)
    assert [trees.trees[0].value(x) for x in ((0.0, 1.9), (0.0, 2.0), (0.0, 2.1))] == [-1.0, -1.0, 3.0]


def test_the_values_of_all_trees_are_added_as_log_odds() -> None:
    trees = read_trees({"base": 0.5, "trees": STUMP["trees"] * 3})
    assert trees.log_odds((0.0, 9.0)) == 9.5
    assert read_trees({"base": -1, "trees": []}).log_odds(()) == -1.0


@settings(deadline=None)
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_log_odds_of_any_size_are_a_probability(log_odds: float) -> None:
    assert 0.0 <= sigmoid(log_odds) <= 1.0
    assert sigmoid(log_odds) + sigmoid(-log_odds) == pytest.approx(1.0)


@pytest.mark.parametrize(
    "node",
    [
        [0, 1.0, 0, 2],
        [0, 1.0, 1, 0],
        [0, 1.0, 3, 2],
        [0, 1.0, 1, 3],
        [0, 1.0, -1, 2],
        [2, 1.0, 1, 2],
        [-2, 1.0, 1, 2],
        [0, math.nan, 1, 2],
        [0, math.inf, 1, 2],
        [0, "1", 1, 2],
        [0, True, 1, 2],
        [0.5, 1.0, 1, 2],
        [0, 1.0, 1.0, 2],
        [0, 1.0, 1],
        [0, 1.0, 1, 2, 3],
        [],
        None,
        "abcd",
        7,
    ],
)
def test_a_tree_that_could_not_end_or_is_not_whole_is_refused(node: Any) -> None:
    broken: dict[str, Any] = copy.deepcopy(STUMP)
    broken["trees"][0][0] = node
    with pytest.raises(ValueError, match="not whole"):
        read_trees(broken, 2)


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "x",
        {},
        {"base": 1.0},
        {"trees": []},
        {"base": "1", "trees": []},
        {"base": math.nan, "trees": []},
        {"base": 0, "trees": [[]]},
        {"base": 0, "trees": 3},
        {"base": 0, "trees": "abcd"},
        {"base": 0, "trees": [None]},
    ],
)
def test_data_without_a_base_or_trees_is_refused(data: Any) -> None:
    with pytest.raises(ValueError, match="not whole"):
        read_trees(data)


NODES = st.lists(
    st.tuples(st.integers(-2, 3), st.floats(-2, 2), st.integers(-1, 6), st.integers(-1, 6)).map(list),
    max_size=6,
)


@settings(deadline=None)
@given(st.lists(NODES, max_size=3), st.lists(st.floats(-2, 2), min_size=3, max_size=3))
def test_whatever_is_not_refused_ends(trees: list[Any], x: list[float]) -> None:
    try:
        read = read_trees({"base": 0.0, "trees": trees}, 3)
    except ValueError:
        return
    assert abs(read.log_odds(x)) <= 6.0


@pytest.mark.parametrize("seed", range(3))
def test_a_fitted_model_gives_the_same_probabilities_after_its_export(seed: int) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn fits the shipped models; the tests do not need it")
    import numpy as np
    from sklearn.ensemble import HistGradientBoostingClassifier

    from fidedigno.verify.calibrate.learn import exported_trees

    values = np.random.default_rng(seed)
    # Whole numbers: thresholds lie between them, so that their rounding sends nothing the other way.
    rows = values.integers(0, 10, size=(600, 5)).astype(float)
    labels = np.array([int(row[0] + row[1] * row[2] / 9 + values.random() * 6 > 12) for row in rows])
    model = HistGradientBoostingClassifier(max_iter=20, max_depth=3, random_state=0).fit(rows, labels)
    trees = read_trees(json.loads(json.dumps(exported_trees(model))), 5)
    assert len(trees.trees) == 20
    mine = [sigmoid(trees.log_odds(row)) for row in rows.tolist()]
    assert mine == pytest.approx(model.predict_proba(rows)[:, 1].tolist(), abs=2e-4)
    assert max(mine) - min(mine) > 0.3
