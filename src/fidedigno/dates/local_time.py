"""From a wall clock to an instant, where the clock skips an hour in spring and repeats one in autumn."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from fidedigno.errors import ConfigurationError


class Instant(NamedTuple):
    """An instant, and whether the wall clock named none (a gap) or two (a fold)."""

    at: datetime
    inexact: bool


@lru_cache(maxsize=256)
def zone_or_none(name: str) -> ZoneInfo | None:
    """Return the zone with that IANA name, or ``None``: the name may come from a text."""
    try:
        return ZoneInfo(name)
    # A name with a slash too many is an OSError, with "..", a ValueError; unknown, a KeyError.
    except (KeyError, ValueError, OSError):
        return None


def zone_of(name: str) -> ZoneInfo:
    """Return the zone with that IANA name.

    Raises:
        ConfigurationError: if there is none.
    """
    zone = zone_or_none(name)
    if zone is None:
        raise ConfigurationError(
            f"there is no timezone {name!r}", hint="write an IANA name, for instance Europe/Madrid or UTC"
        )
    return zone


def instant_of(wall: datetime, zone: tzinfo) -> Instant:
    """Return the instant at which the clock of ``zone`` shows the naive ``wall``.

    In a gap it is the first instant after it; in a fold the earlier of the two.
    """
    local = wall.replace(tzinfo=zone, fold=0)
    before, after = local.utcoffset(), local.replace(fold=1).utcoffset()
    if before == after or before is None or after is None:
        return Instant(local, inexact=False)
    if before > after:
        return Instant(local, inexact=True)
    return Instant(_transition(local, after - before, zone), inexact=True)


def _transition(local: datetime, gap: timedelta, zone: tzinfo) -> datetime:
    """The first instant with the new offset: it lies at most a gap before where the old offset leads."""
    high = int(local.astimezone(UTC).timestamp())
    low = high - int(gap.total_seconds())
    new = datetime.fromtimestamp(high, zone).utcoffset()
    while high - low > 1:
        middle = (low + high) // 2
        if datetime.fromtimestamp(middle, zone).utcoffset() == new:
            high = middle
        else:
            low = middle
    return datetime.fromtimestamp(high, zone)


def day_start(day: date, zone: tzinfo) -> datetime:
    """Return the first instant of a day, also where midnight itself is skipped."""
    return instant_of(datetime.combine(day, time()), zone).at


def later(start: datetime, length: timedelta) -> datetime:
    """Return the instant ``length`` after ``start`` by real time.

    Python orders two times of one zone by their wall clocks. Where that would put the end before the
    start (the repeated hour), the end carries its plain offset instead of the zone.
    """
    end = (start.astimezone(UTC) + length).astimezone(start.tzinfo)
    offset = end.utcoffset()
    return end if end > start or offset is None else end.astimezone(timezone(offset))
