import random

import pytest

from fidedigno.verify.calibrate.recalibrate import ENOUGH_FOR_ISOTONIC, refit

pytest.importorskip("sklearn")


def marks(count: int, seed: int, *, turned: bool = False) -> list[tuple[float, bool]]:
    """Probabilities that are much too sure: what is called p is so with a probability nearer to one half."""
    choose = random.Random(seed)  # noqa: S311
    given = [choose.random() for _ in range(count)]
    so = [0.5 + (each - 0.5) * (-0.4 if turned else 0.4) for each in given]
    return [(each, choose.random() < true) for each, true in zip(given, so, strict=True)]


@pytest.mark.parametrize("count", [400, ENOUGH_FOR_ISOTONIC])
def test_what_is_too_sure_is_brought_nearer_to_the_truth(count: int) -> None:
    found = refit(marks(count, 1), marks(count, 2))
    assert found is not None
    assert found.fitted is not None
    assert found.after is not None
    assert found.after.error < found.before.error
    assert found.fitted.apply(0.95) < 0.85
    assert bool(found.fitted.points) is (count >= ENOUGH_FOR_ISOTONIC)
    assert len(found.fitted.points) <= 101


def test_it_is_kept_only_where_the_other_half_is_better_for_it() -> None:
    honest = [(each / 100, choose < each) for each in range(5, 100, 10) for choose in range(100)]
    found = refit(marks(400, 1), honest)
    assert found is not None
    assert found.fitted is None


def test_a_judge_that_is_wrong_the_other_way_round_is_not_turned() -> None:
    found = refit(marks(400, 1, turned=True), marks(400, 2, turned=True))
    assert found is not None
    assert found.fitted is None


def test_with_too_few_marks_it_only_measures() -> None:
    found = refit(marks(30, 1), marks(400, 2))
    assert found is not None
    assert found.fitted is None
    assert found.before.count == 400
    assert refit(marks(400, 1), []) is None
    assert refit([(0.5, True)] * 400, marks(400, 2)).fitted is None  # type: ignore[union-attr]
