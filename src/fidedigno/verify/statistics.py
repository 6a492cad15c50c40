"""What a verifier has seen so far, in numbers only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock

from fidedigno.verify.report import Report


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts since the start or the last reset.

    ``flagged`` are answers of high or critical risk, ``healed`` those that healing changed. ``names_backend`` is
    the reader of names (``patterns`` or the model's name). Mean time of an inspection in milliseconds.
    """

    inspected: int
    flagged: int
    healed: int
    by_risk: Mapping[str, int]
    by_check: Mapping[str, int]
    by_strategy: Mapping[str, int]
    names_backend: str
    mean_latency_ms: float

    @property
    def flagged_share(self) -> float:
        """Share of flagged answers, in [0, 1]."""
        return self.flagged / self.inspected if self.inspected else 0.0


class Counting:
    """Counts reports. Safe in threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._clear()

    def _clear(self) -> None:
        self._inspected = self._flagged = self._healed = 0
        self._milliseconds = 0.0
        self._risk: Counter[str] = Counter()
        self._check: Counter[str] = Counter()
        self._strategy: Counter[str] = Counter()

    def inspected(self, report: Report) -> None:
        """Count an inspection."""
        with self._lock:
            self._inspected += 1
            self._flagged += report.is_hallucinating
            self._milliseconds += report.latency_ms
            self._risk[report.risk.value] += 1
            self._check.update(report.triggered)

    def healed(self, strategy: str, *, changed: bool) -> None:
        """Count a healing."""
        with self._lock:
            self._healed += changed
            self._strategy[strategy] += 1

    def reset(self) -> None:
        """Begin at zero."""
        with self._lock:
            self._clear()

    def now(self, names_backend: str) -> Statistics:
        """The counts of this moment."""
        with self._lock:
            mean = self._milliseconds / self._inspected if self._inspected else 0.0
            return Statistics(
                self._inspected,
                self._flagged,
                self._healed,
                dict(self._risk),
                dict(self._check),
                dict(self._strategy),
                names_backend,
                mean,
            )
