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
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Self

from fidedigno.verify.combiner import Combiner
from fidedigno.verify.confidence import read_confidence
from fidedigno.verify.entities import NameReader
from fidedigno.verify.instruments import choose_instruments
from fidedigno.verify.judges import Judges
from fidedigno.verify.logs import log_flagged
from fidedigno.verify.passage import Passage, as_passages
from fidedigno.verify.prepared import prepare
from fidedigno.verify.report import Drift, Finding, Report
from fidedigno.verify.risk import faithfulness_of, risk_of, triggered_by
from fidedigno.verify.semantic import SentenceEmbedder
from fidedigno.verify.settings import VerifySettings
from fidedigno.verify.statistics import Counting, Statistics
from fidedigno.verify.unread import as_given
from fidedigno.verify.verdicts import judge_claims

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fidedigno.language_model import LanguageModel
    from fidedigno.verify.drift import DriftMonitor
    from fidedigno.verify.entailment import Entailment
    from fidedigno.verify.heal import Healing

    Given = Mapping[str, NDArray[np.float32]]

Item = tuple[str, Sequence[str | Passage], str]
"""Question, passages, answer."""


class Verifier:
    """Checks answers against their evidence, and heals them. Safe in threads; make one and keep it.

    Args:
        settings: thresholds and weights; those of :meth:`VerifySettings.default` where none are given.
        embedder: for the semantic signals. Without one words alone decide, in a few milliseconds; where it fails
            they do too.
        names: a model that reads names (:class:`~fidedigno.verify.entities.SpacyNames`); patterns without one.
        drift: where answers are remembered as fingerprints: a path, a database address or a monitor. Without it
            nothing is remembered.
        combiner: a learned combiner of your own instead of the shipped one.
        entailment: a model of textual entailment (:mod:`fidedigno.verify.entailment`), as one more judge.
        judge: a language model that chooses among three options, as one more judge of the claims in doubt.

    Raises:
        ConfigurationError: if the combiner does not fit this version, or the embedder.
    """

    def __init__(
        self,
        settings: VerifySettings | None = None,
        *,
        embedder: SentenceEmbedder | None = None,
        names: NameReader | None = None,
        drift: DriftMonitor | str | Path | None = None,
        combiner: Combiner | None = None,
        entailment: Entailment | None = None,
        judge: LanguageModel | None = None,
    ) -> None:
        self.settings = settings or VerifySettings.default()
        self._instruments = choose_instruments(self.settings, embedder, names, combiner)
        asked = entailment is not None or judge is not None
        self._judges = Judges(entailment, judge) if asked else None
        self._counting = Counting()
        self._drift = _monitor(drift, self.settings)

    def inspect(
        self,
        question: str,
        passages: Sequence[str | Passage],
        answer: str,
        *,
        vectors: Given | None = None,
    ) -> Report:
        """Check an answer; it is recorded for drift where the verifier has a record.

        Args:
            question: what was asked; may be empty.
            passages: the evidence that was shown to whoever answered, the best first.
            answer: the text to check.
            vectors: vectors of sentences that retrieval computed with the same embedder, by their text.
        """
        report = self._inspect(question, passages, answer, vectors, record=True)
        self._counting.inspected(report)
        log_flagged(report, passages=[each.id for each in as_passages(passages)])
        return report

    def preview(
        self,
        question: str,
        passages: Sequence[str | Passage],
        answer: str,
        *,
        vectors: Given | None = None,
    ) -> Report:
        """:meth:`inspect` without a trace: neither recorded for drift nor counted nor logged.

        For a part of an answer, or one that nobody will see.
        """
        return self._inspect(question, passages, answer, vectors, record=False)

    def count(self, report: Report, *, answer: str = "") -> None:
        """Count a report that was put together of previews (:func:`~fidedigno.verify.verify_claims`) on the answer of
        that id, and log it where it is flagged."""
        self._counting.inspected(report)
        log_flagged(report, answer=answer)

    def _inspect(
        self,
        question: str,
        passages: Sequence[str | Passage],
        answer: str,
        vectors: Given | None,
        *,
        record: bool,
    ) -> Report:
        began = time.perf_counter()
        prepared = prepare(question, passages, answer, self.settings)
        confidence = read_confidence(prepared.answer, prepared.language).score
        measurement = self._instruments.measure(prepared, vectors)
        measured, entities, combiner, used = measurement
        judged = judge_claims(prepared, measured, entities, combiner, self.settings, self._judges)
        found = (*(each for claim in judged.claims for each in claim.findings), *entities)
        claims, findings = as_given(
            judged.claims, _in_order(found), answer, [each.text for each in prepared.given]
        )
        drift = self._drift.record(question, answer) if record and self._drift is not None else Drift()
        triggered = triggered_by(
            confidence, judged.support, claims, findings, drift, self.settings, cut=prepared.cut
        )
        return Report(
            language=prepared.language,
            risk=risk_of(triggered),
            confidence=confidence,
            faithfulness=faithfulness_of(claims),
            support=judged.support,
            claims=claims,
            findings=findings,
            drift=drift,
            triggered=triggered,
            used=(*used, *(self._judges.names if self._judges else ())),
            truncated=prepared.truncated,
            latency_ms=(time.perf_counter() - began) * 1000,
        )

    @property
    def names_backend(self) -> str:
        """What reads names: ``patterns`` or the model's name."""
        return self._instruments.names_backend

    async def ainspect(
        self,
        question: str,
        passages: Sequence[str | Passage],
        answer: str,
        *,
        vectors: Given | None = None,
    ) -> Report:
        """:meth:`inspect` in a thread, so that an event loop goes on."""
        return await asyncio.to_thread(partial(self.inspect, question, passages, answer, vectors=vectors))

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
        *,
        vectors: Given | None = None,
    ) -> Healing:
        """Repair what can be repaired, check the result again, and decline where it cannot be.

        ``report`` is that of :meth:`inspect` for the same three; without it the answer is inspected first. ``vectors``
        as there.
        """
        from fidedigno.verify.heal import heal

        before = report or self.inspect(question, passages, answer, vectors=vectors)

        def inspect_again(candidate: str) -> Report:
            return self.preview(question, passages, candidate, vectors=vectors)

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
