"""The step after fusion: a reranker orders the first candidates within a time, or the order stays as it was.

Whatever goes wrong (late, an error, scores that are none) costs the better order and nothing else. A passage that
holds more of the identifiers named in the question stays before one that holds fewer, and a passage that the reranker
may not be given keeps its place.
"""

from __future__ import annotations

import logging
import math
import re
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

from fidedigno.gather.candidate import Candidate
from fidedigno.gather.rerank.protocol import Passage, Reranker, RerankError, passage_of

MILLISECONDS = 500
DEPTH = 50
THREADS = 4
_CAUSE = re.compile(r"[a-z_]{1,40}(?:: \w{1,60})?")
_log = logging.getLogger(__name__)


class Outcome(StrEnum):
    """What became of reranking."""

    OFF = "off"
    """There is no reranker, or nothing to order."""
    USED = "used"
    TIMED_OUT = "timed_out"
    FAILED = "failed"


def _empty() -> Mapping[str, float]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Reranking:
    """The candidates in their order, and what became of reranking.

    ``scores`` are the reranker's, by the id of the card; none where it was not used. ``cause`` says why it was not,
    in a word fit for a log. ``seconds`` is what the step took.
    """

    candidates: tuple[Candidate, ...]
    outcome: Outcome
    cause: str = ""
    reranker: str = ""
    seconds: float = 0.0
    scores: Mapping[str, float] = field(default_factory=_empty)


class RerankStage:
    """Runs one reranker. Threads may share it; without a reranker it leaves everything as it is.

    Args:
        reranker: what scores.
        milliseconds: how long the whole step may take.
        depth: how many candidates, from the first on, are put into another order.
        threads: computations that may run at once. One that was given up goes on until it ends, so a reranker that
            hangs soon gets nothing more to do and holds up nobody.
        clock: seconds that only go on.
    """

    def __init__(
        self,
        reranker: Reranker | None,
        milliseconds: float = MILLISECONDS,
        depth: int = DEPTH,
        threads: int = THREADS,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._reranker = reranker
        self._seconds = milliseconds / 1000
        self.depth = depth if reranker is not None else 0
        """How many candidates it wants; 0 without a reranker."""
        self._clock = clock
        self._free = threading.Semaphore(threads)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="fidedigno-rerank")

    def order(self, question: str, candidates: Sequence[Candidate]) -> Reranking:
        """Put the first candidates into a better order. Raises nothing; all that came in comes out, once each.

        Args:
            question: its text.
            candidates: what the person may read, in the fused order.
        """
        began = self._clock()
        reranker = self._reranker
        if reranker is None:
            return Reranking(tuple(candidates), Outcome.OFF)
        name = reranker.fingerprint
        scores: dict[int, float] = {}
        outcome, cause = Outcome.USED, ""
        try:
            passages = {at: passage_of(each) for at, each in enumerate(candidates[: self.depth])}
            # A page that stands for itself has no text to be read.
            passages = {
                at: each for at, each in passages.items() if each.text.strip() and reranker.may_read(each)
            }
            if len(passages) < 2:
                outcome, cause = Outcome.OFF, "nothing_to_order"
            else:
                told = self._within(reranker, question, list(passages.values()), began)
                scores = dict(zip(passages, told, strict=True))
        except TimeoutError:
            outcome, cause = Outcome.TIMED_OUT, "late"
        except Exception as error:  # noqa: BLE001 - a reranker is somebody else's code; the order stands
            cause = _cause(error)
            outcome = Outcome.TIMED_OUT if cause == "timed_out" else Outcome.FAILED
        if cause and outcome is not Outcome.OFF:
            _log.warning("reranking by %s: %s (%s)", name, outcome, cause)
        ordered = _reordered(candidates, scores) if scores else tuple(candidates)
        named = {candidates[at].evidence.id: score for at, score in scores.items()}
        return Reranking(ordered, outcome, cause, name, self._clock() - began, MappingProxyType(named))

    def _within(
        self, reranker: Reranker, question: str, passages: Sequence[Passage], began: float
    ) -> list[float]:
        if not self._free.acquire(blocking=False):
            raise RerankError("busy")
        try:
            waiting: Future[Sequence[float]] = self._threads.submit(reranker.score, question, passages)
        except BaseException:
            self._free.release()
            raise
        waiting.add_done_callback(lambda _: self._free.release())
        told = waiting.result(max(0.0, self._seconds - (self._clock() - began)))
        return _checked(told, len(passages))

    def close(self) -> None:
        """Let go of the threads and of the reranker; what still runs ends by itself."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self._reranker is not None:
            self._reranker.close()


def _checked(told: Sequence[float], count: int) -> list[float]:
    scores = list(told)
    if len(scores) != count:
        raise RerankError("count")
    if not all(isinstance(each, int | float) and not isinstance(each, bool) for each in scores):
        raise RerankError("shape")
    numbers = [float(each) for each in scores]
    if not all(map(math.isfinite, numbers)):
        raise RerankError("not_a_number")
    return numbers


def _cause(error: Exception) -> str:
    """A word for a log: what an error says may hold a text, so only causes of our own form are repeated."""
    told = str(error)
    if isinstance(error, RerankError) and _CAUSE.fullmatch(told):
        return told
    return type(error).__name__


def _reordered(candidates: Sequence[Candidate], scores: Mapping[int, float]) -> tuple[Candidate, ...]:
    """The scored ones, best first, in the places of the scored ones, among those of as many identifiers."""
    places: dict[int, list[int]] = {}
    for at in sorted(scores):
        places.setdefault(len(candidates[at].matched_identifiers), []).append(at)
    order = list(range(len(candidates)))
    for group in places.values():
        best = sorted(group, key=lambda at: -scores[at])  # stable: equal scores keep the fused order
        for place, at in zip(group, best, strict=True):
            order[place] = at
    return tuple(
        replace(candidates[at], rank=rank, rerank_score=scores.get(at))
        for rank, at in enumerate(order, start=1)
    )
