"""Names of places in questions: with their articles and slips, never with another number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.plan.mentions import _one_slip, find_mentions
from fidedigno.plan.places import COURSE, Place
from tests.fakes.places import CAMPUS


def named(text: str) -> list[str]:
    return [each.place.value for each in find_mentions(text, CAMPUS.all)]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("¿Hasta cuándo se entrega la práctica 1 de Bases de Datos?", ["p1", "bd"]),
        ("hasta cuando se entrega la PRACTICA 1 de bases de los datos", ["p1", "bd"]),
        ("cuando es la pratcica 2", ["p2"]),
        ("when is assigment 2 due", ["p2"]),
        ("la práctica 3", []),
        ("la práctica 12", []),
        ("¿y el cuestionario final?", ["quiz-bd", "quiz-redes"]),
        ("soy del grupo B", ["B"]),
        ("soy a grupos", []),
        ("¿Qué es una base?", []),
        ("bd", ["bd"]),
        ("redes de computadores", ["redes"]),
    ],
)
def test_a_question_names_places(text: str, values: list[str]) -> None:
    assert named(text) == values


def test_a_mention_is_a_stretch_of_the_question() -> None:
    text = "Oye, ¿la Práctica  1 vale nota?"
    (mention,) = find_mentions(text, CAMPUS.all)
    assert text[mention.start : mention.end] == "Práctica  1"
    assert mention.exact


def test_an_exact_name_goes_before_a_forgiven_one() -> None:
    places = (Place(COURSE, "x", "Redes neuronales"), Place(COURSE, "y", "Redes neuronal"))
    assert [m.place.value for m in find_mentions("redes neuronales", places)] == ["x"]


def distance(a: str, b: str) -> int:
    """Optimal string alignment distance, by the book."""
    table = {(i, 0): i for i in range(len(a) + 1)} | {(0, j): j for j in range(len(b) + 1)}
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            table[i, j] = min(
                table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + (a[i - 1] != b[j - 1])
            )
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                table[i, j] = min(table[i, j], table[i - 2, j - 2] + 1)
    return table[len(a), len(b)]


@given(st.text("abc", min_size=1, max_size=6), st.text("abc", min_size=1, max_size=6))
def test_one_slip_is_a_distance_of_at_most_one(first: str, second: str) -> None:
    assert _one_slip(first, second) == (distance(first, second) <= 1)


@given(st.text(max_size=60))
def test_any_text_is_read_without_error(text: str) -> None:
    for mention in find_mentions(text, CAMPUS.all):
        assert text[mention.start : mention.end]
