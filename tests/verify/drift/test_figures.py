"""The figures of an answer in one written form each."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.consolidate.plain import plain
from fidedigno.verify.drift.figures import Figure, figures_in


def read(text: str) -> frozenset[Figure]:
    return figures_in(plain(text))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Within 14 days.", "Within two weeks."),
        ("Cuesta 1.250,50 €.", "Cuesta 1250.50 EUR."),
        ("It is $49.99 now", "It is 49.99 dollars now"),
        ("$1,250", "$1250"),
        ("hasta 3 intentos", "3 intentos"),
        ("quince días", "15 días"),
        ("1,250 rows", "1250 rows"),
    ],
)
def test_one_figure_in_two_ways_is_the_same(one: str, other: str) -> None:
    assert read(one)
    assert read(one) == read(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("$49.99", "$39.99"),
        ("14 days", "14 weeks"),
        ("SKU-441", "SKU-442"),
        ("12/10/2026", "13/10/2026"),
        ("10 %", "10 % per day"),
        ("5-7 days", "5-8 days"),
        ("v1.2.3", "v1.2.4"),
    ],
)
def test_another_figure_is_another(one: str, other: str) -> None:
    assert read(one) != read(other)


@pytest.mark.parametrize(
    "text", ["It opens [1].", "So [2, 3] and [4–6] [^7]", "1. Open\n2) Close\n- 3. Go", "none"]
)
def test_marks_of_citations_and_numbers_of_items_are_no_figures(text: str) -> None:
    assert read(text) == frozenset()


def test_a_figure_of_one_unit_can_take_the_place_of_another_of_it() -> None:
    assert {each.kind for each in read("$49.99 y 20 €, 14 days, 7 rows, SKU-441")} == {
        "USD", "EUR", "minutes", "number", "code",
    }  # fmt: skip


@given(st.text(alphabet=st.sampled_from("019.,$€%-/[]( daysx²٣\n\x00\ud800🙂")))
def test_any_text_is_read(text: str) -> None:
    assert all(each.value for each in read(text))


@pytest.mark.parametrize("piece", ["1", "1 ", "1.1", "a1", "[1, ", "$", "1.\n", "1,", "5 days to "])
def test_a_very_long_text_is_read(piece: str) -> None:
    assert len(read(piece * (50_000 // len(piece)))) <= 3
