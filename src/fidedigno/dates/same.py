"""Whether two written instants are the same one, though one may not say its timezone."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from fidedigno.dates.local_time import instant_of, zone_of


def is_same_instant(a: str, b: str, *, timezone: str) -> bool:
    """Compare two ISO 8601 values to the minute.

    A value without an offset is the wall clock of ``timezone``: it equals an instant that this clock shows
    so, in the repeated hour of autumn either of the two. A day without an hour equals the same day only:
    it is not the instant at which it begins.

    Raises:
        ConfigurationError: if the timezone does not exist.
        ValueError: if a value is not ISO 8601.
    """
    zone = zone_of(timezone)
    first, second = _read(a), _read(b)
    if not isinstance(first, datetime) or not isinstance(second, datetime):
        return first == second
    if first.tzinfo is not None and second.tzinfo is not None:
        return _minute(first.astimezone(UTC)) == _minute(second.astimezone(UTC))
    return _wall(first, zone) == _wall(second, zone)


def _read(value: str) -> date | datetime:
    try:
        return date.fromisoformat(value) if len(value) == 10 else datetime.fromisoformat(value)
    except ValueError:
        raise ValueError(f"not an ISO 8601 instant: {value!r} (write 2026-11-13T23:59+01:00)") from None


def _minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)


def _wall(moment: datetime, zone: ZoneInfo) -> datetime:
    """What the clock of the zone shows; a wall clock that it skips is read as the first one after."""
    aware = moment if moment.tzinfo is not None else instant_of(moment, zone).at
    return _minute(aware.astimezone(zone)).replace(tzinfo=None, fold=0)
