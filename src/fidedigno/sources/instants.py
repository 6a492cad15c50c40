"""Times in the answers of other systems."""

from __future__ import annotations

from datetime import UTC, datetime


def instant(value: object) -> datetime | None:
    """An ISO 8601 time that says its zone, in universal time; ``None`` for whatever is none.

    >>> instant("2026-11-30T10:15:00.000+0100")
    datetime.datetime(2026, 11, 30, 9, 15, tzinfo=datetime.timezone.utc)
    >>> instant("2026-11-30T10:15:00") is instant("0001-01-01T00:00:00+14:00") is instant(7) is None
    True
    """
    try:
        read = datetime.fromisoformat(value) if isinstance(value, str) else None
        return read.astimezone(UTC) if read is not None and read.tzinfo is not None else None
    except (ValueError, OverflowError):
        return None
