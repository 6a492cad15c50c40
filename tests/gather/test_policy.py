from __future__ import annotations

import pytest

from fidedigno.gather import RetrievalPolicy
from fidedigno.index import Ranking, Rankings

FOUND = Rankings({"vector": Ranking((1, 2), (0.9, 0.1)), "words": Ranking((2, 3), (7.0, 6.0), coverage=0.5)})


def order(policy: RetrievalPolicy, rankings: Rankings = FOUND) -> list[int]:
    return [each for each, _ in policy.fuse(rankings).order]


def test_words_that_hold_half_of_the_question_count_a_quarter() -> None:
    fused = RetrievalPolicy().fuse(FOUND)
    assert fused.parts["words"] == {2: pytest.approx(0.25 / 61), 3: pytest.approx(0.25 / 62)}
    assert fused.parts["vector"] == {1: pytest.approx(1 / 61), 2: pytest.approx(1 / 62)}
    assert dict(fused.order)[2] == pytest.approx(1 / 62 + 0.25 / 61)


def test_words_of_another_language_do_not_push_aside_what_is_near_in_meaning() -> None:
    strange = Rankings(
        {"vector": Ranking((1, 2), (0.9, 0.8)), "words": Ranking((3, 4), (9.0, 8.0), coverage=0.1)}
    )
    assert order(RetrievalPolicy(), strange) == [1, 2, 3, 4]


def test_fitted_weights_look_at_scores() -> None:
    assert order(RetrievalPolicy(weights={"vector": 1.0, "words": 0.0})) == [1, 2, 3]
    assert order(RetrievalPolicy(weights={"vector": 0.1, "words": 0.9})) == [2, 1, 3]


@pytest.mark.parametrize(
    "wrong",
    [
        {"rankers": frozenset()},
        {"rankers": frozenset({"stars"})},
        {"weights": {"stars": 0.5}},
        {"weights": {"words": 1.5}},
        {"weights": {"words": float("nan")}},
    ],
)
def test_switches_that_make_no_sense_are_refused(wrong: dict) -> None:
    with pytest.raises(ValueError, match=r"ranker|weights"):
        RetrievalPolicy(**wrong)


def test_with_fitted_weights_nothing_given_depends_on_scores_but_the_order() -> None:
    policy = RetrievalPolicy(weights={"vector": 0.5, "words": 0.5})
    other = Rankings(
        {"vector": Ranking((1, 2), (0.9, 0.1)), "words": Ranking((2, 3), (3.3, 1.1), coverage=0.5)}
    )
    assert policy.fuse(FOUND) == policy.fuse(other)
    assert policy.fuse(FOUND).order == ((1, 1.0), (2, 0.5), (3, pytest.approx(1 / 3)))
    assert not policy.fuse(FOUND).parts
