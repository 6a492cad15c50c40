"""Dates, as far as they were said."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.dates.lexicon import lexicon
from fidedigno.verify.statement import Statement
from fidedigno.verify.values import find_values
from fidedigno.verify.values.days import find_days, find_short_days
from fidedigno.verify.values.skipped import mask_of
from fidedigno.verify.values.value import Kind, Value
from tests.verify.values.reading import statement


def days(text: str, language: str = "en", reference: datetime | None = None) -> list[Value]:
    return find_days(text, statement(text).folded, language, reference, mask_of(text))


@pytest.mark.parametrize(
    ("text", "language", "written", "parts"),
    [
        ("on 3 March 2024", "en", "3 March 2024", (2024, 3, 3)),
        ("on March 3rd, 2024", "en", "March 3rd, 2024", (2024, 3, 3)),
        ("on March 3rd", "en", "March 3rd", (0, 3, 3)),
        ("in March 2024", "en", "March 2024", (2024, 3, 0)),
        ("in March", "en", "March", (0, 3, 0)),
        ("since 2019", "en", "2019", (2019, 0, 0)),
        ("on 2024-03-03 at 10:00", "en", "2024-03-03", (2024, 3, 3)),
        ("el 3 de marzo de 2024 a las 14:00", "es", "3 de marzo de 2024", (2024, 3, 3)),
        ("el día 3 de marzo", "es", "3 de marzo", (0, 3, 3)),
        ("el 03/04/2024", "es", "03/04/2024", (2024, 4, 3)),
        ("en 2019", "es", "2019", (2019, 0, 0)),
        ("on 3 March 2024 at 2 pm", "en", "3 March 2024", (2024, 3, 3)),
    ],
)
def test_what_was_left_open_stays_open(
    text: str, language: str, written: str, parts: tuple[int, ...]
) -> None:
    (value,) = days(text, language)
    assert (value.written, value.parts, value.other_parts) == (written, parts, ())


def test_day_and_month_in_figures_may_be_swapped_in_english() -> None:
    (value,) = days("on 03/04/2024")
    assert {value.parts, value.other_parts} == {(2024, 4, 3), (2024, 3, 4)}


def test_days_counted_from_now_need_to_know_when_that_is() -> None:
    assert days("It ends tomorrow.") == []
    now = datetime(2024, 3, 4, 12, tzinfo=UTC)
    assert [value.parts for value in days("It ends tomorrow.", "en", now)] == [(2024, 3, 5)]
    assert [value.parts for value in days("Termina mañana.", "es", now)] == [(2024, 3, 5)]


def test_a_duration_from_now_is_no_date() -> None:
    now = datetime(2024, 3, 4, 12, tzinfo=UTC)
    for text, language in (("It ends in 14 days.", "en"), ("Empezó hace dos semanas.", "es")):
        found = find_values(Statement.of(text, language, reference=now))
        assert [value.kind for value in found] == [Kind.DURATION]


def test_a_leading_zero_makes_a_date_of_two_figures() -> None:
    text = "Starts 03/03, 24/7, 1/2"
    assert [value.parts for value in find_short_days(text, text, mask_of(text))] == [(0, 3, 3)]


@given(st.dates(date(1900, 1, 1), date(2099, 12, 31)), st.sampled_from(["es", "en"]))
def test_a_date_written_in_words_is_read_back(day: date, language: str) -> None:
    name = lexicon().names[language][0][day.month - 1]
    text = f"el {day.day} de {name} de {day.year}" if language == "es" else f"on {day.day} {name} {day.year}"
    assert [value.parts for value in days(text, language)] == [(day.year, day.month, day.day)]
