import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.verify.calibrate import curves
from fidedigno.verify.calibrate.curves import curve_of

pytest.importorskip("sklearn")
BOTH = st.lists(
    st.tuples(st.sampled_from([0.0, 0.1, 0.5, 0.9]), st.booleans()), min_size=2, max_size=30
).filter(lambda given: len({mark for _, mark in given}) == 2)


@settings(max_examples=40, deadline=None)
@given(BOTH)
def test_the_area_is_the_share_of_pairs_in_the_right_order(given_: list[tuple[float, bool]]) -> None:
    bad = [score for score, mark in given_ if mark]
    good = [score for score, mark in given_ if not mark]
    pairs = [(one > other) + (one == other) / 2 for one in bad for other in good]
    curve = curve_of([score for score, _ in given_], [mark for _, mark in given_])
    assert curve.area == pytest.approx(sum(pairs) / len(pairs))
    assert 0 <= curve.area_low <= curve.area_high <= 1
    assert curve.prevalence == pytest.approx(len(bad) / len(given_))


def test_a_perfect_score_has_areas_of_one_and_a_useless_one_those_of_chance() -> None:
    marks = [True] * 20 + [False] * 60
    perfect = curve_of([float(each) for each in marks], marks)
    assert (perfect.average_precision, perfect.area, perfect.area_low) == (1.0, 1.0, 1.0)
    useless = curve_of([0.5] * 80, marks)
    assert (useless.average_precision, useless.area) == (0.25, 0.5)


def test_a_long_curve_is_thinned_and_keeps_its_ends() -> None:
    marks = [number % 3 == 0 for number in range(3_000)]
    curve = curve_of([number / 3_000 for number in range(3_000)], marks)
    assert len(curve.recall) == len(curve.precision) <= curves._MAX_POINTS
    assert (curve.recall[0], curve.recall[-1]) == (0.0, 1.0)
    assert list(curve.recall) == sorted(curve.recall)


def test_the_interval_is_the_same_each_time() -> None:
    marks = [number % 2 == 0 for number in range(50)]
    scores = [number % 7 / 7 for number in range(50)]
    assert curve_of(scores, marks) == curve_of(scores, marks)
