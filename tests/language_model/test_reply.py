"""A reply is a letter or it is nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.language_model.reply import likeliest, read_reply
from fidedigno.language_model.task import Choice, Option, Task

TASK = Task("class", "en", ("text",), (Option("one", "1"), Option("two", "2"), Option("three", "3")))
NAMES = {"one", "two", "three"}


@pytest.mark.parametrize(
    ("reply", "chosen"),
    [
        ("A", "one"), ("b", "two"), (" C.\n", "three"), ("(B)", "two"), ("**A**", "one"), ("Option C", "three"),
        ("Opción: B", "two"), ("`A`", "one"), ('"B"', "two"),
        ("", None), ("D", None), ("H", None), ("AB", None), ("A or B", None), ("A student may hand in late.", None),
        ("two", None), ("2", None), ("Ａ", None), ("A" + " " * 100, None), (None, None), (7, None), (["A"], None),
        ("I will not answer.", None), ("A\nB", None),
    ],
)  # fmt: skip
def test_only_a_letter_that_is_the_whole_reply_chooses(reply: object, chosen: str | None) -> None:
    assert read_reply(reply, TASK) == (Choice(chosen) if chosen else None)


@given(st.text() | st.none() | st.integers() | st.dictionaries(st.text(), st.text()))
def test_whatever_is_replied_the_choice_is_an_option_or_nothing(reply: object) -> None:
    choice = read_reply(reply, TASK)
    assert choice is None or choice.name in NAMES


def test_the_likeliest_letter_wins_whatever_stands_before_it() -> None:
    assert likeliest({"The": -0.1, " B": -1.0, "A": -2.0, "H": -0.2}, TASK) == Choice("two")
    assert likeliest({"A": -3.0, " A": -1.0, "B": -2.0}, TASK) == Choice("one")


@pytest.mark.parametrize(
    "scores", [{}, {"The": -0.1}, {"D": -0.1}, {"A": -1.0, "B": -1.0}, {"AB": -1.0, "": 0.0}]
)
def test_no_letter_or_two_alike_choose_nothing(scores: dict[str, float]) -> None:
    assert likeliest(scores, TASK) is None


@given(
    st.dictionaries(
        st.sampled_from([*"ABCDEFGHabc", " A", "B ", "", "AB"]) | st.text(max_size=3), st.floats()
    )
)
def test_whatever_is_likely_the_choice_is_an_option_or_nothing(scores: dict[str, float]) -> None:
    choice = likeliest(scores, TASK)
    assert choice is None or choice.name in NAMES
