import pytest

from fidedigno.consolidate.activity import mentions_of, read_activity
from fidedigno.consolidate.passages import words_in


def named(label: str, text: str) -> list[bool]:
    activity = read_activity(label)
    assert activity is not None
    return [mention.ours for mention in mentions_of(activity, text, words_in(text))]


@pytest.mark.parametrize(
    ("label", "text", "expected"),
    [
        ("Práctica 1", "La práctica 1 se entrega", [True]),
        ("Práctica 1", "LA PRACTICA 1", [True]),
        ("Práctica 1", "La práctica 2 se entrega", [False]),
        ("Práctica 1", "La práctica 12 se entrega", [False]),
        ("Práctica 1", "La práctica 1 y la práctica 2", [True, False]),
        ("Práctica 2", "la práctica n.º 2", [True]),
        ("Práctica 1", "La primera práctica", [True]),
        ("Práctica 1", "la 2ª práctica", [False]),
        ("Práctica 1", "Todas las prácticas", [True]),
        ("Práctica 2", "Las prácticas 1, 2 y 3", [True]),
        ("Práctica 4", "Las prácticas 1 a 3", [False]),
        ("Práctica 2", "Las prácticas 1 a 3", [True]),
        ("Práctica 12", "Las prácticas 1 y 2: 12 de octubre", [False]),
        ("Práctica 12", "La práctica 1, 12 de octubre", [False]),
        ("Práctica 1", "La práctica se entrega el 1", []),
        ("Práctica 1: modelo relacional", "El modelo relacional se entrega", [True]),
        ("Práctica 1: modelo relacional", "Práctica 2: otro modelo relacional", [False]),
        ("Práctica II", "práctica 2", [True]),
        ("PEC2", "la PEC 2 y la PEC1", [True, False]),
        ("Assignment 2", "The second assignment is due", [True]),
        ("Assignment 2", "Assignment three", [False]),
        ("Assignment 2", "every assignment", [True]),
        ("Trabajo final", "El trabajo final", [True]),
        ("Trabajo final", "El trabajo intermedio", []),
        ("Primera entrega", "la entrega 1", [True]),
    ],
)
def test_an_activity_is_told_from_its_siblings(label: str, text: str, expected: list[bool]) -> None:
    assert named(label, text) == expected


@pytest.mark.parametrize("label", ["", "…", "¿?"])
def test_a_label_without_words_names_nothing(label: str) -> None:
    assert read_activity(label) is None


def test_a_range_of_absurd_length_is_not_spelled_out() -> None:
    assert named("Práctica 5", "prácticas 1 a 9999") == [False]
