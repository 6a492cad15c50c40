"""The answer and the decision behind it (LMS evidence article, response contract)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from fidedigno.model.evidence import Evidence


class Decision(StrEnum):
    """What the system does with a question."""

    ANSWER = "answer"
    ANSWER_LIMITED = "answer_limited"
    CLARIFY = "clarify"
    CONFLICT = "conflict"
    ABSTAIN = "abstain"
    ESCALATE = "escalate"
    REFUSE_ACTION = "refuse_action"


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement of the answer and the evidence that carries it.

    In an extractive answer ``text`` is a verbatim slice of the evidence's source.
    """

    text: str
    evidence_ids: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.evidence_ids:
            raise ValueError("a claim needs evidence")


@dataclass(frozen=True, slots=True)
class Answer:
    """What is delivered: claims each with evidence, or a message where there is none to give.

    ``message`` is the system's own wording (a refusal, a clarification) and is never mixed into the
    claims; an answer has claims or a message, not both a refusal and claims.
    """

    id: str
    decision: Decision
    claims: tuple[Claim, ...]
    evidence: tuple[Evidence, ...]
    message: str
    language: str
    answered_at: datetime

    def __post_init__(self) -> None:
        known = {card.id for card in self.evidence}
        cited = {each for claim in self.claims for each in claim.evidence_ids}
        if cited - known:
            raise ValueError("a claim cites evidence that the answer does not carry")
        if known - cited:
            raise ValueError("the answer carries evidence that no claim cites")
        if self.decision is Decision.ABSTAIN and self.claims:
            raise ValueError("an abstention makes no claim")
        if self.decision is Decision.ANSWER and not self.claims:
            raise ValueError("an answer makes a claim")

    @property
    def text(self) -> str:
        """The claims one after another, or the message where there are none."""
        return "\n".join(claim.text for claim in self.claims) if self.claims else self.message
