"""Fractions: of a unit, or of a whole."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.verify.values.value import Kind
from tests.verify.values.reading import one, values


@pytest.mark.parametrize(
    ("text", "language", "kind", "unit", "low"),
    [
        ("Lleva tres cuartos de litro de caldo.", "es", Kind.NUMBER, "litres", "0.75"),
        ("Pesa un cuarto de kilo.", "es", Kind.NUMBER, "grams", "250"),
        ("It takes a quarter of an hour.", "en", Kind.DURATION, "seconds", "900"),
        ("It takes half a year.", "en", Kind.DURATION, "months", "6"),
        ("Dura dos meses y medio.", "es", Kind.DURATION, "months", "2.5"),
        ("It takes an hour and a quarter.", "en", Kind.DURATION, "seconds", "4500"),
        ("La quinta parte del presupuesto.", "es", Kind.PERCENTAGE, "%", "20"),
        ("A fifth off the rate.", "en", Kind.PERCENTAGE, "%", "20"),
        ("La mitad de los alumnos.", "es", Kind.PERCENTAGE, "%", "50"),
        ("Half of the students.", "en", Kind.PERCENTAGE, "%", "50"),
        ("Tres de cada diez hogares.", "es", Kind.PERCENTAGE, "%", "30"),
        ("One in five people.", "en", Kind.PERCENTAGE, "%", "20"),
        ("About ¾ of a litre.", "en", Kind.NUMBER, "litres", "0.75"),
        ("Un cuarto de los socios.", "es", Kind.PERCENTAGE, "%", "25"),
    ],
)
def test_a_fraction_is_read(text: str, language: str, kind: Kind, unit: str, low: str) -> None:
    value = one(text, language)
    assert (value.kind, value.unit, value.low) == (kind, unit, Decimal(low))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Un cuarto de baño.", "es"),
        ("The fifth time.", "en"),
        ("A third party may see it.", "en"),
        ("Half past nothing.", "en"),
        ("A mitad de camino.", "es"),
    ],
)
def test_ordinals_and_things_are_no_fractions(text: str, language: str) -> None:
    assert not [each for each in values(text, language) if each.kind is not Kind.ORDINAL]


def test_a_third_is_written_rounded() -> None:
    from fidedigno.verify.values.agreement import agrees

    assert agrees(one("33 % of users"), one("a third of users"))
    assert agrees(one("67 % of users"), one("two thirds of users"))
    assert not agrees(one("30 % of users"), one("a third of users"))


@settings(deadline=None)
@given(st.integers(1, 9), st.integers(2, 10))
def test_so_many_of_every_so_many_is_a_percentage(part: int, whole: int) -> None:
    found = [
        each for each in values(f"{part} out of every {whole} people left.") if each.kind is Kind.PERCENTAGE
    ]
    assert [round(each.low, 3) for each in found] == (
        [round(Decimal(100 * part) / whole, 3)] if part < whole else []
    ) or abs(found[0].low - Decimal(100 * part) / whole) < Decimal("0.001")


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("Every second member rows.", 50),
        ("Every fourth applicant was turned down.", 25),
        ("Of the forty members, a quarter row.", 25),
        ("Of our forty members, half row and a fifth sail.", 50),
        ("De los cuarenta socios, la mitad rema.", 50),
        ("Uno de cada cuatro socios rema.", 25),
    ],
)
def test_a_share_of_so_many(text: str, share: int) -> None:
    language = "es" if text.startswith(("De", "Uno")) else "en"
    assert next(value.low for value in values(text, language) if value.kind is Kind.PERCENTAGE) == share


@pytest.mark.parametrize(
    "text",
    [
        "It runs every second Tuesday.",
        "Every second counts.",
        "It is held every third year.",
        "It shuts every fourth of July.",
        "Every other member must pay.",
    ],
)
def test_what_comes_every_so_often_is_no_share(text: str) -> None:
    assert not any(value.kind is Kind.PERCENTAGE for value in values(text))
