"""Live checks: whether a person may read a document now, asked of its source (permissions article).

They come after the grants at rest, which have let the document through already, and can only narrow. Nothing
here raises, and whatever is not a plain *allowed* in time means: not used.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Hashable, Mapping, Sequence
from concurrent.futures import wait
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from fidedigno.access.breaker import CircuitBreaker
from fidedigno.access.live_record import LiveSourceStatus
from fidedigno.access.live_source import LiveCall, LiveSource
from fidedigno.access.live_verdict import Asker, LiveOutcome, LiveVerdict
from fidedigno.access.verdict_cache import VerdictCache
from fidedigno.errors import FidedignoError

_log = logging.getLogger(__name__)
_MOST_LOGGED = 50
_REMEMBERED = {LiveOutcome.ALLOWED: LiveVerdict.ALLOWED, LiveOutcome.DENIED: LiveVerdict.DENIED}
_KNOWN = {verdict: outcome for outcome, verdict in _REMEMBERED.items()}


@dataclass(frozen=True, slots=True)
class LiveRules:
    """How sources are asked.

    ``seconds`` is what all live checks of one question may take together. ``cache_seconds`` is how long a
    verdict counts: the longest time that a withdrawn right may still open a document. ``parallel`` bounds the
    checks of one source that are under way. After ``failures`` in a row a source is left alone for ``pause``
    seconds.
    """

    seconds: float = 2.0
    cache_seconds: float = 30.0
    parallel: int = 20
    failures: int = 5
    pause: float = 30.0


@dataclass(frozen=True, slots=True)
class Who:
    """The person for whom a verdict counts. Two people, or one before and after a change, are never the same."""

    tenant: str
    user: str
    epoch: int


@dataclass(frozen=True, slots=True)
class LiveQuestion:
    """A document, how its source calls it, and the accounts of the person there; empty where not known."""

    document_id: int
    source: str
    external_id: str
    accounts: tuple[str, ...]


class _Connected(NamedTuple):
    """``serial`` tells one asker from another of the same source: what one said is not what another would say."""

    source: LiveSource
    close: Callable[[], Awaitable[None]] | None
    serial: int


class LiveChecks:
    """Asks the connected sources. May be shared by threads.

    Args:
        rules: how they are asked.
        clock: a time in seconds that never goes back, for the cache and the breakers.
    """

    def __init__(self, rules: LiveRules | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.rules = rules or LiveRules()
        self._clock = clock
        self._cache = VerdictCache(self.rules.cache_seconds, clock)
        self._lock = threading.Lock()
        self._connected: dict[str, _Connected] = {}
        self._serial = 0

    @property
    def sources(self) -> frozenset[str]:
        """The names of the sources that can be asked."""
        return frozenset(self._connected)

    def use(self, source: str, asker: Asker, close: Callable[[], Awaitable[None]] | None = None) -> None:
        """Ask ``asker`` about documents of ``source``, in place of an earlier one, which is closed.

        ``close`` is awaited on the loop on which the asker is used.
        """
        rules = self.rules
        breaker = CircuitBreaker(rules.failures, rules.pause, self._clock)
        made = LiveSource(source, asker, rules.parallel, breaker, self._clock)
        with self._lock:
            earlier = self._connected.get(source)
            self._serial += 1
            self._connected[source] = _Connected(made, close, self._serial)
        if earlier is not None:
            earlier.source.close(earlier.close)

    def ask(self, who: Who, questions: Sequence[LiveQuestion], seconds: float) -> dict[int, LiveOutcome]:
        """The outcome of each question, by document, within about ``seconds``. Never raises."""
        outcomes: dict[int, LiveOutcome] = {}
        begun: list[tuple[LiveQuestion, Hashable, LiveCall]] = []
        for question in questions:
            found = self._connected.get(question.source)
            if found is None:
                outcomes[question.document_id] = LiveOutcome.UNKNOWN
                continue
            key = (who, question, found.serial)
            outcome = self._without_asking(found.source, question, key, seconds)
            if outcome is not None:
                outcomes[question.document_id] = outcome
                continue
            call = found.source.begin(question.accounts, question.external_id)
            if call is None:
                outcomes[question.document_id] = LiveOutcome.BREAKER_OPEN
            else:
                begun.append((question, key, call))
        wait([call.future for *_, call in begun if call.future is not None], timeout=max(seconds, 0.0))
        for question, asked, call in begun:
            outcome = call.settle()
            outcomes[question.document_id] = outcome
            if outcome in _REMEMBERED:
                self._cache.put(asked, _REMEMBERED[outcome], call.asked_at)
        _log_failures(questions, outcomes)
        return outcomes

    def status(self) -> list[LiveSourceStatus]:
        """What operators see of each source, by name."""
        return [each.source.status() for _, each in sorted(self._connected.items())]

    def close(self) -> None:
        """Let go of every source."""
        with self._lock:
            closing = list(self._connected.values())
            self._connected.clear()
        for each in closing:
            each.source.close(each.close)

    def _without_asking(
        self, source: LiveSource, question: LiveQuestion, key: Hashable, seconds: float
    ) -> LiveOutcome | None:
        if not question.accounts or not question.external_id:
            source.unasked()
            return LiveOutcome.UNKNOWN
        known = self._cache.get(key)
        if known is not None:
            source.cached()
            return _KNOWN[known]
        return LiveOutcome.TIMED_OUT if seconds <= 0 else None


def _log_failures(questions: Sequence[LiveQuestion], outcomes: Mapping[int, LiveOutcome]) -> None:
    """Which documents were not used because their source did not say, by ids; a refusal is no failure."""
    failed: defaultdict[tuple[str, LiveOutcome], list[int]] = defaultdict(list)
    for question in questions:
        outcome = outcomes[question.document_id]
        if outcome not in _REMEMBERED:
            failed[question.source, outcome].append(question.document_id)
    for (source, outcome), documents in sorted(failed.items()):
        listed = ", ".join(map(str, sorted(documents)[:_MOST_LOGGED]))
        _log.warning("%s: %s: %d documents not used: %s", source, outcome.value, len(documents), listed)


Ask = Callable[[Collection[int], float], Mapping[int, LiveOutcome]]
"""Asks about documents for one person within some seconds."""


class LiveRun:
    """The live checks of one question: one budget of time, and one outcome for each document.

    Args:
        ask: asks for the person of the question.
        seconds: what all checks together may take.
    """

    def __init__(self, ask: Ask, seconds: float) -> None:
        self._ask = ask
        self._left = seconds
        self._outcomes: dict[int, LiveOutcome] = {}

    @property
    def outcomes(self) -> Mapping[int, LiveOutcome]:
        """What came of each check, by document. For operators, and never for the person who asks."""
        return MappingProxyType(self._outcomes)

    def confirm(self, documents: Collection[int]) -> frozenset[int]:
        """Those of ``documents`` that their source lets the person read now; the others are not to be used."""
        wanted = [each for each in dict.fromkeys(documents) if each not in self._outcomes]
        if wanted:
            began = time.monotonic()
            found: Mapping[int, LiveOutcome] = {}
            try:
                found = self._ask(wanted, self._left)
            except FidedignoError as error:
                _log.error("documents could not be asked about (%s)", error.code)
            self._left -= time.monotonic() - began
            self._outcomes |= {each: found.get(each, LiveOutcome.UNKNOWN) for each in wanted}
        return frozenset(each for each in documents if self._outcomes[each] is LiveOutcome.ALLOWED)
