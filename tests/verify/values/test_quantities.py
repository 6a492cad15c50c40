"""Numbers with what they count."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.verify.values.quantities import find_quantities
from fidedigno.verify.values.value import Kind
from tests.verify.values.reading import one, values
from tests.verify.values.test_number_words import in_english, in_spanish


@pytest.mark.parametrize(
    ("text", "language", "kind", "written", "unit", "low", "high"),
    [
        ("It costs $10.", "en", Kind.AMOUNT, "$10", "$", 10, 10),
        ("It costs US$ 1,250.50.", "en", Kind.AMOUNT, "US$ 1,250.50", "USD", "1250.50", "1250.50"),
        ("Cuesta 1.250,50 €.", "es", Kind.AMOUNT, "1.250,50 €", "EUR", "1250.50", "1250.50"),
        ("Cuesta veinte euros.", "es", Kind.AMOUNT, "veinte euros", "EUR", 20, 20),
        ("Un millón de euros.", "es", Kind.AMOUNT, "Un millón de euros", "EUR", 10**6, 10**6),
        ("It fell 5 %.", "en", Kind.PERCENTAGE, "5 %", "%", 5, 5),
        ("Bajó un 5 por ciento.", "es", Kind.PERCENTAGE, "5 por ciento", "%", 5, 5),
        ("It lasts two weeks.", "en", Kind.DURATION, "two weeks", "seconds", 1209600, 1209600),
        ("Dura media hora.", "es", Kind.DURATION, "media hora", "seconds", 1800, 1800),
        ("Dura una hora y media.", "es", Kind.DURATION, "una hora y media", "seconds", 5400, 5400),
        ("A 30-day trial.", "en", Kind.DURATION, "30-day", "seconds", 2592000, 2592000),
        ("De 5 a 7 días hábiles.", "es", Kind.DURATION, "5 a 7 días hábiles", "working days", 5, 7),
        ("Between 5 and 7 days.", "en", Kind.DURATION, "5 and 7 days", "seconds", 432000, 604800),
        ("From $5-$7.", "en", Kind.AMOUNT, "$5-$7", "$", 5, 7),
        ("A 5GB disk.", "en", Kind.NUMBER, "5GB", "bytes", 5 * 10**9, 5 * 10**9),
        ("Son 3 intentos.", "es", Kind.NUMBER, "3 intentos", "attempts", 3, 3),
        (
            "Dos millones de usuarios.",
            "es",
            Kind.NUMBER,
            "Dos millones de usuarios",
            "users",
            2 * 10**6,
            2 * 10**6,
        ),
        (
            "5 to 7 million people.",
            "en",
            Kind.NUMBER,
            "5 to 7 million people",
            "people",
            5 * 10**6,
            7 * 10**6,
        ),
    ],
)
def test_a_number_takes_its_unit(
    text: str, language: str, kind: Kind, written: str, unit: str, low: object, high: object
) -> None:
    value = one(text, language)
    assert (value.kind, value.written, value.unit) == (kind, written, unit)
    assert (value.low, value.high) == (Decimal(str(low)), Decimal(str(high)))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("See section 3.", "en"),
        ("Véase el apartado 3.", "es"),
        ("On page 12.", "en"),
        ("En el aula 12.", "es"),
        ("It runs on Windows 11.", "en"),
        ("Use two-factor login.", "en"),
        ("Una persona puede entrar.", "es"),
        ("A person may enter.", "en"),
        ("One of them may enter.", "en"),
        ("Un mes es poco.", "es"),
    ],
)
def test_names_and_articles_are_no_quantities(text: str, language: str) -> None:
    assert values(text, language) == ()


def test_an_article_counts_before_a_unit_of_time() -> None:
    assert one("Answer within a week.").article
    assert one("Dura un mes.", "es").article


def test_a_year_is_a_date() -> None:
    assert one("It was founded in 1998.").parts == (1998, 0, 0)
    assert one("Se fundó en 1998.", "es").kind is Kind.DATE
    assert one("It has 1998 seats.").kind is Kind.NUMBER


def test_falling_ends_are_two_numbers() -> None:
    assert [value.low for value in values("It won 3-2.")] == [3, 2]


def test_without_numerals_there_is_nothing() -> None:
    from fidedigno.verify.values.quantities import Reading

    assert find_quantities(Reading("x", "x", "en", ()), []) == []


@given(st.integers(2, 999_999_999), st.sampled_from(["es", "en"]))
def test_words_and_figures_give_one_value(number: int, language: str) -> None:
    words, unit = (in_spanish(number), "kilos") if language == "es" else (in_english(number), "kilos")
    assert one(f"{words} {unit}", language).low == one(f"{number} {unit}", language).low == number * 1000
