"""When a connection is to be read next, and what of it. Pure: the clock and the draw are given.

Rights have their own cadence, shorter than that of contents, and come first. A reading that failed is repeated
sooner than the cadence at first and then more and more slowly, but never more slowly than the cadence of rights.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fidedigno.connected.book import Standing
    from fidedigno.connected.declaration import Connection

JITTER = 0.1
"""The part of a cadence by which a reading may come early, so that many do not come together. Never late."""
FIRST_WAIT = timedelta(seconds=10)
"""After the first failure."""
QUIET = timedelta(seconds=15)
"""The least time between a reading and one that the system asked for."""
SLICE = timedelta(seconds=1)
"""Between two parts of one reading of contents."""
BEGINNING = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Due:
    """A reading that is to be made."""

    at: datetime
    contents: bool


def next_reading(connection: Connection, standing: Standing, now: datetime, draw: float = 0.0) -> Due:
    """What is to be read next of a connection, and from when on. Rights that are due come before contents.

    Args:
        connection: what was declared.
        standing: how it stands.
        now: the present moment.
        draw: from 0 to 1, of this connection's jitter; the same until it has been read again.
    """
    early = 1 - JITTER * draw
    not_before = BEGINNING
    if standing.failures and standing.tried_at is not None:
        not_before = standing.tried_at + wait_after(standing.failures, connection)
    contents = _next_contents(connection, standing, early)
    if standing.rights_at is None:
        # Nothing is there whose rights could be renewed.
        return Due(not_before, contents is not None)
    rights = standing.rights_at + connection.rights_every * early
    if standing.due_at is not None:
        rights = min(rights, max(standing.due_at, (standing.tried_at or BEGINNING) + QUIET))
    rights = max(rights, not_before)
    if contents is None or rights <= now or rights <= contents:
        return Due(rights, contents=False)
    return Due(max(contents, not_before), contents=True)


def wait_after(failures: int, connection: Connection) -> timedelta:
    """How long to wait after so many failures in a row."""
    doubled: timedelta = FIRST_WAIT * 2 ** min(failures - 1, 16)
    return min(doubled, connection.rights_every)


def _next_contents(connection: Connection, standing: Standing, early: float) -> datetime | None:
    if connection.corpus is None:
        return None
    if standing.postponed:
        return (standing.tried_at or BEGINNING) + SLICE
    if standing.contents_at is None:
        return BEGINNING
    return standing.contents_at + connection.contents_every * early
