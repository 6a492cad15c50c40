import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.dates.relative import counted, day_number, last_day, phrase, year_alone
from tests.dates.reading import scan_of
from tests.dates.table import REFERENCE


@given(st.integers(1, 999), st.sampled_from(["en {} días", "dentro de {} días", "in {} days"]))
def test_days_ahead_are_counted(count: int, shape: str) -> None:
    text = shape.format(count)
    found = counted(scan_of(text), text.index(str(count)))
    assert found is not None
    assert (found.start, found.end) == (0, len(text))
    assert (found.first - REFERENCE.date()).days == count


@given(st.integers(1, 999), st.sampled_from(["hace {} horas", "{} hours ago"]))
def test_hours_back_are_an_instant_of_real_time(count: int, shape: str) -> None:
    text = shape.format(count)
    found = counted(scan_of(text), text.index(str(count)))
    assert found is not None
    assert found.instant is not None
    assert REFERENCE.timestamp() - found.instant.timestamp() == 3600 * count


@pytest.mark.parametrize("text", ["3 días", "de 3 días", "tras 3 días", "3 days later"])
def test_a_length_is_not_a_date(text: str) -> None:
    assert counted(scan_of(text), text.index("3")) is None


def test_the_morning_is_not_tomorrow() -> None:
    assert phrase(scan_of("por la mañana"), 7) is None
    assert phrase(scan_of("hasta mañana"), 6).first.isoformat() == "2025-11-13"  # type: ignore[union-attr]
    nowadays = phrase(scan_of("hoy en día"), 0)
    assert nowadays is not None
    assert not nowadays.possible


def test_the_last_day_of_a_month() -> None:
    found = last_day(scan_of("end of February 2028"), 0)
    assert found is not None
    assert found.first.isoformat() == "2028-02-29"
    assert last_day(scan_of("end of story"), 0) is None


@pytest.mark.parametrize(
    ("text", "is_year"),
    [
        ("en 2024", True),
        ("as of 2024", True),
        ("en 2024 %", False),
        ("en 2024-25", False),
        ("los 2024", False),
        ("en 1789", False),
    ],
)
def test_a_year_alone_needs_a_word_that_says_so(text: str, is_year: bool) -> None:
    start = next(i for i, letter in enumerate(text) if letter.isdigit())
    assert (year_alone(scan_of(text), start) is not None) is is_year


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("el día 20", 20),
        ("by the 20th.", 20),
        ("by the 20th chapter", None),
        ("el día 20 %", None),
        ("el día 32", 0),
    ],
)
def test_the_number_of_a_day_needs_a_word_that_says_so(text: str, day: int | None) -> None:
    start = next(i for i, letter in enumerate(text) if letter.isdigit())
    found = day_number(scan_of(text), start)
    if day is None:
        assert found is None
    else:
        assert found is not None
        assert (found.first.day if found.possible else 0) == day
