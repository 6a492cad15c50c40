"""How often."""

import pytest

from fidedigno.verify.values.periods import find_periods, period_in_words
from fidedigno.verify.values.value import Kind
from tests.verify.values.reading import values


@pytest.mark.parametrize(
    ("text", "language", "period"),
    [
        ("$10 per month", "en", "month"),
        ("$10 a month", "en", "month"),
        ("$10/month", "en", "month"),
        ("$10/mo", "en", "month"),
        ("billed monthly", "en", "month"),
        ("billed annually", "en", "year"),
        ("a yearly fee", "en", "year"),
        ("100 per hour", "en", "hour"),
        ("10 € al mes", "es", "month"),
        ("10 € mensuales", "es", "month"),
        ("10 € por mes", "es", "month"),
        ("facturado mensualmente", "es", "month"),
        ("cuota anual", "es", "year"),
        ("3 copas al día", "es", "day"),
        ("cada semana", "es", "week"),
    ],
)
def test_a_period_is_read_in_all_its_forms(text: str, language: str, period: str) -> None:
    found = [value.unit for value in values(text, language) if value.kind is Kind.PERIOD]
    assert found == [period]


@pytest.mark.parametrize(
    ("text", "language"), [("estar al día", "es"), ("what a month", "en"), ("an hour", "en")]
)
def test_a_form_of_rates_needs_a_number(text: str, language: str) -> None:
    assert find_periods(text, text, []) == []


def test_an_amount_knows_its_period() -> None:
    amount = next(value for value in values("It costs $10 per user, per month.") if value.kind is Kind.AMOUNT)
    assert amount.per == "month"


@pytest.mark.parametrize(
    ("period", "name", "language", "written", "expected"),
    [
        ("year", "adverb", "es", "mensualmente", "anualmente"),
        ("year", "adverb", "es", "Mensualmente", "Anualmente"),
        ("month", "plural", "es", "anuales", "mensuales"),
        ("year", "per", "en", "per month", "per year"),
        ("year", "rate", "en", "a month", "a year"),
        ("hour", "rate", "en", "a month", "an hour"),
        ("month", "variant", "en", "yearly", "monthly"),
        ("month", "slash", "en", "/year", "/month"),
        ("month", "per", "xx", "", ""),
    ],
)
def test_a_form_is_written_of_another_period(
    period: str, name: str, language: str, written: str, expected: str
) -> None:
    assert period_in_words(period, name, language, written) == expected


def test_an_adjective_alone_becomes_an_adverb() -> None:
    assert period_in_words("year", "adjective", "en", "monthly", adverb=True) == "annually"
    assert period_in_words("year", "adjective", "en", "monthly") == "annual"
