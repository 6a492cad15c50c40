"""The clock of everything that needs the present instant; tests hand over another."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]
"""Gives the present instant, with a zone."""


def utc_now() -> datetime:
    """The present instant, in universal time."""
    return datetime.now(UTC)
