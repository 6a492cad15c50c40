"""A task is a question with a short, closed list of answers."""

import pytest

from fidedigno.language_model.task import MAX_OPTIONS, MAX_TEXTS, Option, Task


def options(number: int) -> tuple[Option, ...]:
    return tuple(Option(f"o{each}", f"option {each}") for each in range(number))


@pytest.mark.parametrize("number", [0, 1, MAX_OPTIONS + 1])
def test_too_few_or_too_many_options_are_refused(number: int) -> None:
    with pytest.raises(ValueError, match="options"):
        Task("class", "en", ("text",), options(number))


def test_two_options_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="one name"):
        Task("class", "en", ("text",), (Option("a", "one"), Option("a", "other")))


@pytest.mark.parametrize("number", [0, MAX_TEXTS + 1])
def test_too_few_or_too_many_texts_are_refused(number: int) -> None:
    with pytest.raises(ValueError, match="texts"):
        Task("class", "en", ("text",) * number, options(2))


def test_the_limits_themselves_are_allowed() -> None:
    assert len(Task("class", "en", ("text",) * MAX_TEXTS, options(MAX_OPTIONS)).options) == MAX_OPTIONS
