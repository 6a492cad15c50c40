"""Where the numbers of a statement stand."""

from decimal import Decimal

import pytest

from fidedigno.verify.values.numerals import Numeral, find_numerals
from fidedigno.verify.values.skipped import mask_of
from tests.verify.values.reading import statement


def numerals(text: str, language: str = "en") -> list[Numeral]:
    read = statement(text, language)
    return find_numerals(read.text, read.folded, read.words, language, mask_of(text))


@pytest.mark.parametrize(
    ("text", "language", "written", "value"),
    [
        ("about 3k visits", "en", "3k", 3000),
        ("cost $2.5M", "en", "2.5M", 2_500_000),
        ("2.5 million people", "en", "2.5 million", 2_500_000),
        ("son 3 mil personas", "es", "3 mil", 3000),
        ("2 mil millones", "es", "2 mil millones", 2 * 10**9),
        ("un millón y medio", "es", "un millón y medio", 1_500_000),
        ("two and a half years", "en", "two and a half", Decimal("2.5")),
        ("at -5 degrees", "en", "-5", -5),
        ("it is (7) now", "en", "7", 7),
        ("twenty-three seats", "en", "twenty-three", 23),
    ],
)
def test_a_number_takes_its_multipliers(text: str, language: str, written: str, value: int) -> None:
    (found,) = numerals(text, language)
    assert text[found.start : found.end] == written
    assert found.value == value


@pytest.mark.parametrize(
    "text",
    ["SKU-441", "ORD-10482", "A4", "room_5", "#12", "v3x", "4x4", "COVID-19", "arXiv:2204.09876", "10:99"],
)
def test_figures_of_a_code_are_no_number(text: str) -> None:
    assert numerals(f"It is {text} here") == []


def test_both_ends_of_a_range_are_numbers() -> None:
    assert [each.value for each in numerals("takes 5-7 days")] == [5, 7]
    assert [each.value for each in numerals("takes 5 – 7 days")] == [5, 7]


def test_superscripts_and_digits_of_other_scripts_are_no_numbers() -> None:
    assert numerals("so it is.¹ And ² ٣") == []
