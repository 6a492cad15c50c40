"""A choice counts where it does not depend on the place of the option."""

from hypothesis import given
from hypothesis import strategies as st

from fidedigno.language_model import Choice, Option, Task, choose_both_ways
from tests.fakes.language_model import Scripted, always, first, nothing

TASK = Task("class", "en", ("text",), (Option("one", "1"), Option("two", "2"), Option("three", "3")))
NAMES = {"one", "two", "three"}


def test_what_is_chosen_in_both_orders_is_chosen() -> None:
    model = always("two")
    assert choose_both_ways(model, TASK) == Choice("two")
    orders = [[each.name for each in task.options] for task in model.asked]
    assert orders == [["one", "two", "three"], ["three", "two", "one"]]
    assert all(task.texts == TASK.texts for task in model.asked)


def test_a_model_that_prefers_a_place_chooses_nothing() -> None:
    assert choose_both_ways(first(), TASK) is None


def test_nothing_is_asked_again_after_no_choice_or_one_that_is_no_option() -> None:
    for model in (nothing(), always("DROP TABLE")):
        assert choose_both_ways(model, TASK) is None
        assert len(model.asked) == 1


@given(st.lists(st.none() | st.sampled_from(sorted(NAMES)) | st.text(), min_size=2, max_size=2))
def test_whatever_a_model_says_the_choice_is_an_option_that_it_said_twice(said: list[str | None]) -> None:
    replies = iter(said)

    def says(_: Task) -> Choice | None:
        name = next(replies)
        return None if name is None else Choice(name)

    choice = choose_both_ways(Scripted(says), TASK)
    expected = said[0] if said[0] == said[1] and said[0] in NAMES else None
    assert (choice.name if choice else None) == expected
