"""Which answers are remembered to see drift, and under what; never what they say.

An answer is compared with those to the same question in the same scope: course, group, moment asked about, language,
corpora, assistant. Left out is what changes from person to person by its nature (live readings), what is asked of
another moment than now, and whatever was not looked for. What comes of a comparison goes to operators alone
(``fidedigno status``) and nowhere near an answer: two people may ask the same and see different sources, and neither
may be told by the other's. Source: hallucination detector article, check 5; permissions article, side channels.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from fidedigno.model import SPOKEN, Decision, EvidenceKind
from fidedigno.verify.drift.background import Background
from fidedigno.verify.drift.health import health_of
from fidedigno.verify.report import Report, Risk

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fidedigno.pipeline import Answered
    from fidedigno.verify.drift import DriftAlert, DriftMonitor


@dataclass(frozen=True, slots=True)
class Memory:
    """What is handed to the record of drift of one answer. ``question`` tells it from another scope's."""

    question: str
    answer: str
    corpora: tuple[str, ...]
    documents: tuple[int, ...]
    quality: Mapping[str, float]
    at: datetime


class Catalogue(Protocol):
    """The part of the catalogue that is needed: what the index holds now."""

    def newest_version(self, corpora: Iterable[str]) -> int:
        """The version that was taken in last."""
        ...

    def holds(self, document_ids: Iterable[int]) -> bool:
        """Whether all of these are known."""
        ...


class AnswersOverTime:
    """Remembers answers behind them, and tells operators what changed.

    Args:
        monitor: the record of drift.
        catalogue: says which version of the corpora an answer was given from.
        tenant: whose answers.
    """

    def __init__(self, monitor: DriftMonitor, catalogue: Catalogue, tenant: str) -> None:
        self._monitor = monitor
        self._catalogue = catalogue
        self._tenant = tenant
        self._background = Background("fidedigno-drift")

    def remember(self, done: Answered) -> None:
        """Have an answer recorded, if it is one that can be compared. Never waits and never fails."""
        memory = memory_of(done)
        if memory is not None:
            self._background.put(lambda: self._record(memory))

    def alerts(self, since: datetime | None = None) -> tuple[DriftAlert, ...]:
        """What got worse, and since when; for operators."""
        return self._monitor.alerts(since, tenant=self._tenant)

    def flush(self) -> bool:
        """Wait a moment for what was remembered; whether all of it was recorded."""
        return self._background.flush()

    def close(self) -> None:
        """Record what waits, for a moment, and close the record."""
        self._background.close()
        self._monitor.close()

    def _record(self, memory: Memory) -> None:
        # One that was forgotten meanwhile must not come back as the fingerprint of an answer.
        if not self._catalogue.holds(memory.documents):
            return
        self._monitor.record(
            memory.question,
            memory.answer,
            tenant=self._tenant,
            corpus=memory.corpora,
            index_version=str(self._catalogue.newest_version(memory.corpora)),
            quality=memory.quality,
            at=memory.at,
            documents=memory.documents,
        )


def memory_of(done: Answered) -> Memory | None:
    """What is remembered of an answer; ``None`` where it cannot be compared with another."""
    answer, plan = done.answer, done.plan
    if (
        done.question.asked_at is not None
        or not plan.contract.route.answers
        or plan.clarification is not None
    ):
        return None
    if answer.decision in SPOKEN:
        if any(card.kind is EvidenceKind.STATE for card in answer.evidence):
            return None
        corpora = tuple(sorted({card.corpus for card in answer.evidence}))
        documents = tuple(sorted({card.document_id for card in answer.evidence if card.document_id > 0}))
        report = done.checked.report
        quality = health_of(report) if report is not None else {}
    elif answer.decision is Decision.ABSTAIN and done.gathered.candidates:
        # Something was there and did not suffice; of which corpus, the best passage says.
        corpora, documents = (done.gathered.candidates[0].evidence.corpus,), ()
        quality = health_of(_NOTHING_SAID, abstained=True)
    else:
        return None
    return Memory(_key(done), answer.text, corpora, documents, quality, answer.answered_at)


_NOTHING_SAID = Report("", Risk.LOW, 0.0, 1.0)


def _key(done: Answered) -> str:
    """The question with its scope, as one text of which only a keyed mark is kept."""
    question, plan, moment = done.question, done.plan, done.plan.asked_moment
    scope = {
        "language": done.answer.language,
        "slots": {name: slot.value for name, slot in sorted(plan.slots.items())},
        "moment": [moment.start.isoformat(), moment.end.isoformat()] if moment else [],
        "corpora": sorted(question.corpora),
        "assistant": question.assistant,
    }
    return f"{plan.search_text}\n{json.dumps(scope, sort_keys=True)}"
