"""The verifier: anybody's question, passages and answer in, a report out.

>>> from fidedigno.verify import Verifier
>>> report = Verifier().inspect(
...     "How long is the refund window?",
...     ["Refunds are accepted within 14 days of purchase."],
...     "Refunds are accepted within 30 days of purchase.",
... )
>>> report.risk.value, report.findings[0].code, report.findings[0].expected
('critical', 'duration_differs', '14 days')

It says how the answer stands to these passages. Whether they are right, it cannot know.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

from fidedigno.verify.combiner import Combiner, load_combiner, shipped
from fidedigno.verify.confidence import read_confidence
from fidedigno.verify.entities import NameReader
from fidedigno.verify.faithfulness import Measured, add_entities, add_nearness, measure_claim
from fidedigno.verify.logs import log_flagged
from fidedigno.verify.passage import Passage, as_passages
from fidedigno.verify.prepared import Prepared, prepare
from fidedigno.verify.report import Drift, Finding, Report
from fidedigno.verify.semantic import SentenceEmbedder, Vectors
from fidedigno.verify.settings import VerifySettings
from fidedigno.verify.statistics import Counting, Statistics
from fidedigno.verify.verdicts import faithfulness_of, judge_claims, risk_of, triggered_by

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fidedigno.verify.drift import DriftMonitor
    from fidedigno.verify.heal import Healing

Item = tuple[str, Sequence[str | Passage], str]
"""Question, passages, answer."""
_log = logging.getLogger(__name__)


class Verifier:
    """Checks answers against their evidence, and heals them. Safe in threads; make one and keep it.

    Args:
        settings: thresholds and weights; those of :meth:`VerifySettings.default` where none are given.
        embedder: for the semantic signals. Without one words alone decide, in a few milliseconds.
        names: a model that reads names (:class:`~fidedigno.verify.entities.SpacyNames`); patterns without one.
        drift: where answers are remembered as fingerprints: a path, a database address or a monitor. Without it
            nothing is remembered.
        combiner: a learned combiner of your own instead of the shipped one.
    """

    def __init__(
        self,
        settings: VerifySettings | None = None,
        *,
        embedder: SentenceEmbedder | None = None,
        names: NameReader | None = None,
        drift: DriftMonitor | str | Path | None = None,
        combiner: Combiner | None = None,
    ) -> None:
        self.settings = settings or VerifySettings.default()
        self._names = names
        self._counting = Counting()
        self._vectors = Vectors(embedder) if embedder is not None else None
        self._combiner = combiner or self._shipped()
        self._drift = _monitor(drift, self.settings)

    def _shipped(self) -> Combiner | None:
        if not self.settings.use_combiner:
            return None
        if self.settings.combiner_file:
            return load_combiner(self.settings.combiner_file)
        if self._vectors is None:
            return shipped("lexical")
        semantic = shipped("semantic")
        if semantic.head is not None and semantic.head.fingerprint != self._vectors.fingerprint:
            _log.warning("the learned combiner knows no vectors of this embedder: words alone decide")
            self._vectors = None
            return shipped("lexical")
        return semantic

    def inspect(
        self,
        question: str,
        passages: Sequence[str | Passage],
        answer: str,
        *,
        vectors: Mapping[str, NDArray[np.float32]] | None = None,
    ) -> Report:
        """Check an answer; it is recorded for drift where the verifier has a record.

        Args:
            question: what was asked; may be empty.
            passages: the evidence that was shown to whoever answered, the best first.
            answer: the text to check.
            vectors: vectors of sentences that retrieval computed with the same embedder, by their text.
        """
        began = time.perf_counter()
        report = self._inspect(question, passages, answer, vectors, began, record=True)
        self._counting.inspected(report)
        log_flagged(report, passages=[each.id for each in as_passages(passages)])
        return report

    def preview(self, question: str, passages: Sequence[str | Passage], answer: str) -> Report:
        """:meth:`inspect` without a trace: neither recorded for drift nor counted nor logged.

        For a part of an answer, or one that nobody will see.
        """
        return self._inspect(question, passages, answer, None, time.perf_counter(), record=False)

    def _inspect(
        self,
        question: str,
        passages: Sequence[str | Passage],
        answer: str,
        vectors: Mapping[str, NDArray[np.float32]] | None,
        began: float,
        *,
        record: bool,
    ) -> Report:
        prepared = prepare(question, passages, answer, self.settings)
        confidence = read_confidence(prepared.answer, prepared.language).score
        measured = self._measure(prepared, vectors)
        entities = add_entities(prepared, measured, self._names)
        judged = judge_claims(prepared.answer, measured, entities, self._combiner, self.settings)
        faithfulness = faithfulness_of(judged.claims)
        findings = _in_order((*(each for claim in judged.claims for each in claim.findings), *entities))
        drift = self._drift.record(question, answer) if record and self._drift is not None else Drift()
        triggered = triggered_by(confidence, faithfulness, judged.support, findings, drift, self.settings)
        return Report(
            language=prepared.language,
            risk=risk_of(triggered),
            confidence=confidence,
            faithfulness=faithfulness,
            support=judged.support,
            claims=judged.claims,
            findings=findings,
            drift=drift,
            triggered=triggered,
            used=self._used(),
            truncated=prepared.truncated,
            latency_ms=(time.perf_counter() - began) * 1000,
        )

    def _measure(
        self, prepared: Prepared, vectors: Mapping[str, NDArray[np.float32]] | None
    ) -> list[Measured]:
        measured = [measure_claim(prepared, claim) for claim in prepared.statements]
        head = self._combiner.head if self._combiner is not None else None
        if self._vectors is not None and head is not None:
            add_nearness(measured, self._vectors, head, vectors)
        return measured

    def _used(self) -> tuple[str, ...]:
        judge = f"combiner:{self._combiner.kind}" if self._combiner is not None else "overlap"
        vectors = (f"embedder:{self._vectors.fingerprint}",) if self._vectors is not None else ()
        return ("rules", judge, *vectors, f"names:{self.names_backend}")

    @property
    def names_backend(self) -> str:
        """What reads names: ``patterns`` or the model's name."""
        return self._names.name if self._names is not None else "patterns"

    async def ainspect(self, question: str, passages: Sequence[str | Passage], answer: str) -> Report:
        """:meth:`inspect` in a thread, so that an event loop goes on."""
        return await asyncio.to_thread(self.inspect, question, passages, answer)

    def inspect_many(self, items: Iterable[Item]) -> tuple[Report, ...]:
        """:meth:`inspect` of each, in order."""
        return tuple(self.inspect(*item) for item in items)

    def require(self, question: str, passages: Sequence[str | Passage], answer: str) -> Report:
        """Inspect, and let nothing of high or critical risk through.

        Raises:
            VerificationBlocked: carrying the report.
        """
        from fidedigno.verify.blocked import VerificationBlocked

        report = self.inspect(question, passages, answer)
        if report.is_hallucinating:
            raise VerificationBlocked(report)
        return report

    def heal(
        self,
        question: str,
        passages: Sequence[str | Passage],
        answer: str,
        report: Report | None = None,
    ) -> Healing:
        """Repair what can be repaired, check the result again, and decline where it cannot be.

        ``report`` is that of :meth:`inspect` for the same three; without it the answer is inspected first.
        """
        from fidedigno.verify.heal import heal

        before = report or self.inspect(question, passages, answer)

        def inspect_again(candidate: str) -> Report:
            return self.preview(question, passages, candidate)

        healing = heal(question, as_passages(passages), answer, before, inspect_again, self.settings)
        self._counting.healed(healing.strategy.value, changed=healing.changed)
        return healing

    def statistics(self) -> Statistics:
        """Counts since the start or the last reset."""
        return self._counting.now(self.names_backend)

    def reset_statistics(self) -> None:
        """Begin to count anew."""
        self._counting.reset()

    def close(self) -> None:
        """Close the record of drift, if this verifier opened one."""
        if self._drift is not None:
            self._drift.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(
        sorted(dict.fromkeys(findings), key=lambda each: (each.answer.start, each.answer.end, each.code))
    )


def _monitor(drift: DriftMonitor | str | Path | None, settings: VerifySettings) -> DriftMonitor | None:
    if drift is None:
        return None
    from fidedigno.verify.drift import DriftMonitor

    return drift if isinstance(drift, DriftMonitor) else DriftMonitor(drift, settings)
