"""A linear model without a library."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.verify.linear import MOST_DEVIATIONS, Linear, read_linear

numbers = st.floats(-50, 50, allow_nan=False)


@given(
    st.lists(st.tuples(numbers, numbers, st.floats(0.1, 9), numbers), min_size=1, max_size=8),
    st.floats(-3, 3),
)
def test_it_is_the_product_of_weights_and_bounded_deviations(
    columns: list[tuple[float, float, float, float]], bias: float
) -> None:
    x, mean, scale, weight = (np.array(column) for column in zip(*columns, strict=True))
    model = Linear(tuple(mean), tuple(scale), tuple(weight), bias)
    expected = np.clip((x - mean) / scale, -MOST_DEVIATIONS, MOST_DEVIATIONS) @ weight + bias
    assert model.log_odds(list(x)) == pytest.approx(expected)


def test_what_was_never_seen_does_not_decide_alone() -> None:
    model = Linear((0.0,), (1.0,), (0.5,), 0.0)
    assert model.log_odds([1e9]) == model.log_odds([MOST_DEVIATIONS])


@pytest.mark.parametrize(
    "data",
    [
        {"mean": [0], "scale": [0], "weight": [1], "bias": 0},
        {"mean": [0], "scale": [-1], "weight": [1], "bias": 0},
        {"mean": [0, 1], "scale": [1], "weight": [1], "bias": 0},
        {"mean": [0], "scale": [1], "weight": ["x"], "bias": 0},
        {"mean": [0], "scale": [float("nan")], "weight": [1], "bias": 0},
    ],
)
def test_a_part_that_is_not_whole_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        read_linear(data)


def test_features_of_another_number_are_refused() -> None:
    with pytest.raises(ValueError, match=r"\S"):
        Linear((0.0,), (1.0,), (1.0,), 0.0).log_odds([1.0, 2.0])
