"""The English article agrees with the value that was put behind it."""

import pytest

from fidedigno.verify.heal.articles import adapted_article


@pytest.mark.parametrize(
    ("before", "value", "after"),
    [
        ("There is a ", "8-day", "There is an "),
        ("There is an ", "14-day", "There is a "),
        ("A ", "11 % fee", "An "),
        ("a ", "18,000 limit", "an "),
        ("a ", "80 % share", "an "),
        ("a ", "annual plan", "an "),
        ("an ", "monthly plan", "a "),
        ("an ", "one-year plan", "a "),
        ("an ", "unique plan", "a "),
        ("a ", "eight-day", "an "),
    ],
)
def test_it_is_changed_where_it_would_not_agree(before: str, value: str, after: str) -> None:
    start, end, word = adapted_article(before + "x", len(before), value) or (0, 0, "")
    assert before[:start] + word + before[end:] == after


@pytest.mark.parametrize(
    ("before", "value"),
    [
        ("There is a ", "14-day"),
        ("There is an ", "11-day"),
        ("a ", "118 page"),
        ("a ", "180 page"),
        ("the ", "8-day"),
        ("pizza ", "8"),
        ("a ", "$8"),
        ("", "8"),
    ],
)
def test_it_is_left_alone_where_it_agrees_or_is_none(before: str, value: str) -> None:
    assert adapted_article(before + "x", len(before), value) is None
