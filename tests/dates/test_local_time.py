"""Wall clocks and instants, against a plain walk over the minutes of a day."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.dates.local_time import day_start, instant_of, later, zone_of, zone_or_none
from fidedigno.errors import ConfigurationError
from fidedigno.model import Moment

ZONES = [
    "Europe/Madrid",
    "Atlantic/Canary",
    "America/New_York",
    "Australia/Lord_Howe",
    "America/Santiago",
    "UTC",
]
MINUTE = timedelta(minutes=1)
CHANGES = [date(2026, 3, 29), date(2026, 10, 25), date(2026, 3, 8), date(2026, 11, 1), date(2026, 4, 5)]


def minutes_around(day: date) -> list[datetime]:
    """Every minute, in UTC, in which some zone of the list may have that day."""
    start = datetime(day.year, day.month, day.day, tzinfo=UTC) - timedelta(hours=14)
    return [start + n * MINUTE for n in range(60 * 52)]


def walked(wall: datetime, zone: ZoneInfo) -> tuple[datetime, bool]:
    """The first minute whose clock shows ``wall``, or else the first that shows more; and whether it is inexact."""
    clocks = [(at, at.astimezone(zone).replace(tzinfo=None, fold=0)) for at in minutes_around(wall.date())]
    same = [at for at, clock in clocks if clock == wall]
    if same:
        return same[0], len(same) > 1
    return next(at for at, clock in clocks if clock > wall), True


@given(
    day=st.one_of(st.sampled_from(CHANGES), st.dates(date(2026, 1, 1), date(2026, 12, 31))),
    minute=st.integers(0, 1439),
    name=st.sampled_from(ZONES),
)
@settings(max_examples=120, deadline=None)
def test_an_instant_is_the_one_that_the_clock_shows_first(day: date, minute: int, name: str) -> None:
    zone = ZoneInfo(name)
    wall = datetime(day.year, day.month, day.day) + minute * MINUTE  # noqa: DTZ001
    instant = instant_of(wall, zone)
    expected, inexact = walked(wall, zone)
    assert (instant.at.astimezone(UTC), instant.inexact) == (expected, inexact)


def test_the_first_instant_of_a_day_whose_midnight_is_skipped() -> None:
    # Chile moves its clock at midnight: 6 September 2026 begins at one o'clock.
    start = day_start(date(2026, 9, 6), ZoneInfo("America/Santiago"))
    assert (start.hour, start.utcoffset()) == (1, timedelta(hours=-3))


@pytest.mark.parametrize("length", [MINUTE, timedelta(seconds=1)])
def test_the_end_of_a_minute_in_the_repeated_hour_makes_a_moment(length: timedelta) -> None:
    first = datetime(2026, 10, 25, 2, 59, 59 if length < MINUTE else 0, tzinfo=ZoneInfo("Europe/Madrid"))
    end = later(first, length)
    assert end.astimezone(UTC) - first.astimezone(UTC) == length
    assert Moment("2:59", first, end, exact=True).end == end


@given(st.integers(0, 24 * 60 * 2))
def test_later_is_real_time_whatever_the_clock_does(minutes: int) -> None:
    start = datetime(2026, 10, 24, 12, tzinfo=UTC).astimezone(ZoneInfo("Europe/Madrid")) + timedelta(
        minutes=minutes
    )
    end = later(start, MINUTE)
    assert end > start
    assert end.timestamp() - start.timestamp() == 60


def test_a_zone_is_known_by_its_name_only() -> None:
    assert zone_of("Europe/Madrid").key == "Europe/Madrid"
    assert zone_or_none("Mars/Olympus") is None
    with pytest.raises(ConfigurationError):
        zone_of("CETT")
