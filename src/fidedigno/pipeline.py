"""The way of a question, in order. Only this module knows which room comes after which.

question + identity → plan → gather (passages and live state) → consolidate → decide → draft → verify
→ deliver
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fidedigno.access import LiveOutcome
from fidedigno.consolidate.decide import decide, slots_needed
from fidedigno.deliver import Outcome, assemble
from fidedigno.draft import write_covered
from fidedigno.errors import FidedignoError
from fidedigno.gather import Gathered, HybridRetriever
from fidedigno.gather.state import NoStateSource, StateReading, StateSource
from fidedigno.ingest.embed import Embedder
from fidedigno.ingest.language import language_of
from fidedigno.model import Answer, ClaimMatrix, Decision, Identity, Plan, Quality, Question
from fidedigno.plan.assistants import NO_ASSISTANTS, Assistants, Reach
from fidedigno.plan.declared import NOWHERE, DeclaredPlaces
from fidedigno.plan.general import GENERAL, OneClass
from fidedigno.plan.places import Places
from fidedigno.plan.planner import Planner, ask_for
from fidedigno.quoting import Quoting
from fidedigno.stopwatch import Stopwatch
from fidedigno.verify import Checked, verify_claims
from fidedigno.verify.inspector import Inspector
from fidedigno.verify.own_evidence import usual_inspector
from fidedigno.verify.quality import quality_of
from fidedigno.weighing import Weighed, Weighing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fidedigno.language_model import LanguageModel

NOTHING_GATHERED = Gathered(())


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, how it came about, and the seconds that each stage took.

    ``matrix``, ``checked`` and ``quality`` are whole here; an answer without claims carries none of them.
    """

    answer: Answer
    plan: Plan
    gathered: Gathered
    reading: StateReading
    matrix: ClaimMatrix
    seconds: Mapping[str, float]
    question: Question
    checked: Checked = field(default_factory=Checked)
    quality: Quality | None = None

    @property
    def live_checks(self) -> Mapping[int, LiveOutcome]:
        """What came of asking sources about documents, by document. For operators, never for who asked."""
        return {} if self.gathered.live is None else self.gathered.live.outcomes


@dataclass(frozen=True, slots=True)
class Governance:
    """How questions are planned and where state is read: the pack's planner, places and live source.
    ``timezone`` is that of dates where no course says its own. ``model``, where there is one, may find
    contradictions in words; that of the planner may choose a class in doubt. ``inspector`` holds the checks of what
    is drafted; it remembers nothing of it."""

    planner: Planner = field(default_factory=lambda: Planner(GENERAL, OneClass()))
    declared: DeclaredPlaces = NOWHERE
    state: StateSource = field(default_factory=NoStateSource)
    timezone: str = "UTC"
    model: LanguageModel | None = None
    assistants: Assistants = NO_ASSISTANTS
    inspector: Inspector = field(default_factory=usual_inspector)


Recorder = Callable[[Answered, Identity], None]
FailureRecorder = Callable[[Question, Identity, str], None]
"""Is told of a question that an error ended, with the code of the error."""


class Pipeline:
    """Answers questions for identities. ``record`` is told of every answer, ``failed`` of every one that failed."""

    def __init__(
        self,
        retriever: HybridRetriever,
        embedder: Embedder,
        candidates: int,
        compared_sentences: int = 6,
        governance: Governance | None = None,
        record: Recorder | None = None,
        failed: FailureRecorder | None = None,
    ) -> None:
        self._retriever = retriever
        self._candidates = candidates
        self._governance = governance or Governance()
        self._pack = self._governance.planner.pack
        quoting = Quoting(embedder, compared_sentences)
        self._weighing = Weighing(self._pack, retriever, quoting, candidates, self._governance.model)
        self._record = record
        self._failed = failed
        self._threads = ThreadPoolExecutor(4, thread_name_prefix="fidedigno-state")

    def gather(
        self, question: Question, identity: Identity, limit: int | None = None, *, in_force: bool = True
    ) -> Gathered:
        """Find permitted passages only; nothing is written. Those out of force too, if asked for."""
        question, _ = self._within_reach(question, identity)
        return self._retriever.gather(question, identity, limit or self._candidates, in_force=in_force)

    def answer(self, question: Question, identity: Identity) -> Answered:
        """Answer from governed evidence, or say what is missing, or abstain with the neutral refusal."""
        try:
            return self._answer(question, identity)
        except FidedignoError as error:
            if self._failed is not None:
                self._failed(question, identity, error.code)
            raise

    def _answer(self, question: Question, identity: Identity) -> Answered:
        """The order of retrieval is that of the permissions article, its seven steps numbered below. No text of a
        document is read before step 4, and nothing is taken out of what was found for want of a right."""
        watch = Stopwatch()
        question = replace(question, language=question.language or language_of(question.text))
        # 1. Who asks, with all their groups: ``identity``. Each filter makes sure that the directory still
        #    says so.
        # 2. Which assistant is asked, and what it may look in.
        question, reach = self._within_reach(question, identity)
        with watch.stage("places"):
            places = self._places(identity, reach)
        with watch.stage("plan"):
            plan, vector = self._plan(question, places)
        reading, gathered, weighed = StateReading(), NOTHING_GATHERED, Weighed()
        if plan.clarification is None and not plan.unfilled and plan.contract.route.answers:
            # 3. The filter: corpora and sensitivity (``asked.scope``), freshness (``asked.moment``), and the
            #    access lists that the identity meets; the engine applies it inside every search.
            asked = replace(question, text=plan.search_text, asked_at=plan.as_of)
            with watch.stage("gather"):
                # 4. Passages of permitted sources, and state as the person may see it. 5. Their ranks fused.
                reading, gathered = self._gather(asked, plan, identity, vector, reach)
            weighed = self._weighing.weigh(asked, plan, identity, gathered, reading, watch)
        # 6. The answer with its references. 7. A refusal, or a person, where the sources do not suffice.
        answer, checked, quality = self._deliver(plan, places, weighed, identity, watch)
        seconds = watch.seconds(gathered.seconds)
        done = Answered(answer, plan, gathered, reading, weighed.matrix, seconds, question, checked, quality)
        if self._record is not None:
            self._record(done, identity)
        return done

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(wait=True, cancel_futures=True)
        self._retriever.close()

    def _within_reach(self, question: Question, identity: Identity) -> tuple[Question, Reach]:
        reach = self._governance.assistants.reach_of(question.assistant, identity)
        return replace(question, within=reach.scope), reach

    def _places(self, identity: Identity, reach: Reach) -> Places:
        declared = self._governance.declared.seen_by(identity)
        if not reach.live_state:
            return declared
        live = self._governance.state.places(identity)
        return declared if not live.all and live.complete else live

    def _plan(self, question: Question, places: Places) -> tuple[Plan, NDArray[np.float32] | None]:
        """The plan, and the question's vector where planning needed it."""
        governed = self._pack is not GENERAL
        vector = self._retriever.embed(question) if governed else None
        timezone = self._governance.timezone
        plan = self._governance.planner.plan(question, places, timezone=timezone, vector=vector)
        return plan, vector if plan.search_text == question.text else None

    def _gather(
        self,
        question: Question,
        plan: Plan,
        identity: Identity,
        vector: NDArray[np.float32] | None,
        reach: Reach,
    ) -> tuple[StateReading, Gathered]:
        """Live state and passages, side by side."""
        state: Future[StateReading] | None = None
        if plan.contract.route.reads_state and reach.live_state:
            state = self._threads.submit(self._governance.state.read, plan, identity, self._pack)
        gathered = NOTHING_GATHERED
        if plan.contract.route.reads_passages:
            in_force = not self._pack.classes[plan.question_class].all_editions
            gathered = self._retriever.gather(
                question, identity, self._candidates, vector=vector, in_force=in_force
            )
        return (state.result() if state else StateReading()), gathered

    def _deliver(
        self, plan: Plan, places: Places, weighed: Weighed, identity: Identity, watch: Stopwatch
    ) -> tuple[Answer, Checked, Quality | None]:
        """Decide, write what is covered, verify it, and put the answer together."""
        matrix, high_impact = weighed.matrix, self._pack.classes[plan.question_class].high_impact
        inspector = self._governance.inspector
        with watch.stage("deliver"):
            decision = decide(plan, matrix, high_impact=high_impact)
            if decision is Decision.CLARIFY and plan.clarification is None:
                plan = replace(plan, clarification=ask_for(slots_needed(matrix)[0], plan, places))
            written = write_covered(plan, self._pack, matrix, weighed.cards, weighed.draft, plan.language)
        with watch.stage("verify"):
            checked = verify_claims(plan, self._pack, matrix, written.claims, written.cards, inspector)
            decision = checked.decision(decision, high_impact=high_impact)
            quality = quality_of(checked, decision, inspector.settings)
        with watch.stage("deliver"):
            outcome = Outcome(decision, matrix, checked.claims, written.cards, checked.verdicts, quality)
            return assemble(plan, self._pack, outcome, plan.language, identity.user), checked, quality
