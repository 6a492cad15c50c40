"""What operators see of the live checks of one source: how many, how they ended, how long they took."""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from types import MappingProxyType

from fidedigno.access.breaker import BreakerState
from fidedigno.access.live_verdict import LiveOutcome

_KEPT_LATENCIES = 1_000
_ANSWERED = frozenset({LiveOutcome.ALLOWED, LiveOutcome.DENIED})


@dataclass(frozen=True, slots=True)
class LiveSourceStatus:
    """One source since it was connected.

    ``checks`` counts what the source was asked, by outcome, and what it was not asked because of the breaker.
    ``from_cache`` counts what was known already. ``last_error`` is the code of the last failure, empty if there
    was none. ``p95_seconds`` is of the latest checks that were answered, ``None`` while there is none.
    """

    source: str
    breaker: BreakerState
    checks: Mapping[LiveOutcome, int] = field(default_factory=dict)
    from_cache: int = 0
    last_error: str = ""
    p95_seconds: float | None = None


class LiveRecord:
    """Adds up. May be shared by threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._counts: Counter[LiveOutcome] = Counter()
        self._from_cache = 0
        self._last_error = ""
        self._latencies: deque[float] = deque(maxlen=_KEPT_LATENCIES)

    def add(self, outcome: LiveOutcome, seconds: float = 0.0, error: str = "") -> None:
        """A check that ended, after so many seconds; ``error`` is a code where it failed."""
        with self._lock:
            self._counts[outcome] += 1
            if outcome in _ANSWERED:
                self._latencies.append(seconds)
            elif outcome is not LiveOutcome.BREAKER_OPEN:  # that tells of failures before
                self._last_error = error or outcome.value

    def add_cached(self) -> None:
        """A verdict that was known already."""
        with self._lock:
            self._from_cache += 1

    def status(self, source: str, breaker: BreakerState) -> LiveSourceStatus:
        """What there is to see."""
        with self._lock:
            counts = MappingProxyType({each: self._counts[each] for each in LiveOutcome})
            return LiveSourceStatus(
                source, breaker, counts, self._from_cache, self._last_error, percentile_95(self._latencies)
            )


def percentile_95(values: Iterable[float]) -> float | None:
    """The smallest value that at least 95 of a hundred do not exceed; ``None`` for no values.

    >>> percentile_95(range(1, 101))
    95
    """
    ordered = sorted(values)
    return ordered[math.ceil(0.95 * len(ordered)) - 1] if ordered else None
