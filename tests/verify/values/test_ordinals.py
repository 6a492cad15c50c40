"""Which in a row."""

import pytest

from fidedigno.verify.values.agreement import agrees, comparable
from fidedigno.verify.values.value import Kind
from tests.verify.values.reading import codes, compare, values


@pytest.mark.parametrize(
    ("text", "language", "rank"),
    [
        ("On the third floor.", "en", 3),
        ("On the 3rd floor.", "en", 3),
        ("On floor 3.", "en", 3),
        ("En la tercera planta.", "es", 3),
        ("En la 3.ª planta.", "es", 3),
        ("En la planta 3.", "es", 3),
    ],
)
def test_an_ordinal_is_read_with_what_it_numbers(text: str, language: str, rank: int) -> None:
    (value,) = values(text, language)
    assert (value.kind, value.parts) == (Kind.ORDINAL, (rank,))
    assert value.nouns


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("60 seconds.", "en"),
        ("Dos veces por segundo.", "es"),
        ("First, open the box.", "en"),
        ("Primero se abre la caja.", "es"),
        ("El capítulo civil.", "es"),
    ],
)
def test_units_and_adverbs_are_no_ordinals(text: str, language: str) -> None:
    assert not [each for each in values(text, language) if each.kind is Kind.ORDINAL]


def test_only_ordinals_of_one_thing_differ() -> None:
    third, fourth, phase = (
        values(text)[0] for text in ("the third floor", "the 4th floor", "the fourth phase")
    )
    assert comparable(third, fourth)
    assert not agrees(third, fourth)
    assert not comparable(third, phase)


def test_another_floor_is_a_difference_and_an_absent_one_is_not_missing() -> None:
    assert codes(compare("The clinic is on the 4th floor.", "The clinic is on the third floor.")) == [
        "number_differs"
    ]
    found = compare("The clinic is on the 4th floor.", "The clinic is big.")
    assert (found.differences, found.missing) == ((), ())
