"""One source that is asked live: its own event loop, its bounded parallelism, its breaker, its record.

A source has a thread of its own, so that one that blocks its loop holds up no other. Whatever a source does,
the caller gets an outcome: an error, a wrong type and a wait that does not end are outcomes too.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future

from fidedigno.access.breaker import CircuitBreaker
from fidedigno.access.live_record import LiveRecord, LiveSourceStatus
from fidedigno.access.live_verdict import Asker, LiveOutcome, LiveVerdict
from fidedigno.loop_thread import LoopThread

_log = logging.getLogger(__name__)
_NO_VERDICT = "no_verdict"
_FAILURES = frozenset({LiveOutcome.UNKNOWN, LiveOutcome.TIMED_OUT})


class LiveCall:
    """One check that was begun. It ends once: by the source's word, or because nobody waits any more."""

    def __init__(self, source: LiveSource, ticket: int, asked_at: float) -> None:
        self.asked_at = asked_at
        self.future: Future[None] | None = None
        self._source = source
        self._ticket = ticket
        self._lock = threading.Lock()
        self._outcome: LiveOutcome | None = None

    def settle(self) -> LiveOutcome:
        """How it ended; where it has not, time is up, and it is cancelled."""
        self.end(LiveOutcome.TIMED_OUT)
        if self.future is not None:
            self.future.cancel()
        return self._outcome or LiveOutcome.TIMED_OUT

    def end(self, outcome: LiveOutcome, error: str = "") -> None:
        """Say how it ended; only the first word counts."""
        with self._lock:
            if self._outcome is not None:
                return
            self._outcome = outcome
        self._source.ended(self._ticket, outcome, self.asked_at, error)


class LiveSource:
    """A connected source. May be shared by threads.

    Args:
        name: of the source, for logs and status.
        asker: the source; used from one event loop only.
        parallel: how many checks may be under way at once.
        breaker: the source's own.
        clock: a time in seconds that never goes back.
    """

    def __init__(
        self, name: str, asker: Asker, parallel: int, breaker: CircuitBreaker, clock: Callable[[], float]
    ) -> None:
        self.name = name
        self._asker = asker
        self._breaker = breaker
        self._clock = clock
        self._record = LiveRecord()
        self._slots = asyncio.Semaphore(parallel)
        self._thread = LoopThread(f"fidedigno-live-{name}")

    def begin(self, accounts: Sequence[str], external_id: str) -> LiveCall | None:
        """Ask whether one of a person's accounts may read a document; ``None`` if the breaker is open."""
        ticket = self._breaker.admit()
        if ticket is None:
            self._record.add(LiveOutcome.BREAKER_OPEN)
            return None
        call = LiveCall(self, ticket, self._clock())
        try:
            call.future = self._thread.start(self._ask(call, tuple(accounts), external_id))
        except TimeoutError:
            call.end(LiveOutcome.UNKNOWN, "closed")
        return call

    def ended(self, ticket: int, outcome: LiveOutcome, asked_at: float, error: str) -> None:
        """Record how a check ended."""
        self._breaker.record(ticket, succeeded=outcome not in _FAILURES)
        self._record.add(outcome, self._clock() - asked_at, error)

    def cached(self) -> None:
        """Record a verdict that was known already."""
        self._record.add_cached()

    def unasked(self) -> None:
        """Record a check that could not be put to the source: nobody there is linked, or no such document."""
        self._record.add(LiveOutcome.UNKNOWN, error="not_linked")

    def status(self) -> LiveSourceStatus:
        """What operators see."""
        return self._record.status(self.name, self._breaker.state)

    def close(self, last: Callable[[], Awaitable[None]] | None = None) -> None:
        """Cancel what is under way, await ``last`` on the source's own loop, and end the thread."""
        try:
            self._thread.close(last)
        except Exception as error:  # noqa: BLE001 - the source's own code; closing goes on
            _log.warning("%s: not closed cleanly (%s)", self.name, type(error).__name__)

    async def _ask(self, call: LiveCall, accounts: tuple[str, ...], external_id: str) -> None:
        async with self._slots:
            try:
                outcome = await self._verdict(accounts, external_id)
            except Exception as error:  # noqa: BLE001 - a source that raises is a source that does not know
                _log.error("%s: a live check raised %s", self.name, type(error).__name__)
                call.end(LiveOutcome.UNKNOWN, "raised")
                return
        call.end(outcome, _NO_VERDICT if outcome is LiveOutcome.UNKNOWN else "")

    async def _verdict(self, accounts: tuple[str, ...], external_id: str) -> LiveOutcome:
        """Allowed if one of the accounts is; denied only if every one is."""
        is_sure = True
        for account in accounts:
            verdict = await self._asker.check(account, external_id)
            if type(verdict) is not LiveVerdict or verdict is LiveVerdict.UNKNOWN:
                is_sure = False
            elif verdict is LiveVerdict.ALLOWED:
                return LiveOutcome.ALLOWED
        return LiveOutcome.DENIED if is_sure and accounts else LiveOutcome.UNKNOWN
