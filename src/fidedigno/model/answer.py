"""The answer and the decision behind it (LMS evidence article, response contract)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType

from fidedigno.model.evidence import Evidence
from fidedigno.model.matrix import ClaimMatrix
from fidedigno.model.quality import Quality
from fidedigno.model.verdict import Verdict


class Decision(StrEnum):
    """What the system does with a question."""

    ANSWER = "answer"
    ANSWER_LIMITED = "answer_limited"
    CLARIFY = "clarify"
    CONFLICT = "conflict"
    ABSTAIN = "abstain"
    ESCALATE = "escalate"
    REFUSE_ACTION = "refuse_action"


SPOKEN = frozenset({Decision.ANSWER, Decision.ANSWER_LIMITED, Decision.CONFLICT})
"""The decisions with which claims are told."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement of the answer and the evidence that carries it.

    In an extractive answer ``text`` is a verbatim slice of the evidence's source. A ``derived`` claim is
    the system's own conclusion from stated values (a date that is before a deadline), in its own words.
    ``fact`` is the required fact that the claim states, where the plan has one.
    """

    text: str
    evidence_ids: tuple[str, ...]
    fact: str = ""
    derived: bool = False

    def __post_init__(self) -> None:
        if not self.evidence_ids:
            raise ValueError("a claim needs evidence")


@dataclass(frozen=True, slots=True)
class Uncertainty:
    """A fact that is not settled, said as a state and not hidden in a sentence.

    ``status`` is that of the claim matrix; ``message`` says it in the answer's language, ``evidence_ids``
    are the cards on both sides of a conflict.
    """

    fact: str
    status: str
    message: str
    evidence_ids: tuple[str, ...] = ()


def _nothing() -> Mapping[str, str]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Answer:
    """What is delivered, in the five elements of the response contract.

    Direct answer (``claims``, limited to what is covered), ``evidence`` per claim, ``scope`` (course,
    group, user, date, as labels), ``uncertainty`` as states, and ``next_action``, the safe thing to do.
    ``message`` is the system's own wording (a refusal, a clarification) and is never mixed into the
    claims. ``matrix`` and ``verdicts`` are how it was reached; they name nothing beyond ``evidence``
    except ids of cards that the person may read. ``quality`` says how the checks came out; there is none where
    nothing is claimed.
    """

    id: str
    decision: Decision
    claims: tuple[Claim, ...]
    evidence: tuple[Evidence, ...]
    message: str
    language: str
    answered_at: datetime
    scope: Mapping[str, str] = field(default_factory=_nothing)
    uncertainty: tuple[Uncertainty, ...] = ()
    next_action: str = ""
    question_class: str = ""
    matrix: ClaimMatrix = field(default_factory=ClaimMatrix)
    verdicts: tuple[Verdict, ...] = ()
    quality: Quality | None = None

    def __post_init__(self) -> None:
        known = {card.id for card in self.evidence}
        cited = {each for claim in self.claims for each in claim.evidence_ids}
        cited |= {each for doubt in self.uncertainty for each in doubt.evidence_ids}
        if cited - known:
            raise ValueError("a claim or conflict cites evidence that the answer does not carry")
        if known - cited:
            raise ValueError("the answer carries evidence that no claim cites")
        if self.decision is Decision.ABSTAIN and self.claims:
            raise ValueError("an abstention makes no claim")
        if self.decision is Decision.ANSWER and not self.claims:
            raise ValueError("an answer makes a claim")
        object.__setattr__(self, "scope", MappingProxyType(dict(self.scope)))

    @property
    def text(self) -> str:
        """The claims one after another, or the message where there are none."""
        return "\n".join(claim.text for claim in self.claims) if self.claims else self.message
