"""The record of one answer: which plan, which sources, which decisions, how long; never what was said.

The format is documented field by field below and in :mod:`fidedigno.trace.format`; it changes only
together with :data:`TRACE_VERSION`. Source: LMS evidence article, "this taxonomy changes observability".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType

from fidedigno.access import LiveOutcome
from fidedigno.model import ConflictKind, Decision, DiscardReason, EvidenceKind, FactStatus, Route, Support

TRACE_VERSION = 3
"""Version 1 had no ``kind``, ``key``, ``scope``, ``assistant``, ``filter``, ``refusal``, ``errors`` and
``live_checks``; version 2 no ``quality``."""


class Asked(StrEnum):
    """What was asked for."""

    ANSWER = "answer"
    SEARCH = "search"
    """Passages alone; nothing was decided."""


class Use(StrEnum):
    """What became of a card."""

    CITED = "cited"
    """A claim or a declared conflict of the answer rests on it."""
    DISCARDED = "discarded"
    """A rule set it aside."""
    CONSIDERED = "considered"
    """It was at hand and nothing rested on it."""


@dataclass(frozen=True, slots=True)
class SourceUse:
    """A card by its references.

    ``evidence`` is the id of a passage, or the fingerprint of another card's id (the id of a live reading
    may name a person). ``document`` is 0 where no document is behind it; ``version`` is the label of the
    version, or its fingerprint where the label is not a plain number or date.
    """

    evidence: str
    document: int
    version: str
    kind: EvidenceKind
    use: Use


@dataclass(frozen=True, slots=True)
class FactTrace:
    """A required fact: what was known of it, and the references of the cards for and against it."""

    name: str
    critical: bool
    status: FactStatus
    evidence: tuple[str, ...] = ()
    opposed: tuple[str, ...] = ()
    conflict: ConflictKind | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DiscardTrace:
    """A card that a rule set aside, for one fact or (empty) for all, and in favour of which."""

    evidence: str
    reason: DiscardReason
    fact: str = ""
    in_favour_of: str = ""


@dataclass(frozen=True, slots=True)
class VerdictTrace:
    """What verification said of the claim at position ``claim`` (from 0)."""

    claim: int
    support: Support
    reason: str
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class LiveError:
    """A live source that did not answer: which kind of source, and the code of the reason."""

    source: str
    code: str


@dataclass(frozen=True, slots=True)
class LiveCheckTrace:
    """What came of asking a source whether the person might read a document. For auditors only."""

    document: int
    outcome: LiveOutcome


@dataclass(frozen=True, slots=True)
class FilterTrace:
    """The result of the permission filter, in numbers and never by what: how many corpora and access classes were
    open to the person, and how many documents of those corpora a change in progress kept closed. For auditors
    only: to the person who asked, a count would tell of what they may not see."""

    corpora: int
    classes: int
    held_back: int = 0


@dataclass(frozen=True, slots=True)
class QualityTrace:
    """How the checks of the draft came out, in numbers and codes: the score of what is left of it and its route, the
    risk of the whole and the checks that fired, and how many claims were left out."""

    score: float
    routing: str
    risk: str
    triggered: tuple[str, ...] = ()
    left_out: int = 0


def _none() -> Mapping[str, float]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Trace:
    """Everything that is kept of one answer.

    ``user`` is a pseudonym, empty for somebody unknown. ``epoch`` is the permission epoch of the identity.
    ``plan_hash`` covers class, contract, filled slots (their values hashed first), moment and route;
    ``shape_hash`` the same without the moment, so that the plans of two days can be compared.
    ``confidence`` is a tenth (``0.8-0.9``). ``asked_for`` is the slot that a clarification asked for.
    ``chosen_by`` says who chose the class, ``classifier`` or ``language_model``.
    ``milliseconds`` are by stage. ``cut`` names the lists that were too long to be kept whole.

    ``decision`` is ``None`` where none was taken: for a search, and where an error came first. ``key`` is the id
    of the key of the pseudonym. ``scope`` holds fingerprints of the corpora that were asked for (none: all),
    ``assistant`` that of the assistant's name. ``filter`` is ``None`` where it could not be told. ``refusal`` is
    the code of why there was no answer, ``errors`` the codes of what failed. ``quality`` is ``None`` where nothing
    was drafted.
    """

    answer_id: str
    tenant: str
    user: str
    epoch: int
    answered_at: datetime
    language: str
    decision: Decision | None
    pack: str = ""
    pack_version: str = ""
    plan_hash: str = ""
    shape_hash: str = ""
    question_class: str = ""
    route: Route | None = None
    confidence: str = ""
    chosen_by: str = ""
    restricted: bool = False
    asked_for: str = ""
    sources: tuple[SourceUse, ...] = ()
    facts: tuple[FactTrace, ...] = ()
    discards: tuple[DiscardTrace, ...] = ()
    verdicts: tuple[VerdictTrace, ...] = ()
    live_errors: tuple[LiveError, ...] = ()
    live_checks: tuple[LiveCheckTrace, ...] = ()
    milliseconds: Mapping[str, float] = field(default_factory=_none)
    cut: frozenset[str] = frozenset()
    kind: Asked = Asked.ANSWER
    key: str = ""
    scope: tuple[str, ...] = ()
    assistant: str = ""
    filter: FilterTrace | None = None
    refusal: str = ""
    errors: tuple[str, ...] = ()
    quality: QualityTrace | None = None
    version: int = TRACE_VERSION

    def __post_init__(self) -> None:
        if self.answered_at.tzinfo is None:
            raise ValueError("answered_at needs a timezone")
        object.__setattr__(self, "milliseconds", MappingProxyType(dict(self.milliseconds)))

    @property
    def documents(self) -> frozenset[int]:
        """Every document that the record names."""
        asked_about = frozenset(each.document for each in self.live_checks)
        return asked_about | frozenset(each.document for each in self.sources if each.document)

    @property
    def cited_documents(self) -> frozenset[int]:
        """The documents that the answer rests on: who may not read them all may not read the record."""
        return frozenset(each.document for each in self.sources if each.use is Use.CITED and each.document)

    @property
    def conflicts(self) -> tuple[ConflictKind, ...]:
        """The kinds of conflict that were found, each once."""
        return tuple(dict.fromkeys(each.conflict for each in self.facts if each.conflict is not None))
