"""What happened with one question: what each stage left behind."""

from __future__ import annotations

from dataclasses import dataclass

from fidedigno.model import (
    SPOKEN,
    Answer,
    Claim,
    ClaimMatrix,
    Evidence,
    EvidenceKind,
    FactStatus,
    Plan,
    Support,
)
from fidedigno.trace.plain import chunk_of


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a question.

    ``cards`` are all that were gathered or read live, whether used or not. ``drafted`` are the claims before
    verification, to whose positions the answer's verdicts refer; ``None`` where they were not kept: then the
    delivered ones stand for them.
    """

    answer: Answer
    plan: Plan | None = None
    cards: tuple[Evidence, ...] = ()
    drafted: tuple[Claim, ...] | None = None

    @property
    def matrix(self) -> ClaimMatrix:
        """The claim matrix."""
        return self.answer.matrix

    @property
    def answers(self) -> bool:
        """Whether something was stated."""
        return self.answer.decision in SPOKEN

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims that verification looked at."""
        return self.answer.claims if self.drafted is None else self.drafted

    @property
    def known(self) -> dict[str, Evidence]:
        """Every card by its id."""
        return {card.id: card for card in (*self.cards, *self.answer.evidence)}

    def is_set_aside(self, card: Evidence) -> bool:
        """Whether a rule set a card aside for any fact: itself, or the chunk of which it is a stretch."""
        gone = {each.evidence_id for each in self.matrix.discards}
        return card.id in gone or ((chunk := chunk_of(card.id)) is not None and chunk in gone)

    @property
    def rejected(self) -> frozenset[int]:
        """The positions of claims that verification did not support."""
        return frozenset(each.claim for each in self.answer.verdicts if each.support is not Support.SUPPORTED)

    def is_live(self, fact: str) -> bool:
        """Whether a fact comes from live state only."""
        row = self.matrix.row(fact)
        required = row.fact if row else self.plan.contract.fact(fact) if self.plan else None
        return required is not None and required.kinds == frozenset({EvidenceKind.STATE})

    def status(self, fact: str) -> FactStatus | None:
        """What the matrix says of a fact."""
        row = self.matrix.row(fact)
        return row.status if row else None

    def holds(self, claim: Claim) -> bool:
        """Whether a claim stands word for word in a card that it cites; a derived one is left to its facts."""
        cards = (self.known.get(each) for each in claim.evidence_ids)
        contents = [card.content for card in cards if card is not None]
        text = " ".join(claim.text.split())
        return claim.derived or any(text in " ".join(each.split()) for each in contents)
