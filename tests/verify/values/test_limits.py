"""Limits that a clause makes of its value."""

import pytest

from fidedigno.verify.values.value import Bound
from tests.verify.values.reading import statement, values


@pytest.mark.parametrize(
    ("text", "language", "bound", "word"),
    [
        ("The smallest order accepted is 40 euros.", "en", Bound.AT_LEAST, "smallest"),
        ("The heaviest parcel allowed is 10 kilos.", "en", Bound.AT_MOST, "heaviest"),
        ("La edad mínima para votar es de 16 años.", "es", Bound.AT_LEAST, "mínima"),
        ("El tope de la ayuda son 300 euros.", "es", Bound.AT_MOST, "tope"),
        ("The call closes on 20 April.", "en", Bound.WITHIN, "closes"),
        ("La matrícula se abre el 20 de abril.", "es", Bound.AT_LEAST, "abre"),
    ],
)
def test_a_word_of_the_clause_makes_a_limit(text: str, language: str, bound: Bound, word: str) -> None:
    (value,) = values(text, language)
    assert value.bound is bound
    assert value.limit_word is not None
    assert text[slice(*value.limit_word)] == word


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("There is no upper limit on the 40 seats.", "en"),
        ("The largest hall is old and the other holds 40 people.", "en"),
        ("El mínimo y el máximo de 40 plazas.", "es"),
        ("It began in 1990.", "en"),
    ],
)
def test_denied_limits_other_clauses_and_years_make_none(text: str, language: str) -> None:
    assert [each.limit_word for each in values(text, language)] == [None]


@pytest.mark.parametrize(
    ("text", "language", "bound"),
    [
        ("Essays under 1,500 words are returned unmarked.", "en", Bound.AT_LEAST),
        ("Groups of fewer than 8 people are not served.", "en", Bound.AT_LEAST),
        ("No se aceptan fotos de más de 5 MB.", "es", Bound.AT_MOST),
        ("Se rechazan los envíos de menos de 3 kg.", "es", Bound.AT_LEAST),
        ("Essays under 1,500 words are read first.", "en", Bound.LESS_THAN),
    ],
)
def test_what_a_clause_refuses_is_on_the_other_side(text: str, language: str, bound: Bound) -> None:
    (value,) = values(text, language)
    assert value.bound is bound
    assert value.denied is (bound is not Bound.LESS_THAN)


def test_a_statement_without_values_has_no_limits() -> None:
    assert values("The minimum is the maximum.") == ()
    assert statement("").text == ""
