import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.verify.calibrate.scores import ANSWER, CONTRADICTION
from fidedigno.verify.calibrate.thresholds import FEWEST_FLAGGED, Flagging, Half, Outcome, Share, recommend

GOOD_HALF = Half([0.9] * 40 + [0.1] * 60, [True] * 40 + [False] * 60)


@pytest.mark.parametrize(
    ("hits", "total", "low", "high"), [(8, 10, 0.4902, 0.9433), (0, 20, 0.0, 0.1611), (20, 20, 0.8389, 1.0)]
)
def test_the_interval_is_that_of_wilson(hits: int, total: int, low: float, high: float) -> None:
    share = Share.of(hits, total)
    assert (share.low, share.high) == (pytest.approx(low, abs=1e-3), pytest.approx(high, abs=1e-3))


def test_nothing_is_known_of_a_share_of_none() -> None:
    assert Share.of(0, 0) == (0, 0, 0.0, 1.0)
    assert Share.of(0, 0).value == 0.0


def test_precision_and_recall_compare_what_was_flagged_with_the_marks() -> None:
    found = Flagging.of([True, True, False, False], [True, False, True, False])
    assert (found.precision.value, found.recall.value) == (0.5, 0.5)


def test_a_threshold_that_holds_on_the_other_half_is_recommended_in_the_terms_of_its_setting() -> None:
    found = recommend(ANSWER, GOOD_HALF, GOOD_HALF, 0.9)
    assert found.outcome is Outcome.REACHED
    assert found.cut == pytest.approx(0.5)
    assert found.value == pytest.approx(0.5)
    assert recommend(CONTRADICTION, GOOD_HALF, GOOD_HALF, 0.9).value == found.cut
    assert found.checked is not None
    assert found.checked.recall.value == 1.0


def test_one_that_does_not_hold_there_is_not_confirmed() -> None:
    other = Half([0.9] * 40 + [0.1] * 60, [True, False] * 20 + [False] * 40 + [True] * 20)
    assert recommend(ANSWER, GOOD_HALF, other, 0.9).outcome is Outcome.NOT_CONFIRMED
    silent = Half([0.1] * 100, [True] * 40 + [False] * 60)
    assert recommend(ANSWER, GOOD_HALF, silent, 0.9).outcome is Outcome.NOT_CONFIRMED


def test_where_no_threshold_has_the_precision_it_says_so() -> None:
    mixed = Half([0.9, 0.1] * 50, [True, False, False, True] * 25)
    found = recommend(ANSWER, mixed, GOOD_HALF, 0.9)
    assert (found.outcome, found.cut, found.checked) == (Outcome.NOT_REACHED, None, None)


@pytest.mark.parametrize("bad", [0, 9])
def test_too_few_marks_are_said_whatever_the_scores(bad: int) -> None:
    few = Half([1.0] * bad + [0.0] * 200, [True] * bad + [False] * 200)
    assert recommend(ANSWER, few, GOOD_HALF, 0.9).outcome is Outcome.TOO_FEW
    assert recommend(ANSWER, GOOD_HALF, few, 0.9).outcome is Outcome.TOO_FEW


def test_a_threshold_that_is_right_by_little_gives_way_to_one_that_is_right_with_caution() -> None:
    scores = [0.9] * 60 + [0.5] * 40 + [0.1] * 100
    marks = [True] * 60 + [True] * 31 + [False] * 9 + [False] * 100
    found = recommend(ANSWER, Half(scores, marks), GOOD_HALF, 0.9)
    assert found.cut == pytest.approx(0.7), "at 0.3 it would be 91 of 100"


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from([0.0, 0.2, 0.4, 0.6, 0.8, 1.0]), st.booleans()), min_size=40, max_size=120
    ),
    st.sampled_from([0.5, 0.8, 0.9, 1.0]),
)
def test_what_is_chosen_has_the_precision_and_flags_enough(
    marks: list[tuple[float, bool]], precision: float
) -> None:
    half = Half([score for score, _ in marks], [mark for _, mark in marks])
    found = recommend(CONTRADICTION, half, half, precision)
    if found.cut is None:
        return
    assert found.outcome is Outcome.REACHED
    assert found.chosen == half.at(found.cut)
    assert found.chosen.precision.value >= precision
    assert FEWEST_FLAGGED <= found.chosen.precision.total < len(marks)
