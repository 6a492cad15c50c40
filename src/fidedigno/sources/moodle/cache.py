"""Readings kept for some seconds, each for one person; askers of the same reading share one request.

The key says whose reading it is, so that it cannot be handed to somebody else. Failures are not kept.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar, cast

from fidedigno.clock import Clock, utc_now
from fidedigno.sources.moodle.facts import TokenKind

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """A value and when it was read. Its representation does not show the value."""

    value: T
    read_at: datetime

    def __repr__(self) -> str:
        return f"Reading(read_at={self.read_at.isoformat()})"


@dataclass(frozen=True, slots=True)
class ReadingKey:
    """Whose reading, as whom, in which course, of what."""

    person: int
    token: TokenKind
    token_mark: bytes
    """Tells tokens of one person apart without holding one: a renewed token starts anew."""
    course: int
    what: str
    about: Hashable = None

    def __repr__(self) -> str:
        return f"ReadingKey({self.what!r})"


class ReadingCache:
    """A bounded cache of readings that are at most ``seconds`` old. For one event loop at a time."""

    def __init__(
        self,
        seconds: float,
        entries: int,
        *,
        clock: Callable[[], float] = time.monotonic,
        now: Clock = utc_now,
    ) -> None:
        self._seconds = seconds
        self._entries = entries
        self._clock = clock
        self._now = now
        self._kept: OrderedDict[ReadingKey, tuple[float, Reading[object]]] = OrderedDict()
        self._running: dict[ReadingKey, asyncio.Task[Reading[object]]] = {}

    async def get(self, key: ReadingKey, read: Callable[[], Awaitable[T]]) -> Reading[T]:
        """The kept reading, the one that is on its way, or a new one.

        Raises:
            whatever ``read`` raises, to everybody who waits for it.
        """
        kept = self._kept.get(key)
        if kept is not None and self._clock() - kept[0] < self._seconds:
            self._kept.move_to_end(key)
            return cast(Reading[T], kept[1])
        task = self._running.get(key)
        if task is None or task.get_loop() is not asyncio.get_running_loop():
            task = asyncio.ensure_future(self._read(key, read))
            self._running[key] = task
            task.add_done_callback(lambda done: self._finished(key, done))
        # An asker that gives up must not take the reading away from the others.
        return cast(Reading[T], await asyncio.shield(task))

    async def _read(self, key: ReadingKey, read: Callable[[], Awaitable[T]]) -> Reading[object]:
        # The age counts from before the question: what changes while it runs may not be in the answer.
        began, read_at = self._clock(), self._now()
        reading: Reading[object] = Reading(await read(), read_at)
        if self._seconds > 0 and self._running.get(key) is asyncio.current_task():
            self._kept[key] = (began, reading)
            self._kept.move_to_end(key)
            while len(self._kept) > self._entries:
                self._kept.popitem(last=False)
        return reading

    def _finished(self, key: ReadingKey, task: asyncio.Task[Reading[object]]) -> None:
        if self._running.get(key) is task:
            del self._running[key]
        if not task.cancelled():
            task.exception()  # seen here too: everybody who waited may have gone

    def forget(self, person: int) -> None:
        """Drop everything kept about a person; what is on its way is not kept either."""
        for known in (self._kept, self._running):
            for key in [each for each in known if each.person == person]:
                del known[key]
