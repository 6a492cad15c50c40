"""Changes of level: found where they are, of the size that counts, and hardly ever where there is none."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.verify.drift.change_point import MIN_SIDE, find_changes, pettitt, steepest


def plainly(values: list[float]) -> float:
    """Pettitt's p-value from his definition: the sum of signs of all pairs across a place."""
    size = len(values)
    places = range(MIN_SIDE, size - MIN_SIDE + 1)
    highest = max(abs(sum((y > x) - (y < x) for x in values[:at] for y in values[at:])) for at in places)
    ties = 1 - sum(values.count(each) ** 3 - values.count(each) for each in set(values)) / (size**3 - size)
    return min(1.0, 2 * math.exp(-6 * highest**2 / ((size**3 + size**2) * ties)))


@given(st.lists(st.sampled_from([0.0, 0.2, 0.5, 0.9, 1.0]), min_size=2 * MIN_SIDE, max_size=45))
def test_the_statistic_by_ranks_is_that_of_the_definition(values: list[float]) -> None:
    assert pettitt(values) == (pytest.approx(plainly(values)) if len(set(values)) > 1 else 1.0)


@given(st.lists(st.floats(0, 1), min_size=2 * MIN_SIDE, max_size=60))
def test_the_best_cut_leaves_enough_on_both_sides(values: list[float]) -> None:
    assert MIN_SIDE <= steepest(values) <= len(values) - MIN_SIDE
    assert MIN_SIDE <= steepest(values, [0, 3, MIN_SIDE, len(values)]) <= len(values) - MIN_SIDE


def test_a_change_is_found_where_it_is_with_the_means_on_its_sides() -> None:
    rng = random.Random(1)  # noqa: S311
    values = [rng.gauss(0.9, 0.03) for _ in range(80)] + [rng.gauss(0.6, 0.03) for _ in range(40)]
    (change,) = find_changes(values, alpha=0.001, shift=0.1)
    assert change.at == 80
    assert change.p_value < 0.001
    assert (change.before, change.after) == (pytest.approx(0.9, abs=0.02), pytest.approx(0.6, abs=0.02))


def test_two_changes_are_both_found() -> None:
    values = [0.9, 0.8] * 40 + [0.4, 0.5] * 30 + [0.9, 0.8] * 30
    assert [each.at for each in find_changes(values, alpha=0.001, shift=0.1)] == [80, 140]


def test_a_fresh_change_at_the_end_of_a_long_row_is_found() -> None:
    values = [0.9, 0.8] * 200 + [0.3, 0.4] * 10
    (change,) = find_changes(values, alpha=0.001, shift=0.1)
    assert change.at == 400


def test_a_change_smaller_than_what_counts_is_none() -> None:
    values = [0.90, 0.91] * 100 + [0.85, 0.86] * 100
    assert find_changes(values, alpha=0.001, shift=0.1) == ()
    assert find_changes(values, alpha=0.001, shift=0.04)


def test_a_change_that_may_as_well_be_at_a_boundary_is_there() -> None:
    values = [0.9, 0.8] * 40 + [0.4] * 3 + [0.9] * 2 + [0.4, 0.5] * 20
    (change,) = find_changes(values, alpha=0.001, shift=0.1, boundaries=[10, 84])
    assert change.at == 84
    (change,) = find_changes(values, alpha=0.001, shift=0.1, boundaries=[10])
    assert change.at == 80


@pytest.mark.parametrize("values", [[], [0.5], [0.5] * 200, [0.1, 0.9] * 9, [1.0] * 9 + [0.0] * 9])
def test_too_few_or_equal_measures_say_nothing(values: list[float]) -> None:
    assert find_changes(values, alpha=0.001, shift=0.1) == ()


@pytest.mark.parametrize(
    "draw",
    [
        lambda rng: rng.random(),
        lambda rng: rng.betavariate(5, 1),
        lambda rng: float(rng.random() < 0.05),
        lambda rng: float(rng.random() < 0.5),
        lambda rng: rng.choice([0.0, 1 / 3, 2 / 3, 1.0, 1.0, 1.0]),
    ],
    ids=["uniform", "skewed", "rare", "even", "steps"],
)
@pytest.mark.parametrize("alpha", [0.01, 0.05])
def test_the_rate_of_false_alarms_is_at_most_what_is_accepted(draw, alpha: float) -> None:  # type: ignore[no-untyped-def]
    """Even without the least size of a change, which keeps more away."""
    rows = 300
    alarms = 0
    for seed in range(rows):
        rng = random.Random(seed)  # noqa: S311
        alarms += bool(find_changes([draw(rng) for _ in range(160)], alpha=alpha, shift=0.0))
    assert alarms <= rows * alpha + 3 * math.sqrt(rows * alpha * (1 - alpha))
