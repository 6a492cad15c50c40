"""Figures: what points and commas mean."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.verify.values.figures import Figure, read_figure


@pytest.mark.parametrize(
    ("written", "language", "value"),
    [
        ("1250", "en", "1250"),
        ("1.250,50", "es", "1250.50"),
        ("1.250,50", "en", "1250.50"),
        ("1,250.50", "es", "1250.50"),
        ("1250,5", "en", "1250.5"),
        ("1250.5", "es", "1250.5"),
        ("1.000.000", "en", "1000000"),
        ("1,000,000", "es", "1000000"),
        ("10 000", "en", "10000"),
        ("10\u202f000,5", "es", "10000.5"),
        ("1'000", "es", "1000"),
        ("0.125", "es", "0.125"),
        ("0,125", "en", "0.125"),
    ],
)
def test_shape_decides_before_language(written: str, language: str, value: str) -> None:
    figure = read_figure(written, language)
    assert figure is not None
    assert figure.value == Decimal(value)
    assert figure.other is None


def test_a_thousand_that_may_be_one_keeps_both_readings_against_the_custom_of_its_language() -> None:
    assert read_figure("1.000", "es") == Figure(Decimal(1000))
    assert read_figure("1.000", "en") == Figure(Decimal("1.000"), Decimal(1000), 3)
    assert read_figure("1,000", "en") == Figure(Decimal(1000))
    assert read_figure("1,000", "es") == Figure(Decimal("1.000"), Decimal(1000), 3)


@pytest.mark.parametrize("written", ["1.2.3", "12,34,5", "1.00,0.0", "1,2345,678.9", "9" * 41])
def test_what_is_no_number_is_not_read(written: str) -> None:
    assert read_figure(written, "es") is None


@given(st.integers(0, 10**12), st.integers(0, 99), st.sampled_from(["es", "en"]))
def test_a_number_written_in_its_language_is_read_back(whole: int, cents: int, language: str) -> None:
    written = f"{whole:,}.{cents:02}"
    if language == "es":
        written = written.translate(str.maketrans(",.", ".,"))
    figure = read_figure(written, language)
    assert figure is not None
    assert figure.value == Decimal(f"{whole}.{cents:02}")
