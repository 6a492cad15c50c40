import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fidedigno.verify.calibrate.reliability import reliability_of

PAIRS = st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=60)


def test_probabilities_that_mean_what_they_say_have_no_error() -> None:
    found = reliability_of([0.25] * 4 + [0.75] * 4, [True, False, False, False, True, True, True, False])
    assert found.error == 0.0
    assert found.brier == pytest.approx(0.1875)
    assert [(each.low, each.said, each.right.value) for each in found.bins] == [
        (0.2, 0.25, 0.25),
        (0.7, 0.75, 0.75),
    ]


def test_sure_and_wrong_is_the_worst() -> None:
    found = reliability_of([1.0, 0.0], [False, True])
    assert (found.error, found.brier) == (1.0, 1.0)


@given(PAIRS)
@example([(0.7, False)] * 3)
def test_every_probability_is_in_one_bin_and_errors_are_shares(pairs: list[tuple[float, bool]]) -> None:
    found = reliability_of([each for each, _ in pairs], [mark for _, mark in pairs])
    assert sum(each.right.total for each in found.bins) == found.count == len(pairs)
    assert 0 <= found.error <= 1
    assert all(each.low - 1e-9 <= each.said <= each.high + 1e-9 for each in found.bins)
