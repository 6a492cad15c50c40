"""Which words go with which value."""

import pytest

from fidedigno.verify.values.clauses import mark_of, surroundings
from fidedigno.verify.values.value import Kind
from tests.verify.values.reading import statement, values


def owned(text: str, language: str = "en", context: str = "") -> list[frozenset[str]]:
    """For each amount the words that go with it, of `pro` and `basic` those that are there."""
    read = surroundings(statement(text, language, context))
    return [
        own & {"pro", "basic"}
        for own, value in zip(read.owned, read.values, strict=True)
        if value.kind is not Kind.PERIOD
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Pro costs $10 and Basic costs $5.",
        "Pro: $10, Basic: $5",
        "Pro ($10) and Basic ($5)",
        "$10 (Pro), $5 (Basic)",
        "Pro es de 10 €, mientras que Basic es de 5 €",
        "Pro costs $10; Basic, $5",
    ],
)
def test_a_clause_without_a_value_goes_with_its_neighbour(text: str) -> None:
    assert owned(text) == [{"pro"}, {"basic"}]


def test_a_row_has_its_first_cell_and_the_header() -> None:
    row = surroundings(statement("| Basic | $5 | $50 |", context="| Plan | Monthly | Yearly |"))
    assert ["basic" in own for own in row.owned] == [True, True]
    assert ["per:month" in own for own in row.owned] == [True, False]
    assert ["per:year" in own for own in row.owned] == [False, True]


def test_names_are_told_from_the_first_word() -> None:
    names = {
        word.start: word.is_name
        for word in surroundings(statement("Plans like Pro or iPhone cost $5. Others less.")).words
    }
    assert names[11]
    assert not names[0]
    assert names[18]


def test_values_in_a_list_are_known_as_such() -> None:
    assert surroundings(statement("Pro and Basic cost $10 and $5.")).in_lists == {0, 1}
    assert not surroundings(statement("It has 5 users and 10 projects.")).in_lists


def test_a_year_and_a_period_are_marks() -> None:
    assert [mark_of(value) for value in values("In 2020 it cost $5 per month.")] == [
        "date:(2020, 0, 0)",
        "",
        "per:month",
    ]
