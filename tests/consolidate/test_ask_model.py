"""A model judges few pairs, for a short time, and alike each time it is asked of the same pair."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.consolidate.ask_model import CONTRADICT, MAX_PAIRS, ModelJudge
from fidedigno.language_model import Choice, Task
from tests.fakes.language_model import Scripted, always, first, nothing


def test_two_sentences_are_put_to_the_model_in_both_orders_of_the_options() -> None:
    model = always(CONTRADICT)
    assert ModelJudge(model, "es")("Se admite.", "No cabe.")
    assert [task.texts for task in model.asked] == [("No cabe.", "Se admite.")] * 2
    assert [each.name for each in model.asked[0].options] == ["agree", "contradict", "unrelated"]
    assert [each.name for each in model.asked[1].options] == ["unrelated", "contradict", "agree"]
    assert model.asked[0].language == "es"


@pytest.mark.parametrize(
    "model", [nothing(), first(), always("agree"), always("unrelated"), always("yes, both")]
)
def test_whatever_else_it_says_is_no_contradiction(model: Scripted) -> None:
    assert not ModelJudge(model, "en")("one", "other")


def test_a_model_that_changes_its_mind_has_said_nothing() -> None:
    replies: Iterator[str] = iter([CONTRADICT, "agree"])
    assert not ModelJudge(Scripted(lambda _: Choice(next(replies))), "en")("one", "other")


def test_the_same_pair_is_asked_once_whichever_comes_first() -> None:
    model = always(CONTRADICT)
    judge = ModelJudge(model, "en")
    assert judge("one", "other")
    assert judge("other", "one")
    assert len(model.asked) == 2


def test_the_same_words_twice_are_not_asked() -> None:
    model = always(CONTRADICT)
    assert not ModelJudge(model, "en")("one", "one")
    assert model.asked == []


def test_no_more_pairs_are_asked_than_allowed_and_what_is_known_stays() -> None:
    model = always(CONTRADICT)
    judge = ModelJudge(model, "en")
    assert [judge("0", str(each)) for each in range(1, 9)] == [True] * MAX_PAIRS + [False] * 2
    assert len(model.asked) == 2 * MAX_PAIRS
    assert judge("0", "1")
    assert not judge("0", "8")


def test_no_pair_is_begun_once_the_time_has_gone() -> None:
    now = [0.0]

    def slow(_: Task) -> Choice:
        now[0] += 2.0
        return Choice(CONTRADICT)

    model = Scripted(slow)
    judge = ModelJudge(model, "en", seconds=5.0, clock=lambda: now[0])
    assert [judge("0", str(each)) for each in range(1, 5)] == [True, True, False, False]
    assert len(model.asked) == 4


@given(st.text(), st.text(), st.lists(st.none() | st.text() | st.just(CONTRADICT), min_size=2, max_size=2))
def test_only_contradict_said_twice_is_a_contradiction(one: str, other: str, said: list[str | None]) -> None:
    replies = iter(said)

    def says(_: Task) -> Choice | None:
        name = next(replies)
        return None if name is None else Choice(name)

    assert ModelJudge(Scripted(says), "en")(one, other) == (one != other and said == [CONTRADICT] * 2)
