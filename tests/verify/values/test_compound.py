"""Measures of two parts."""

from decimal import Decimal

import pytest

from tests.verify.values.reading import one, values


@pytest.mark.parametrize(
    ("text", "language", "written", "low"),
    [
        ("It takes 2 hours and 20 minutes.", "en", "2 hours and 20 minutes", 8400),
        ("Dura 1 h 30 min.", "es", "1 h 30 min", 5400),
        ("A term of two years and six months.", "en", "two years and six months", 30),
        ("Mide 1 m 80 cm.", "es", "1 m 80 cm", "1.8"),
        ("Dura minuto y medio.", "es", "minuto y medio", 90),
        ("Pesa kilo y medio.", "es", "kilo y medio", 1500),
    ],
)
def test_two_parts_are_one_value(text: str, language: str, written: str, low: object) -> None:
    value = one(text, language)
    assert (value.written, value.low) == (written, Decimal(str(low)))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("5 minutes and 2 hours", 2),
        ("5 km and 3 kg", 2),
        ("5 hours and at least 20 minutes", 2),
        ("5 hours, then 20 minutes", 2),
        ("5 users and 3 users", 2),
        ("2 hours and 90 minutes", 2),
    ],
)
def test_what_does_not_belong_together_stays_apart(text: str, count: int) -> None:
    assert len(values(text)) == count
