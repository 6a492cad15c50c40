import pytest

from fidedigno.dates.found import Found
from fidedigno.dates.heads import days_at
from fidedigno.dates.weekdays import weekday_date
from tests.dates.reading import scan_of


def read(text: str, word: str) -> Found | None:
    return weekday_date(scan_of(text), text.lower().index(word), lambda scan, start: None)


@pytest.mark.parametrize(
    "text",
    [
        "los martes", "cada martes", "every tuesday", "tuesdays", "martes y jueves de 10:00 a 12:00",
        "martes a jueves", "martes de 10:00 a 12:00", "martes: 10-12 h".replace("10-12 h", "10:00-12:00"),
        "el último martes de mes", "el segundo martes", "the tuesday after next",
    ],
)  # fmt: skip
def test_a_timetable_is_blocked(text: str) -> None:
    found = read(text, "martes" if "martes" in text else "tuesday")
    assert found is not None
    assert not found.possible


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("el martes", "2025-11-18"),
        ("el martes que viene", "2025-11-18"),
        ("el próximo martes", "2025-11-18"),
        ("el martes pasado", "2025-11-11"),
        ("el pasado martes", "2025-11-11"),
        ("el martes de esta semana", "2025-11-11"),
        ("el martes de la semana que viene", "2025-11-18"),
        ("el martes de la semana pasada", "2025-11-04"),
        ("el martes 25", "2025-11-25"),
        ("el martes de 10:00 a 12:00", "2025-11-18"),
    ],
)
def test_a_weekday_is_the_day_that_its_company_says(text: str, day: str) -> None:
    found = read(text, "martes")
    assert found is not None
    assert found.possible
    assert found.first.isoformat() == day


def test_an_abbreviation_counts_with_a_date_only() -> None:
    assert days_at(scan_of("sat"), 0, "sat") == ()
    assert days_at(scan_of("mar 3 de noviembre de 2026"), 0, "mar")[0].first.isoformat() == "2026-11-03"
