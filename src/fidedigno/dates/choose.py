"""Which day is meant where the words leave the year, the month or the week open."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple

from fidedigno.dates.mention import Direction

MAX_YEARS_AWAY = 8
"""29 February comes back within eight years, also across a year like 2100."""
FIRST_YEAR, LAST_YEAR = 1000, 2999
DAY = timedelta(days=1)


class Chosen(NamedTuple):
    """A day, and whether the words fit another as well."""

    day: date
    ambiguous: bool = False


def day_of(year: int, month: int, day: int) -> date | None:
    """Return that day, or ``None`` if there is none."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def open_weekday(weekday: int, today: date, direction: Direction) -> Chosen:
    """Return the day of that name; today's own name goes a week away and is ambiguous, save for ``NEAREST``."""
    ahead = (weekday - today.weekday()) % 7
    if direction is Direction.NEAREST:
        return Chosen(today + timedelta(days=ahead if ahead <= 3 else ahead - 7))
    if direction is Direction.FUTURE:
        return Chosen(today + timedelta(days=ahead or 7), ambiguous=not ahead)
    return Chosen(today + timedelta(days=ahead - 7), ambiguous=not ahead)


def open_year(month: int, day: int, weekday: int | None, today: date, direction: Direction) -> Chosen | None:
    """Return that day and month in the year that the direction wants; ``None`` if no year has it.

    A weekday that fits the second choice and not the first decides for the second.
    """
    years = range(today.year - MAX_YEARS_AWAY, today.year + MAX_YEARS_AWAY + 1)
    days = [found for year in years if (found := day_of(year, month, day)) is not None]
    return _preferred(days, weekday, today, direction)


def open_month(day: int, weekday: int | None, today: date, direction: Direction) -> Chosen | None:
    """Return the day with that number in the month that the direction wants; ``None`` if no month has it."""
    months = (divmod(today.year * 12 + today.month - 1 + shift, 12) for shift in range(-3, 4))
    days = [found for year, month in months if (found := day_of(year, month + 1, day)) is not None]
    return _preferred(days, weekday, today, direction)


def _preferred(days: Iterable[date], weekday: int | None, today: date, direction: Direction) -> Chosen | None:
    if direction is Direction.FUTURE:
        days = [day for day in days if day >= today]
    elif direction is Direction.PAST:
        days = [day for day in days if day <= today]
    ordered = sorted(days, key=lambda day: (abs(day - today), day < today))[:2]
    if not ordered:
        return None
    fitting = [day for day in ordered if weekday is None or day.weekday() == weekday]
    return Chosen(fitting[0]) if fitting else Chosen(ordered[0], ambiguous=True)


def span_of(unit: str, shift: int, today: date) -> tuple[date, date]:
    """Return the day, week, weekend, month or year that lies ``shift`` away; the second day is not included.

    ``month_end`` is the last day of that month.
    """
    if unit == "day":
        first = today + timedelta(days=shift)
        return first, first + DAY
    if unit in {"week", "weekend"}:
        monday = today + timedelta(days=7 * shift - today.weekday())
        return (monday, monday + 7 * DAY) if unit == "week" else (monday + 5 * DAY, monday + 7 * DAY)
    if unit == "year":
        return date(today.year + shift, 1, 1), date(today.year + shift + 1, 1, 1)
    first, after = month_span(*divmod(today.year * 12 + today.month - 1 + shift, 12))
    return (after - DAY, after) if unit == "month_end" else (first, after)


def month_span(year: int, month_index: int) -> tuple[date, date]:
    """Return the first day of a month and of the next; ``month_index`` counts from 0."""
    return date(year, month_index + 1, 1), date(year + (month_index == 11), (month_index + 1) % 12 + 1, 1)


def shifted(day: date, unit: str, count: int) -> date | None:
    """Return the day ``count`` days, weeks, months or years away, at most the end of a shorter month."""
    try:
        if unit in {"day", "week"}:
            return day + timedelta(days=count * (7 if unit == "week" else 1))
        year, month = divmod(day.year * 12 + day.month - 1 + count * (12 if unit == "year" else 1), 12)
        if not FIRST_YEAR <= year <= LAST_YEAR:
            return None
        first, after = month_span(year, month)
        return min(first + timedelta(days=day.day - 1), after - DAY)
    except (OverflowError, ValueError):
        return None
