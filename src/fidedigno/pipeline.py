"""The way of a question, in order. Only this module knows which room comes after which.

question + identity → plan → gather (passages and live state) → consolidate → decide → draft → verify
→ deliver
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fidedigno.consolidate import TextSupport, assess, cover_facts, decide, select_relevant, slots_needed
from fidedigno.deliver import Outcome, assemble
from fidedigno.draft import Draft, ExtractiveWriter, Similarity, write_covered
from fidedigno.gather import Candidate, Gathered, HybridRetriever
from fidedigno.gather.state import NoStateSource, StateReading, StateSource
from fidedigno.ingest.embed import Embedder
from fidedigno.ingest.language import language_of
from fidedigno.model import (
    Answer,
    ClaimMatrix,
    Clarification,
    Decision,
    Evidence,
    FactKind,
    FactStatus,
    Identity,
    Plan,
    Question,
)
from fidedigno.plan.declared import NOWHERE, DeclaredPlaces
from fidedigno.plan.general import GENERAL, OneClass
from fidedigno.plan.places import Places
from fidedigno.plan.planner import Planner
from fidedigno.stopwatch import Stopwatch
from fidedigno.verify import verify_claims

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

COMPARED_CHARACTERS = 80
"""How much of a sentence is embedded to compare it: its beginning says what it is about."""
NOTHING_GATHERED = Gathered(())


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, how it came about, and the seconds that each stage took.

    ``matrix`` is whole here; an answer without claims does not carry it. ``errors`` are codes of sources
    that did not answer.
    """

    answer: Answer
    plan: Plan
    gathered: Gathered
    reading: StateReading
    matrix: ClaimMatrix
    seconds: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Governance:
    """How questions are planned and where state is read: the pack's planner, places and live source."""

    planner: Planner = field(default_factory=lambda: Planner(GENERAL, OneClass()))
    declared: DeclaredPlaces = NOWHERE
    state: StateSource = field(default_factory=NoStateSource)
    timezone: str = "UTC"


Recorder = Callable[[Answered, Identity], None]


class Pipeline:
    """Answers questions for identities."""

    def __init__(
        self,
        retriever: HybridRetriever,
        embedder: Embedder,
        candidates: int,
        compared_sentences: int = 6,
        governance: Governance | None = None,
        record: Recorder | None = None,
    ) -> None:
        self._retriever = retriever
        self._embedder = embedder
        self._compared = compared_sentences
        self._candidates = candidates
        self._governance = governance or Governance()
        self._record = record
        self._threads = ThreadPoolExecutor(4, thread_name_prefix="fidedigno-state")

    @property
    def governance(self) -> Governance:
        """How questions are planned."""
        return self._governance

    def gather(self, question: Question, identity: Identity, limit: int | None = None) -> Gathered:
        """Find permitted passages only; nothing is written."""
        return self._retriever.gather(question, identity, limit or self._candidates)

    def answer(self, question: Question, identity: Identity) -> Answered:
        """Answer from governed evidence, or say what is missing, or abstain with the neutral refusal."""
        watch = Stopwatch()
        question = replace(question, language=question.language or language_of(question.text))
        plan, vector = self._plan(question, identity, watch)
        reading, gathered, matrix, draft = StateReading(), NOTHING_GATHERED, ClaimMatrix(), Draft()
        if plan.clarification is None and (
            plan.contract.route.reads_passages or plan.contract.route.reads_state
        ):
            reading, gathered = self._gather(question, plan, identity, vector, watch)
            matrix, draft = self._consolidate(question, plan, identity, gathered, reading, watch)
        answer = self._deliver(plan, matrix, draft, _cards(gathered, reading), identity, watch)
        done = Answered(answer, plan, gathered, reading, matrix, watch.seconds(gathered.seconds))
        if self._record is not None:
            self._record(done, identity)
        return done

    def _plan(
        self, question: Question, identity: Identity, watch: Stopwatch
    ) -> tuple[Plan, NDArray[np.float32] | None]:
        """The plan, and the question's vector where it was needed for it."""
        governance = self._governance
        with watch.stage("places"):
            places = governance.state.places(identity)
            places = places.merged(governance.declared.seen_by(identity).all) if _is_bare(places) else places
        vector = None
        with watch.stage("plan"):
            if governance.planner.pack is not GENERAL:
                vector = self._retriever.embed(question)
            plan = governance.planner.plan(question, places, timezone=governance.timezone, vector=vector)
        return plan, vector if plan.search_text == question.text else None

    def _gather(
        self,
        question: Question,
        plan: Plan,
        identity: Identity,
        vector: NDArray[np.float32] | None,
        watch: Stopwatch,
    ) -> tuple[StateReading, Gathered]:
        """Live state and passages, side by side."""
        with watch.stage("gather"):
            state: Future[StateReading] | None = None
            if plan.contract.route.reads_state:
                pack = self._governance.planner.pack
                state = self._threads.submit(self._governance.state.read, plan, identity, pack)
            gathered = NOTHING_GATHERED
            if plan.contract.route.reads_passages:
                asked = replace(question, text=plan.search_text, asked_at=plan.as_of)
                gathered = self._retriever.gather(asked, identity, self._candidates, vector=vector)
            return (state.result() if state else StateReading()), gathered

    def _consolidate(
        self,
        question: Question,
        plan: Plan,
        identity: Identity,
        gathered: Gathered,
        reading: StateReading,
        watch: Stopwatch,
    ) -> tuple[ClaimMatrix, Draft]:
        """The claim matrix, with the sentences that were quoted for facts in words."""
        pack = self._governance.planner.pack
        draft, support = Draft(), TextSupport()
        if any(fact.kind is FactKind.TEXT for fact in plan.contract.facts) and gathered.candidates:
            with watch.stage("draft"):
                relevant = select_relevant(plan, pack, gathered.candidates)
                draft, support = self._quote(replace(question, text=plan.search_text), relevant, gathered)
        cards = (*reading.cards, *(each.evidence for each in gathered.candidates))
        with watch.stage("consolidate"):
            matrix = cover_facts(plan, pack, cards, text_support=support, unverifiable=reading.gaps)
        if pack is not GENERAL and plan.contract.route.reads_passages and _lacks_text(matrix):
            with watch.stage("gather.expired"):
                expired = self._expired(plan, question, identity, gathered)
            matrix = cover_facts(
                plan, pack, cards, text_support=support, unverifiable=reading.gaps, expired_cards=expired
            )
        return matrix, draft

    def _quote(
        self, question: Question, candidates: Sequence[Candidate], gathered: Gathered
    ) -> tuple[Draft, TextSupport]:
        codes = frozenset(gathered.identifiers)
        writer = ExtractiveWriter()
        if self._compared:
            writer = ExtractiveWriter(_similarity(self._embedder, gathered), max_finalists=self._compared)
        draft = writer.write(question, candidates, identifiers=codes)
        found = assess(
            question.text, candidates, draft.support, identifiers=codes, language=question.language
        )
        return draft, TextSupport(found.sufficient, draft.support)

    def _expired(
        self, plan: Plan, question: Question, identity: Identity, gathered: Gathered
    ) -> list[Evidence]:
        """Permitted passages that are not in force, to say that what there is has expired."""
        asked = replace(question, text=plan.search_text, asked_at=plan.as_of)
        found = self._retriever.gather(
            asked, identity, self._candidates, vector=gathered.vector, in_force=False
        )
        cards = (each.evidence for each in found.candidates)
        return [card for card in cards if not card.validity.covers(plan.as_of)]

    def _deliver(
        self,
        plan: Plan,
        matrix: ClaimMatrix,
        draft: Draft,
        cards: Mapping[str, Evidence],
        identity: Identity,
        watch: Stopwatch,
    ) -> Answer:
        pack = self._governance.planner.pack
        high_impact = pack.classes[plan.question_class].high_impact
        with watch.stage("decide"):
            decision = decide(plan, matrix, high_impact=high_impact)
            if decision is Decision.CLARIFY and plan.clarification is None:
                plan = replace(plan, clarification=Clarification(slots_needed(matrix)[0]))
            written = write_covered(plan, pack, matrix, cards, draft, plan.language)
        with watch.stage("verify"):
            checked = verify_claims(plan, pack, matrix, written.claims, written.cards)
        outcome = Outcome(
            checked.decision(decision, high_impact=high_impact),
            matrix,
            checked.claims,
            written.cards,
            checked.verdicts,
        )
        with watch.stage("deliver"):
            return assemble(plan, pack, outcome, plan.language, identity.user)


def _is_bare(places: Places) -> bool:
    return not places.all and places.complete


def _cards(gathered: Gathered, reading: StateReading) -> dict[str, Evidence]:
    return {card.id: card for card in (*reading.cards, *(each.evidence for each in gathered.candidates))}


def _lacks_text(matrix: ClaimMatrix) -> bool:
    """Whether a critical fact that a document could state is stated by none."""
    return any(
        row.status is FactStatus.MISSING and not row.fact.individual
        for row in matrix.rows
        if row.fact.critical
    )


def _similarity(embedder: Embedder, gathered: Gathered) -> Similarity | None:
    """Cosines of the question with sentences, for the few finalists of a draft."""
    vector = gathered.vector
    if vector is None:
        return None

    def similarity(_: str, sentences: Sequence[str]) -> Sequence[float]:
        beginnings = [sentence[:COMPARED_CHARACTERS] for sentence in sentences]
        scores: Sequence[float] = (embedder.passages(beginnings) @ vector).tolist()
        return scores

    return similarity
