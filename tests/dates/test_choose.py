"""Open weekdays, months and years, against a plain search day by day."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.dates import Direction
from fidedigno.dates.choose import (
    day_of,
    month_span,
    open_month,
    open_weekday,
    open_year,
    shifted,
    span_of,
)

TODAYS = st.dates(date(1990, 1, 1), date(2110, 12, 31))
DAY = timedelta(days=1)


def ahead(today: date, fits: object, first: int = 0) -> date:
    return next(day for n in range(first, 4000) if fits(day := today + n * DAY))  # type: ignore[operator]


def behind(today: date, fits: object, first: int = 0) -> date:
    return next(day for n in range(first, 4000) if fits(day := today - n * DAY))  # type: ignore[operator]


@given(TODAYS, st.integers(0, 6))
def test_a_weekday_lies_within_a_week_on_the_right_side(today: date, weekday: int) -> None:
    def fits(day: date) -> bool:
        return day.weekday() == weekday

    same = today.weekday() == weekday
    assert open_weekday(weekday, today, Direction.FUTURE) == (ahead(today, fits, 1), same)
    assert open_weekday(weekday, today, Direction.PAST) == (behind(today, fits, 1), same)
    nearest = open_weekday(weekday, today, Direction.NEAREST)
    assert fits(nearest.day)
    assert abs(nearest.day - today) <= 3 * DAY
    assert not nearest.ambiguous


@given(TODAYS, st.integers(1, 12), st.integers(1, 31))
def test_a_day_and_month_lie_in_the_year_that_the_direction_wants(today: date, month: int, day: int) -> None:
    def fits(each: date) -> bool:
        return (each.month, each.day) == (month, day)

    if day_of(2000, month, day) is None:
        assert all(open_year(month, day, None, today, each) is None for each in Direction)
        return
    after, before = ahead(today, fits), behind(today, fits)
    future = open_year(month, day, None, today, Direction.FUTURE)
    past = open_year(month, day, None, today, Direction.PAST)
    nearest = open_year(month, day, None, today, Direction.NEAREST)
    assert future is not None
    assert past is not None
    assert nearest is not None
    assert (future.day, past.day) == (after, before)
    assert nearest.day == (after if after - today <= today - before else before)


def test_a_weekday_decides_for_the_other_year_where_it_fits_only_that() -> None:
    # 5 October 2025 is nearer and a Sunday; 5 October 2026 is a Monday.
    today = date(2026, 3, 1)
    assert open_year(10, 5, 0, today, Direction.NEAREST) == (date(2026, 10, 5), False)
    assert open_year(10, 5, 6, today, Direction.NEAREST) == (date(2025, 10, 5), False)
    assert open_year(10, 5, 3, today, Direction.NEAREST) == (date(2025, 10, 5), True)


@given(TODAYS, st.integers(1, 31))
def test_a_number_of_a_day_lies_in_the_next_month_that_has_it(today: date, day: int) -> None:
    chosen = open_month(day, None, today, Direction.FUTURE)
    assert chosen is not None
    assert chosen.day == ahead(today, lambda each: each.day == day)
    assert open_month(32, None, today, Direction.FUTURE) is None


@given(TODAYS, st.integers(-3, 3))
def test_weeks_begin_on_monday_and_months_on_the_first(today: date, shift: int) -> None:
    monday, after = span_of("week", shift, today)
    assert (monday.weekday(), after - monday) == (0, 7 * DAY)
    assert monday <= today + 7 * shift * DAY < after
    assert span_of("weekend", shift, today) == (monday + 5 * DAY, after)
    first, following = span_of("month", shift, today)
    assert (first.day, following.day) == (1, 1)
    assert (first.year * 12 + first.month) - (today.year * 12 + today.month) == shift
    assert span_of("month_end", shift, today) == (following - DAY, following)
    assert span_of("year", shift, today)[0] == date(today.year + shift, 1, 1)
    assert span_of("day", shift, today) == (today + shift * DAY, today + (shift + 1) * DAY)


@given(TODAYS, st.integers(-40, 40))
def test_months_away_keep_the_day_or_take_the_last(today: date, count: int) -> None:
    moved = shifted(today, "month", count)
    assert moved is not None
    _, after = month_span(moved.year, moved.month - 1)
    assert moved.day == min(today.day, (after - DAY).day)
    assert (moved.year * 12 + moved.month) - (today.year * 12 + today.month) == count
    assert shifted(today, "week", count) == today + 7 * count * DAY


@pytest.mark.parametrize(("unit", "count"), [("year", 2000), ("month", -13_000), ("day", 10**9)])
def test_what_lies_beyond_the_calendar_is_no_day(unit: str, count: int) -> None:
    assert shifted(date(2025, 1, 1), unit, count) is None
