"""All values of a statement."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.verify.statement import Statement
from fidedigno.verify.values import find_weekday_misfits
from fidedigno.verify.values.find import MAX_VALUES, find_values
from fidedigno.verify.values.value import Kind
from tests.verify.values.reading import values


def test_each_stretch_is_read_once_in_order() -> None:
    text = "From 3 March 2024 the Pro plan, version 3.11, costs $10 per month; call Monday to Friday, 9:00 to 17:30."
    kinds = [value.kind for value in values(text)]
    assert kinds == [
        Kind.DATE,
        Kind.VERSION,
        Kind.AMOUNT,
        Kind.PERIOD,
        Kind.WEEKDAY,
        Kind.TIME,
        Kind.TIME,
    ]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("SKU-441 and ORD-10482 are codes [1][2].", "en"),
        ("1. Abra la caja. Véase la sección 3.2 [4].", "es"),
        ("Call +34 600 123 123 or write to a1@example.org.", "en"),
        ("", "en"),
    ],
)
def test_codes_and_markers_are_no_values(text: str, language: str) -> None:
    assert values(text, language) == ()


def test_thousand_millions_are_no_address() -> None:
    assert [value.low for value in values("Son 1.000.000.000 de euros y 1.234.567.890 euros.", "es")] == [
        10**9,
        1_234_567_890,
    ]
    assert values("El servidor 10.0.0.1 y 192.168.10.20:80.", "es") == ()


def test_a_rate_of_a_unit_is_no_period() -> None:
    assert [value.kind for value in values("Va a 120 kilómetros por hora.", "es")] == [Kind.NUMBER]


def test_the_number_of_values_is_capped() -> None:
    assert len(values("7 kg, " * 500)) == MAX_VALUES


def test_a_statement_that_was_not_read_is_read() -> None:
    assert [value.low for value in find_values(Statement("It costs $10 within two days."))] == [10, 172800]


@pytest.mark.parametrize(
    "piece",
    [
        "1",
        "1,",
        "$",
        "5 ",
        "mil ",
        "a las ",
        "3 de ",
        "|",
        "lunes y ",
        "\x00😀\ud800٣ 5%",
        "1.",
        "[1",
        "9-",
        "12:",
        "+1 ",
    ],
)
def test_hostile_text_is_read_without_an_error(piece: str) -> None:
    text = piece * 5000
    for language in ("es", "en", "xx"):
        found = find_values(Statement.of(text, language))
        assert all(0 <= value.start < value.end <= len(text) for value in found)


@settings(deadline=None)
@given(
    st.text(st.characters() | st.sampled_from("0123456789.,:-/$€% ymade"), max_size=60),
    st.sampled_from(["es", "en"]),
)
def test_places_index_the_text_as_it_was_given(text: str, language: str) -> None:
    statement = Statement.of(text, language)
    found = find_values(statement)
    for value in found:
        assert text[value.start : value.end] == value.written
        assert (
            value.whole_start
            <= value.start
            <= value.number_start
            < value.number_end
            <= value.end
            <= value.whole_end
        )
    assert all(one.end <= other.start for one, other in pairwise(found))
    find_weekday_misfits(statement)
