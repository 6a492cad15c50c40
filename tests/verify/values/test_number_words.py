"""Numbers in words, checked against a writer of such words."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.consolidate.plain import plain
from fidedigno.verify.values.lexicon import lexicon
from fidedigno.verify.values.number_words import InWords, read_multipliers, read_words

ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
ENGLISH_TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety"
SPANISH = (
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete "
    "dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete "
    "veintiocho veintinueve"
)
SPANISH_TENS = "- - - treinta cuarenta cincuenta sesenta setenta ochenta noventa"
SPANISH_HUNDREDS = (
    "- ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos"
)
EN, EN_TENS, ES, ES_TENS, ES_HUNDREDS = (
    names.split() for names in (ENGLISH, ENGLISH_TENS, SPANISH, SPANISH_TENS, SPANISH_HUNDREDS)
)


def in_english(number: int) -> str:
    if number < 20:
        return EN[number]
    if number < 100:
        return EN_TENS[number // 10] + (f"-{EN[number % 10]}" if number % 10 else "")
    for size, name in ((10**6, "million"), (1000, "thousand"), (100, "hundred")):
        if number >= size:
            head, rest = divmod(number, size)
            link = " and " if rest and rest < 100 else " "
            return f"{in_english(head)} {name}" + (f"{link}{in_english(rest)}" if rest else "")
    raise AssertionError


def in_spanish(number: int) -> str:
    if number < 30:
        return ES[number]
    if number < 100:
        return ES_TENS[number // 10] + (f" y {ES[number % 10]}" if number % 10 else "")
    if number == 100:
        return "cien"
    if number < 1000:
        return ES_HUNDREDS[number // 100] + (f" {in_spanish(number % 100)}" if number % 100 else "")
    size, name = (10**6, "millones") if number >= 10**6 else (1000, "mil")
    head, rest = divmod(number, size)
    one = "un millón" if size == 10**6 else "mil"
    start = one if head == 1 else f"{in_spanish(head)} {name}"
    return start + (f" {in_spanish(rest)}" if rest else "")


def read(text: str, language: str) -> InWords | None:
    return read_words(plain(text).replace("-", " ").split(), 0, lexicon().words[language])


@given(st.integers(0, 999_999_999))
def test_a_number_in_english_words_is_read_back(number: int) -> None:
    words = in_english(number)
    found = read(words, "en")
    assert found is not None
    assert (found.value, found.length) == (number, len(words.replace("-", " ").split()))


@given(st.integers(0, 999_999_999))
def test_a_number_in_spanish_words_is_read_back(number: int) -> None:
    words = in_spanish(number)
    found = read(words, "es")
    assert found is not None
    assert (found.value, found.length) == (number, len(words.split()))


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("dos docenas", "es", 24),
        ("media docena", "es", 6),
        ("medio millón", "es", 500_000),
        ("dos mil millones", "es", 2 * 10**9),
        ("mil doscientas", "es", 1200),
        ("un centenar", "es", 100),
        ("a dozen", "en", 12),
        ("half a dozen", "en", 6),
        ("half a million", "en", 500_000),
        ("a hundred thousand", "en", 100_000),
    ],
)
def test_dozens_and_halves_are_reckoned(text: str, language: str, value: int) -> None:
    found = read(text, language)
    assert found is not None
    assert found.value == value
    assert not found.article


def test_a_lone_word_for_one_may_be_an_article() -> None:
    assert read("una casa", "es") == InWords(Decimal(1), 1, article=True)
    assert read("a house", "en") == InWords(Decimal(1), 1, article=True)


def test_two_numbers_that_follow_one_another_stay_two() -> None:
    assert read("two three", "en") == InWords(Decimal(2), 1)
    assert read("veinte treinta", "es") == InWords(Decimal(20), 1)
    assert read("twenty and thirty", "en") == InWords(Decimal(20), 1)
    assert read("cinco y seis", "es") == InWords(Decimal(5), 1)


@pytest.mark.parametrize(
    ("text", "language"), [("miles de casas", "es"), ("hundreds of", "en"), ("tercero", "es")]
)
def test_indefinite_numbers_and_ordinals_are_none(text: str, language: str) -> None:
    assert read(text, language) is None


def test_multipliers_follow_figures() -> None:
    assert read_multipliers(["mil", "millones", "de"], 0, lexicon().words["es"]) == (10**9, 2)
    assert read_multipliers(["million"], 0, lexicon().words["en"]) == (10**6, 1)
    assert read_multipliers(["people"], 0, lexicon().words["en"]) == (1, 0)
