import pytest

from fidedigno.dates.combine import hour_words, number_worth_reading, stretches_at
from tests.dates.reading import scan_of


def test_a_day_takes_its_hour_and_zone() -> None:
    text = "13/11/2026, a las 23:59 (hora canaria)."
    (stretch,) = stretches_at(scan_of(text), 0, "13")
    assert (stretch.end, stretch.hour is not None, stretch.zone is not None) == (len(text) - 1, True, True)


def test_an_impossible_hour_takes_the_day_with_it() -> None:
    (stretch,) = stretches_at(scan_of("13/11/2026 a las 25:00"), 0, "13")
    assert not stretch.possible


@pytest.mark.parametrize("text", ["(13/11/2026 (23:59", "13/11/2026, 7"])
def test_what_does_not_belong_to_the_hour_is_left(text: str) -> None:
    start = text.index("1")
    (stretch,) = stretches_at(scan_of(text), start, "13")
    assert (stretch.end - start, stretch.hour) == (10, None)


def test_an_hour_takes_the_day_that_follows() -> None:
    text = "23:59 del 13/11/2026"
    (stretch,) = stretches_at(scan_of(text), 0, "23")
    assert stretch.found is not None
    assert (stretch.end, stretch.found.first.day) == (len(text), 13)


@pytest.mark.parametrize("text", ["12 manzanas", "7,", "123", "12345", "99 %", "3.12", "5-10"])
def test_most_numbers_are_spared_the_rules(text: str) -> None:
    assert number_worth_reading().match(text) is None


@pytest.mark.parametrize(
    "text", ["13 de mayo", "13/11/2026", "18 h", "9:00", "5pm", "2024", "13th", "3 dias", "13.11.2026"]
)
def test_a_number_that_may_begin_a_date_is_read(text: str) -> None:
    assert number_worth_reading().match(text) is not None


def test_the_words_that_are_hours_begin_an_expression() -> None:
    assert {"midnight", "medianoche", "noon", "mediodia", "nueve"} <= hour_words()
