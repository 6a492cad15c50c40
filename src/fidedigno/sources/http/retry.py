"""When to try again: after how long, and when not at all."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

MAX_WAIT = 30.0


def wait_asked_for(header: str | None, now: datetime) -> float | None:
    """The seconds that a ``Retry-After`` header asks for: a number or an HTTP date; ``None`` if unreadable."""
    if header is None:
        return None
    text = header.strip()
    if text.isascii() and text.isdigit():
        return float(text) if len(text) < 10 else float("inf")
    try:
        moment = parsedate_to_datetime(text)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - now).total_seconds())


def wait_before(attempt: int, base: float, asked: float | None) -> float:
    """How long to wait before attempt number ``attempt`` (the second is 1), in seconds.

    Doubles each time, spread at random so that many askers do not return together; never less than asked.
    """
    own: float = min(MAX_WAIT, base * 2.0 ** (attempt - 1)) * random.uniform(0.5, 1.0)  # noqa: S311 - no secret
    return max(own, asked or 0.0)
