"""Weekdays of timetables, and those that do not fit their date."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.dates.lexicon import lexicon
from fidedigno.verify.values.skipped import mask_of
from fidedigno.verify.values.weekdays import find_weekday_misfits, find_weekdays
from tests.verify.values.reading import statement


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("open on Mondays", (0,)),
        ("from Monday to Friday", (0, 1, 2, 3, 4)),
        ("Monday-Friday", (0, 1, 2, 3, 4)),
        ("Tuesday and Thursday", (1, 3)),
        ("Monday, Wednesday and Friday", (0, 2, 4)),
        ("de lunes a viernes", (0, 1, 2, 3, 4)),
        ("los martes y jueves", (1, 3)),
        ("sábados y domingos", (5, 6)),
        ("de viernes a lunes", (0, 4, 5, 6)),
    ],
)
def test_a_timetable_is_a_set_of_weekdays(text: str, parts: tuple[int, ...]) -> None:
    (value,) = find_weekdays(text, statement(text).folded, mask_of(text))
    assert value.parts == parts


@pytest.mark.parametrize(
    ("text", "language", "wrong", "right"),
    [
        ("The exam is on Monday, 5 March 2024.", "en", "Monday", "Tuesday"),
        ("The exam is on Mon 5 March 2024.", "en", "Mon", "Tuesday"),
        ("The exam is on 5 March 2024 (Friday).", "en", "Friday", "Tuesday"),
        ("El examen es el lunes 5 de marzo de 2024.", "es", "lunes", "martes"),
        ("El examen es el viernes, 05/03/2024.", "es", "viernes", "martes"),
    ],
)
def test_a_weekday_that_does_not_fit_its_date_is_found(
    text: str, language: str, wrong: str, right: str
) -> None:
    (found,) = find_weekday_misfits(statement(text, language))
    assert (found.code, text[found.start : found.end], found.expected) == ("weekday_differs", wrong, right)
    assert (found.evidence_start, found.evidence_end) == (0, 0)


@pytest.mark.parametrize(
    "text",
    ["Tuesday 5 March 2024", "Monday 5 March", "Open Monday to Friday", "5 March 2024. Monday is closed", ""],
)
def test_a_weekday_that_fits_or_stands_apart_is_none(text: str) -> None:
    assert find_weekday_misfits(statement(text)) == ()


@given(st.dates(date(1900, 1, 1), date(2099, 12, 31)), st.integers(0, 6), st.sampled_from(["es", "en"]))
def test_a_weekday_fits_exactly_its_own_dates(day: date, weekday: int, language: str) -> None:
    months, names = lexicon().names[language]
    link = " de " if language == "es" else " "
    text = f"{names[weekday]} {day.day}{link}{months[day.month - 1]}{link}{day.year}"
    found = find_weekday_misfits(statement(text, language))
    assert [each.expected for each in found] == ([] if weekday == day.weekday() else [names[day.weekday()]])
