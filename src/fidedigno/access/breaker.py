"""A circuit breaker: a source that keeps failing is left alone for a while, and is then tried once.

Closed, everything is let through. After so many failures in a row it opens: nothing is let through until a
pause is over. Then one trial is let through, and its outcome closes the breaker or begins another pause.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from enum import StrEnum


class BreakerState(StrEnum):
    """What a breaker does with whoever comes now."""

    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half_open"
    """The pause is over: a trial may be made, or is being made."""


class CircuitBreaker:
    """The breaker of one source. May be shared by threads.

    Args:
        failures: how many in a row open it.
        pause: seconds until the next trial.
        clock: a time in seconds that never goes back.

    Raises:
        ValueError: if a number is not positive.
    """

    def __init__(self, failures: int, pause: float, clock: Callable[[], float]) -> None:
        if failures < 1 or not pause > 0:
            raise ValueError("failures and pause must be positive")
        self._most = failures
        self._pause = pause
        self._clock = clock
        self._lock = threading.Lock()
        self._failures = 0
        self._generation = 0
        self._retry_at: float | None = None
        self._is_tried = False

    @property
    def state(self) -> BreakerState:
        """What it is now."""
        with self._lock:
            if self._retry_at is None:
                return BreakerState.CLOSED
            is_over = self._is_tried or self._clock() >= self._retry_at
            return BreakerState.HALF_OPEN if is_over else BreakerState.OPEN

    def admit(self) -> int | None:
        """A ticket for one attempt, to be given back to :meth:`record`; ``None`` if it is not to be made."""
        with self._lock:
            if self._retry_at is None:
                return self._generation
            now = self._clock()
            if now < self._retry_at:
                return None
            # A trial that is never recorded blocks the next one for a pause, and not for ever.
            self._begin(now + self._pause, is_tried=True)
            return self._generation

    def record(self, ticket: int, *, succeeded: bool) -> None:
        """What came of an attempt. One that was admitted before the breaker last changed says nothing any more."""
        with self._lock:
            if ticket != self._generation:
                return
            if succeeded:
                self._failures = 0
                if self._retry_at is not None:
                    self._begin(None, is_tried=False)
                return
            self._failures += 1
            if self._retry_at is not None or self._failures >= self._most:
                self._begin(self._clock() + self._pause, is_tried=False)

    def _begin(self, retry_at: float | None, *, is_tried: bool) -> None:
        self._generation += 1
        self._retry_at = retry_at
        self._is_tried = is_tried
        self._failures = 0
