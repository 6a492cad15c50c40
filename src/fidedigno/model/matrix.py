"""The claim matrix: each required fact against the evidence, and why evidence was set aside.

Source: LMS evidence article, "answering demands demonstrating sufficiency".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from fidedigno.model.contract import FactKind, RequiredFact


class FactStatus(StrEnum):
    """What is known of a required fact."""

    COVERED = "covered"
    MISSING = "missing"
    CONFLICTING = "conflicting"
    EXPIRED = "expired"
    """Only evidence out of force states it."""
    UNVERIFIABLE = "unverifiable"
    """The system that knows it could not be asked, or did not answer in time."""


class DiscardReason(StrEnum):
    """Why a card does not count. Each is one rule, so that a person can be told which."""

    NOT_YET_IN_FORCE = "not_yet_in_force"
    NO_LONGER_IN_FORCE = "no_longer_in_force"
    SUPERSEDED = "superseded"
    OTHER_SCOPE = "other_scope"
    UNKNOWN_AUTHORITY = "unknown_authority"
    LOWER_AUTHORITY = "lower_authority"
    GENERAL_SCOPE = "general_scope"
    """A more specific scope rules, where the pack says so."""
    AMENDED = "amended"
    """A later text of the same authority says otherwise."""
    STATE_RULES = "state_rules"
    """The live state of the person rules over what a text says."""
    STALE = "stale"
    """A live reading older than its declared age."""
    NO_VERSION = "no_version"
    NOT_ALLOWED_FOR_FACT = "not_allowed_for_fact"


class ConflictKind(StrEnum):
    """In what two statements of equal authority differ."""

    INSTANT = "instant"
    AMOUNT = "amount"
    STATE = "state"
    NEGATION = "negation"
    MODEL = "model"
    """No rule sees a difference, and a configured language model says that both cannot be true."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What one card says about one fact.

    ``value`` is canonical: an ISO 8601 instant, an amount with its unit, a state's word, or empty for text.
    ``text`` is the exact stretch ``content[start:end]`` of the card that says it. ``timezone_known`` is
    false for an instant whose text and card leave it open. ``negated`` marks a statement that denies.
    """

    fact: str
    kind: FactKind
    value: str
    text: str
    evidence_id: str
    start: int = 0
    end: int = 0
    negated: bool = False
    timezone_known: bool = True


@dataclass(frozen=True, slots=True)
class Discard:
    """A card that was set aside: which, by which rule, for which fact (empty: for all), in favour of what."""

    evidence_id: str
    reason: DiscardReason
    fact: str = ""
    in_favour_of: str = ""


@dataclass(frozen=True, slots=True)
class FactRow:
    """One required fact: its status, the statements that carry it, and what stands against it."""

    fact: RequiredFact
    status: FactStatus
    statements: tuple[Statement, ...] = ()
    opposed: tuple[Statement, ...] = ()
    conflict: ConflictKind | None = None
    reason: str = ""
    """For ``unverifiable``: ``no_source``, ``source_error``, ``timed_out``, ``not_permitted`` ..."""

    def __post_init__(self) -> None:
        if (self.status is FactStatus.COVERED) != bool(self.statements and not self.opposed):
            raise ValueError("a fact is covered exactly when statements carry it and none opposes")
        if (self.status is FactStatus.CONFLICTING) != (self.conflict is not None):
            raise ValueError("a conflicting fact says in what")


@dataclass(frozen=True, slots=True)
class ClaimMatrix:
    """Every required fact of a contract, in its order, and every card that was set aside."""

    rows: tuple[FactRow, ...] = ()
    discards: tuple[Discard, ...] = field(default=())

    def row(self, fact: str) -> FactRow | None:
        """The row of a fact."""
        return next((each for each in self.rows if each.fact.name == fact), None)

    @property
    def gaps(self) -> tuple[FactRow, ...]:
        """The critical facts that are not covered."""
        return tuple(r for r in self.rows if r.fact.critical and r.status is not FactStatus.COVERED)
