"""Days named by a number, a month or a weekday: from what is named to the day."""

from __future__ import annotations

from datetime import date

from fidedigno.dates.choose import DAY, Chosen, day_of, open_month, open_weekday, open_year
from fidedigno.dates.found import Found, Named, Scan, blocked
from fidedigno.dates.mention import Direction


def found_day(scan: Scan, start: int, end: int, named: Named, direction: Direction | None = None) -> Found:
    """Return the stretch ``text[start:end]`` with the day that ``named`` means, or blocked if there is none."""
    direction = direction or scan.direction
    chosen = _choose(scan.today, named, direction)
    if chosen is None:
        return blocked(start, end)
    return Found(
        start,
        end,
        chosen.day,
        chosen.day + DAY,
        relative=named.month is None,
        year_given=named.year is not None,
        ambiguous=chosen.ambiguous,
        named=named,
    )


def _choose(today: date, named: Named, direction: Direction) -> Chosen | None:
    if named.month is None:
        return open_month(named.day, named.weekday, today, direction)
    if named.year is None:
        return open_year(named.month, named.day, named.weekday, today, direction)
    day = day_of(named.year, named.month, named.day)
    if day is None:
        return None
    return Chosen(day, ambiguous=named.weekday not in {None, day.weekday()})


def found_weekday(
    scan: Scan, start: int, end: int, weekday: int, direction: Direction | None = None
) -> Found:
    """Return the stretch with the day of that name where the direction, or that of the scan, wants it."""
    chosen = open_weekday(weekday, scan.today, direction or scan.direction)
    return Found(
        start,
        end,
        chosen.day,
        chosen.day + DAY,
        relative=True,
        ambiguous=chosen.ambiguous and direction is None,
    )
