"""Confidence after healing follows from what was done."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.verify.heal.strategy import Strategy, recalibrated


@pytest.mark.parametrize(
    ("strategy", "before", "after"),
    [
        (Strategy.CONTRADICTION_PATCH, 0.50, 0.65),
        (Strategy.CONTRADICTION_PATCH, 1.00, 0.80),
        (Strategy.CONTRADICTION_PATCH, 0.70, 0.80),
        (Strategy.ENTITY_SCRUB, 0.80, 0.68),
        (Strategy.GROUNDING_REWRITE, 0.95, 0.50),
        (Strategy.GROUNDING_REWRITE, 0.10, 0.50),
        (Strategy.NO_HEALING_NEEDED, 0.62, 0.62),
        (Strategy.SAFE_DECLINE, 0.62, 0.62),
    ],
)
def test_each_strategy_moves_confidence_as_it_should(strategy: Strategy, before: float, after: float) -> None:
    assert recalibrated(before, strategy) == pytest.approx(after)


@given(st.floats(0, 1), st.sampled_from(Strategy))
def test_confidence_stays_a_share(before: float, strategy: Strategy) -> None:
    assert 0 <= recalibrated(before, strategy) <= 1


def test_the_names_are_those_that_a_log_is_searched_for() -> None:
    assert {each.value for each in Strategy} == {
        "no_healing_needed",
        "contradiction_patch",
        "entity_scrub",
        "grounding_rewrite",
        "safe_decline",
    }
