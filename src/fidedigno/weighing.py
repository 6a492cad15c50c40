"""From what was gathered to the claim matrix: quoting, the rules of consolidation, and what has expired."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fidedigno.consolidate import (
    NEEDS_SLOT,
    TextSupport,
    compare_editions,
    cover_facts,
    select_relevant,
    set_aside,
    slot_open_for,
    tiers_of,
)
from fidedigno.draft import Draft
from fidedigno.gather import Gathered, HybridRetriever
from fidedigno.gather.state import StateReading
from fidedigno.model import (
    ClaimMatrix,
    Discard,
    Evidence,
    EvidenceKind,
    FactKind,
    FactStatus,
    Identity,
    Plan,
    Question,
)
from fidedigno.plan.general import GENERAL
from fidedigno.plan.pack import Pack
from fidedigno.quoting import Quoting
from fidedigno.stopwatch import Stopwatch

if TYPE_CHECKING:
    from fidedigno.consolidate.judged import Judge
    from fidedigno.language_model import LanguageModel

_IN_DOCUMENTS = frozenset({EvidenceKind.PASSAGE, EvidenceKind.RULE})


@dataclass(frozen=True, slots=True)
class Weighed:
    """The claim matrix, the sentences quoted for facts in words, and every card by its id."""

    matrix: ClaimMatrix = field(default_factory=ClaimMatrix)
    draft: Draft = field(default_factory=Draft)
    cards: Mapping[str, Evidence] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Weighing:
    """Weighs what was gathered by the rules of ``pack``. ``limit`` bounds the passages looked at. ``model``, where
    there is one, may find contradictions in words that the rules do not see."""

    pack: Pack
    retriever: HybridRetriever
    quoting: Quoting
    limit: int
    model: LanguageModel | None = None

    def weigh(
        self,
        question: Question,
        plan: Plan,
        identity: Identity,
        gathered: Gathered,
        reading: StateReading,
        watch: Stopwatch,
    ) -> Weighed:
        """Consolidate passages and live state. ``question`` is with what a follow-up left out."""
        passages = tuple(each.evidence for each in gathered.candidates)
        cards = {card.id: card for card in (*reading.cards, *passages)}
        if self.pack.classes[plan.question_class].all_editions:
            with watch.stage("consolidate"):
                return Weighed(compare_editions(plan, self.pack, passages), Draft(), cards)
        gaps = dict(reading.gaps)
        with watch.stage("draft"):
            draft, support, aside = self._quote(question, plan, gathered, gaps)
        judge = self._judge(plan)
        with watch.stage("consolidate"):
            matrix = cover_facts(
                plan, self.pack, cards.values(), text_support=support, unverifiable=gaps, judge=judge
            )
        if self.pack is not GENERAL and plan.contract.route.reads_passages and _lacks_text(matrix):
            with watch.stage("expired"):
                expired = self._expired(question, plan, identity, gathered)
                matrix = cover_facts(
                    plan,
                    self.pack,
                    cards.values(),
                    text_support=support,
                    unverifiable=gaps,
                    expired_cards=expired,
                    judge=judge,
                )
        matrix = replace(matrix, discards=tuple(dict.fromkeys((*matrix.discards, *aside))))
        return Weighed(matrix, draft, cards)

    def _judge(self, plan: Plan) -> Judge | None:
        if self.model is None:
            return None
        from fidedigno.consolidate.ask_model import ModelJudge

        return ModelJudge(self.model, plan.language)

    def _quote(
        self, question: Question, plan: Plan, gathered: Gathered, gaps: dict[str, str]
    ) -> tuple[Draft, TextSupport, tuple[Discard, ...]]:
        """Quotes for facts in words, of the first tier that suffices, and what gave way to it.

        Where the best of them holds for one course or group only and the plan
        leaves open which, nothing is quoted and the slot is what is missing."""
        told = [
            fact.name for fact in plan.contract.facts if fact.kind is FactKind.TEXT and not fact.individual
        ]
        if not told or not gathered.candidates:
            return Draft(), TextSupport(), ()
        relevant = select_relevant(plan, self.pack, gathered.candidates)
        draft, support = self.quoting.quote(question, relevant, gathered)
        if not draft.claims or not support.sufficient:
            return draft, support, ()
        slot = slot_open_for(plan, self.pack, draft.claims[0].evidence)
        if slot:
            gaps.update(dict.fromkeys(told, NEEDS_SLOT + slot))
            return Draft(), TextSupport(), ()
        wanted = tuple(claim.evidence for claim in draft.claims)
        for tier in tiers_of(plan, self.pack, relevant):
            if len(tier) == len(relevant):
                break
            stronger, suffices = self.quoting.quote(question, tier, gathered)
            if stronger.claims and suffices.sufficient:
                draft, support = stronger, suffices
                break
        quoted = tuple(claim.evidence for claim in draft.claims)
        return draft, support, set_aside(plan, self.pack, quoted, wanted)

    def _expired(
        self, question: Question, plan: Plan, identity: Identity, gathered: Gathered
    ) -> list[Evidence]:
        """Permitted passages that are not in force, to say that what there is has expired."""
        found = self.retriever.gather(
            replace(question, asked_at=plan.as_of),
            identity,
            self.limit,
            vector=gathered.vector,
            in_force=False,
            live=gathered.live,
        )
        cards = (each.evidence for each in found.candidates)
        return [card for card in cards if not card.validity.covers(plan.as_of)]


def _lacks_text(matrix: ClaimMatrix) -> bool:
    """Whether a critical fact that a document could state is stated by none."""
    return any(
        row.status is FactStatus.MISSING
        and row.fact.critical
        and not row.fact.kinds.isdisjoint(_IN_DOCUMENTS)
        for row in matrix.rows
    )
