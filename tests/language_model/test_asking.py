"""A model is asked about few things, for a short time, and alike each time it is asked of the same texts."""

from __future__ import annotations

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.language_model import Choice, Task
from fidedigno.language_model.asking import MAX_ASKED, Asking
from tests.fakes.language_model import Scripted, always, first, nothing


def test_the_options_of_the_instruction_are_asked_in_both_orders() -> None:
    model = always("agree")
    assert Asking(model, "contradiction", "es")(("uno", "otro")) == "agree"
    assert [task.texts for task in model.asked] == [("uno", "otro")] * 2
    assert model.asked[0].options == model.asked[1].options[::-1]


@pytest.mark.parametrize("model", [nothing(), first(), always("none of these")])
def test_what_is_no_choice_both_ways_is_none(model: Scripted) -> None:
    assert Asking(model, "contradiction", "en")(("one",)) is None


def test_what_was_asked_once_is_known_and_costs_nothing() -> None:
    model = always("agree")
    asking = Asking(model, "contradiction", "en")
    texts = [(str(each),) for each in range(MAX_ASKED + 2)]
    assert [asking(each) for each in texts] == ["agree"] * MAX_ASKED + [None] * 2
    assert asking(texts[0]) == "agree"
    assert len(model.asked) == 2 * MAX_ASKED


def test_nothing_is_begun_once_the_time_has_gone() -> None:
    now = [0.0]

    def slow(_: Task) -> Choice:
        now[0] += 3.0
        return Choice("agree")

    asking = Asking(Scripted(slow), "contradiction", "en", seconds=5.0, clock=lambda: now[0])
    assert [asking((str(each),)) for each in range(2)] == ["agree", None]


def test_an_instruction_without_options_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="no options"):
        Asking(always("x"), "class", "en")
