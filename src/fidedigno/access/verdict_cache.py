"""Verdicts of live checks, remembered for a short time.

A cached verdict makes a live check a synchronisation with a small lag, so the time is counted from when the
source was asked, and what a source did not say is never remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import NamedTuple

from fidedigno.access.cache import LruCache
from fidedigno.access.live_verdict import LiveVerdict

_CACHED_VERDICTS = 20_000


class _Entry(NamedTuple):
    verdict: LiveVerdict
    asked_at: float


class VerdictCache:
    """Verdicts by key. Whoever fills it puts tenant, person, permission epoch and document in the key.

    Args:
        seconds: how long a verdict counts; 0 remembers none.
        clock: a time in seconds that never goes back.
    """

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._seconds = seconds
        self._clock = clock
        self._lock = Lock()
        self._entries: LruCache[Hashable, _Entry] = LruCache(_CACHED_VERDICTS)

    def get(self, key: Hashable) -> LiveVerdict | None:
        """A verdict that is younger than its time; ``None`` if there is none."""
        entry = self._entries.get(key)
        if entry is None or not 0 <= self._clock() - entry.asked_at < self._seconds:
            return None
        return entry.verdict

    def put(self, key: Hashable, verdict: LiveVerdict, asked_at: float) -> None:
        """Remember what the source said when it was asked at ``asked_at``.

        A verdict that was asked for earlier than the one that is there does not take its place. Of two that were
        asked for at once, the one that closes counts.
        """
        if verdict is LiveVerdict.UNKNOWN or self._seconds <= 0:
            return
        with self._lock:
            there = self._entries.get(key)
            if there is not None:
                is_older = asked_at < there.asked_at
                if is_older or (asked_at == there.asked_at and there.verdict is LiveVerdict.DENIED):
                    return
            self._entries.put(key, _Entry(verdict, asked_at))
