import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.errors import ConfigurationError
from fidedigno.verify.recalibration import Recalibration, log_odds

PROBABILITY = st.floats(0, 1)
RISING = Recalibration(points=((0.1, 0.0), (0.4, 0.5), (0.9, 0.5), (1.0, 0.8)))


def test_nothing_fitted_changes_nothing() -> None:
    assert Recalibration().apply(0.3) == pytest.approx(0.3)


def test_points_are_joined_by_straight_lines_and_end_flat() -> None:
    assert RISING.apply(0.0) == 0.0
    assert RISING.apply(0.25) == pytest.approx(0.25)
    assert RISING.apply(0.7) == pytest.approx(0.5)
    assert RISING.apply(0.1) == 0.0
    assert Recalibration(points=((0.2, 0.3), (0.5, 0.6))).apply(0.99) == 0.6


@given(PROBABILITY, PROBABILITY, st.floats(0.01, 50), st.floats(-50, 50))
def test_the_order_is_kept_and_the_result_is_a_probability(
    one: float, other: float, slope: float, intercept: float
) -> None:
    for each in (Recalibration(slope, intercept), RISING):
        low, high = each.apply(min(one, other)), each.apply(max(one, other))
        assert 0 <= low <= high <= 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"slope": 0.0},
        {"slope": -1.0},
        {"intercept": math.inf},
        {"points": ((0.1, 0.2),)},
        {"points": ((0.5, 0.2), (0.1, 0.3))},
        {"points": ((0.1, 0.9), (0.5, 0.3))},
        {"points": ((0.1, 0.2), (0.5, 1.3))},
        {"points": ((0.1, math.nan), (0.5, 0.3))},
    ],
)
def test_what_would_turn_the_order_is_refused(wrong) -> None:
    with pytest.raises(ConfigurationError):
        Recalibration(**wrong)


def test_log_odds_are_finite_at_the_ends() -> None:
    assert math.isfinite(log_odds(0))
    assert log_odds(0) == pytest.approx(-log_odds(1))
    assert log_odds(0.5) == 0
