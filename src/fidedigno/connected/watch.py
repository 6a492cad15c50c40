"""A poller: reads each connection when it is due, one at a time, rights before contents, until it is stopped.

Contents are read in parts and give way as soon as the rights of any connection are due, so that a large system
does not make the corpora of the others close. Nothing is kept in memory that a restart would lose: what is due
follows from what is written down of earlier readings.
"""

from __future__ import annotations

import logging
import random
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from fidedigno.clock import Clock, utc_now
from fidedigno.connected.alerts import Alert
from fidedigno.connected.book import Standing
from fidedigno.connected.cadence import Due, next_reading
from fidedigno.connected.health import corpora_health
from fidedigno.connected.reading import Reading, read_connection
from fidedigno.connected.subscriptions import keep_subscribed
from fidedigno.errors import FidedignoError

if TYPE_CHECKING:
    from fidedigno.connected.declaration import Connection
    from fidedigno.ingest.report import OnProgress
    from fidedigno.workspace import Fidedigno

LOOK_EVERY = 2.0
"""Seconds between two looks at what is due, so that what a system says of itself is soon followed."""
PART_CONTENTS = 200
"""How many contents one part of a reading takes."""
PART_AT_LEAST = timedelta(seconds=30)
"""How long a part goes on even where rights are due sooner, so that contents are read at all."""
_log = logging.getLogger(__name__)


class Watcher:
    """The poller of one workspace.

    Args:
        workspace: an open workspace.
        clock: the time, with a timezone.
        wait: waits so many seconds, or less where the watcher is stopped meanwhile.
        draw: a number from 0 to 1, for jitter.
        tell: called after each reading.
        on_progress: called after each ingested document.
        look_every: seconds between two looks at what is due.
    """

    def __init__(
        self,
        workspace: Fidedigno,
        *,
        clock: Clock = utc_now,
        wait: Callable[[float], object] | None = None,
        draw: Callable[[], float] = random.random,
        tell: Callable[[Reading], None] = lambda _: None,
        on_progress: OnProgress | None = None,
        look_every: float = LOOK_EVERY,
    ) -> None:
        self._workspace = workspace
        self._clock = clock
        self._stopped = threading.Event()
        self._wait = wait or self._stopped.wait
        self._draw = draw
        self._draws: dict[str, float] = {}
        self._tell = tell
        self._on_progress = on_progress
        self._look_every = look_every
        self._known: dict[str, tuple[object, Connection]] = {}
        self._refused: dict[str, str] = {}

    def stop(self) -> None:
        """End after the document at hand. May be called from a signal handler or another thread."""
        self._stopped.set()

    def run(self) -> None:
        """Read what is due until :meth:`stop` is called."""
        while not self._stopped.is_set():
            due = self._next()
            now = self._clock()
            if due is not None and due[1].at <= now:
                self._read(*due)
                self.alert()
                continue
            self.alert()
            soon = self._look_every
            away = soon if due is None else min(soon, (due[1].at - now).total_seconds())
            self._wait(max(0.0, away))

    def run_once(self) -> list[Reading]:
        """Read what is due now: rights of all first, then contents; each reading once, to its end."""
        done: list[Reading] = []
        for contents in (False, True):
            for connection in self._connections():
                if self._stopped.is_set():
                    break
                due = self._due(connection)
                is_now = due.contents is contents and due.at <= self._clock()
                reading = self._read(connection, due, whole=True) if is_now else None
                done += [reading] if reading else []
        self.alert()
        return done

    def alert(self) -> list[Alert]:
        """Tell of what has changed since the last time; an error of the database is logged, and tried again."""
        return tell_alerts(self._workspace, self._clock())

    def _next(self) -> tuple[Connection, Due] | None:
        """What comes first: what is due, rights before contents; else what will be due soonest."""
        now = self._clock()
        found = [(each, self._due(each)) for each in self._connections()]
        return min(
            found, key=lambda each: (each[1].at > now, each[1].at <= now and each[1].contents, each[1].at),
            default=None,
        )  # fmt: skip

    def _connections(self) -> list[Connection]:
        """Those that are valid, read anew only if their files have changed."""
        found = []
        for name in self._workspace.connections.names():
            stamp = self._workspace.connections.stamp(name)
            known = self._known.get(name)
            if known is None or known[0] != stamp:
                connection = self._taken(name)
                if connection is None:
                    continue
                known = self._known[name] = stamp, connection
            found.append(known[1])
        return found

    def _taken(self, name: str) -> Connection | None:
        """A connection as its file says now; one that is not valid is told in the log, once for each reason."""
        try:
            connection = self._workspace.connections.get(name)
        except FidedignoError as error:
            self._known.pop(name, None)
            if self._refused.get(name) != error.message:
                _log.error("%s: the connection is not valid (%s)", name, error.code)
                self._refused[name] = error.message
            return None
        self._refused.pop(name, None)
        return connection

    def _due(self, connection: Connection) -> Due:
        draw = self._draws.setdefault(connection.name, self._draw())
        standing: Standing = self._workspace.book.standing(connection.name)
        return next_reading(connection, standing, self._clock(), draw)

    def _read(self, connection: Connection, due: Due, *, whole: bool = False) -> Reading | None:
        fresh = self._taken(connection.name)
        if fresh is None:
            return None
        connection = fresh
        go_on = self._is_not_stopped if whole else self._part(connection)
        reading = read_connection(
            self._workspace, connection, contents=due.contents, go_on=go_on, on_progress=self._on_progress,
            clock=self._clock,
        )  # fmt: skip
        keep_subscribed(self._workspace, connection, self._clock())
        self._draws[connection.name] = self._draw()
        self._tell(reading)
        return reading

    def _is_not_stopped(self) -> bool:
        return not self._stopped.is_set()

    def _part(self, connection: Connection) -> Callable[[], bool]:
        """Whether a reading of contents may go on: some documents, and until the rights of a system are due."""
        now = self._clock()
        rights = [self._rights_due(each) for each in self._connections() if each.name != connection.name]
        until = max(min(rights, default=now + connection.rights_every), now + PART_AT_LEAST)
        until = min(until, now + max(connection.rights_every, PART_AT_LEAST))
        left = PART_CONTENTS

        def go_on() -> bool:
            nonlocal left
            left -= 1
            return left >= 0 and not self._stopped.is_set() and self._clock() < until

        return go_on

    def _rights_due(self, connection: Connection) -> datetime:
        standing = self._workspace.book.standing(connection.name)
        return (standing.rights_at or self._clock()) + connection.rights_every


def tell_alerts(workspace: Fidedigno, now: datetime | None = None) -> list[Alert]:
    """Tell the channels of a workspace what has changed since they were last told."""
    try:
        return workspace.alerts.tell(corpora_health(workspace, measured=False).values(), now or utc_now())
    except FidedignoError as error:
        _log.error("alerts could not be told (%s)", error.code)
        return []
