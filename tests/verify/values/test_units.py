"""The unit at a number."""

from decimal import Decimal

import pytest

from fidedigno.verify.values.agreement import agrees
from fidedigno.verify.values.value import Kind
from tests.verify.values.reading import one


@pytest.mark.parametrize(
    ("text", "language", "kind", "unit"),
    [
        ("It costs 15 pounds.", "en", Kind.AMOUNT, "GBP"),
        ("Add 15 pounds of flour.", "en", Kind.NUMBER, "grams"),
        ("It weighs 15 pounds.", "en", Kind.NUMBER, "grams"),
        ("Cuesta 15 libras.", "es", Kind.AMOUNT, "GBP"),
        ("Wait 15 idle minutes.", "en", Kind.DURATION, "seconds"),
        ("Keep it at 41 °F.", "en", Kind.NUMBER, "°C"),
        ("A quarter of a mile.", "en", Kind.NUMBER, "metres"),
    ],
)
def test_a_unit_is_told_by_its_words(text: str, language: str, kind: Kind, unit: str) -> None:
    value = one(text, language)
    assert (value.kind, value.unit) == (kind, unit)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("5 °C", "41 °F"),
        ("177 °C", "350 °F"),
        ("1.2 cubic metres", "1,200 litres"),
        ("0.8 hectares", "8,000 m²"),
        ("10 kg", "22 lb"),
        ("3 km", "10,000 feet"),
        ("12 cl", "120 ml"),
        ("1.5 MWh", "1,500 kWh"),
        ("a century", "100 years, x"),
    ],
)
def test_units_of_one_dimension_are_converted(claim: str, evidence: str) -> None:
    assert agrees(one(f"It is within {claim}"), one(f"It is within {evidence}"))


def test_degrees_are_converted_with_their_offset() -> None:
    assert abs(one("32 °F").low) < Decimal("0.001")
    assert not agrees(one("15 °C"), one("41 °F"))


def test_another_currency_is_a_difference() -> None:
    assert not agrees(one("A ticket is 15 pounds."), one("A ticket is 15 dollars."))
