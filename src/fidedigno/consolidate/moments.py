"""Instants that can always be compared, whatever a source left out of them.

A date without an offset is read in the timezone that its card declares. A timezone that is missing or does
not exist is read as UTC for ordering editions only; whether it was known is told beside it, so that no hour
is ever shown as more certain than it is.
"""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


@lru_cache(maxsize=1_024)
def zone_named(name: str) -> tzinfo | None:
    """The timezone of that name (``Europe/Madrid``); ``None`` where there is none."""
    if not name.strip():
        return None
    try:
        return ZoneInfo(name.strip())
    except (ZoneInfoNotFoundError, ValueError, OSError):
        # A hostile name may be a folder or a path out of the database: OSError and ValueError.
        return None


def aware(moment: datetime, timezone: str) -> datetime:
    """``moment`` with an offset: its own, else that of ``timezone``, else UTC."""
    if moment.utcoffset() is not None:
        return moment
    return moment.replace(tzinfo=zone_named(timezone) or UTC)
