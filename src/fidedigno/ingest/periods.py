"""Periods (``15m``, ``4h``, ``7d``) and dates as people write them in declarations."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

_PERIOD = re.compile(r"\s*(\d{1,6})\s*(s|m|h|d|w|y)\s*", re.IGNORECASE | re.ASCII)
_UNITS = {
    "s": timedelta(seconds=1),
    "m": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
    "y": timedelta(days=365),
}
MAX_PERIOD = timedelta(days=36_525)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def parse_period(text: str) -> timedelta:
    """Read a number and a unit: ``s``, ``m`` (minutes), ``h``, ``d``, ``w`` or ``y`` (365 days).

    Raises:
        ValueError: for anything else, zero included.
    """
    match = _PERIOD.fullmatch(text)
    if match is None or int(match.group(1)) == 0:
        raise ValueError(
            f"not a period: {text!r} (write a number and s, m, h, d, w or y, for instance 15m, 4h, 7d)"
        )
    period = int(match.group(1)) * _UNITS[match.group(2).lower()]
    if period > MAX_PERIOD:
        raise ValueError(f"the period {text!r} is longer than a century")
    return period


def parse_date(text: str, timezone: str) -> datetime:
    """Read an ISO 8601 date or instant; without an offset it is in ``timezone``, without a time midnight.

    Raises:
        ValueError: for anything else.
    """
    stripped = text.strip()
    try:
        if _DATE.fullmatch(stripped):
            moment = datetime.combine(datetime.fromisoformat(stripped).date(), time(), ZoneInfo(timezone))
        else:
            moment = datetime.fromisoformat(stripped)
    except ValueError:
        raise ValueError(f"not a date: {text!r} (write 2025-01-31 or 2025-01-31T09:30:00+01:00)") from None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=ZoneInfo(timezone))
