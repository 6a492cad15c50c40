"""What a question needs: facts, who may supply each, and where the answer to it is looked for.

Source: LMS evidence article, "the question must be classified before searching" and "answering demands
demonstrating sufficiency".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from fidedigno.model.evidence import EvidenceKind


class FactKind(StrEnum):
    """What a fact's value is; it decides how two statements of it are compared."""

    TEXT = "text"
    """An explanation or rule in words: any sufficient passage, compared by its numbers and negations."""
    INSTANT = "instant"
    """A moment; the value is ISO 8601 with its offset, or without one where the timezone is not known."""
    AMOUNT = "amount"
    """A number with its unit (``25 %``, ``10 points``)."""
    STATE = "state"
    """A word of a closed list that a live system answers (``open``, ``submitted``, ``none``)."""
    ZONE = "zone"
    """The timezone of the instants of an answer; known where a live system or a stated instant tells it."""


class Route(StrEnum):
    """Where a class of questions is answered from."""

    PASSAGES = "passages"
    STATE = "state"
    PASSAGES_AND_STATE = "passages_and_state"
    REFUSE_ACTION = "refuse_action"
    OUT_OF_SCOPE = "out_of_scope"

    @property
    def answers(self) -> bool:
        """Whether anything is looked for at all."""
        return self.reads_passages or self.reads_state

    @property
    def reads_passages(self) -> bool:
        """Whether documents are searched."""
        return self in {Route.PASSAGES, Route.PASSAGES_AND_STATE}

    @property
    def reads_state(self) -> bool:
        """Whether a live system is asked."""
        return self in {Route.STATE, Route.PASSAGES_AND_STATE}


@dataclass(frozen=True, slots=True)
class RequiredFact:
    """One fact of a contract.

    ``authorities`` are the steps of the pack's ladder that may supply it, strongest first; empty means
    any. ``kinds`` are the kinds of card that may. ``individual`` facts are about the asking person and come
    from live state only: their absence in a document proves nothing. A gap in a ``critical`` fact forbids
    a full answer. A fact that is not ``told`` serves to conclude and to check, and is not in the answer.
    """

    name: str
    kind: FactKind
    critical: bool = True
    authorities: tuple[str, ...] = ()
    kinds: frozenset[EvidenceKind] = frozenset({EvidenceKind.PASSAGE, EvidenceKind.RULE, EvidenceKind.STATE})
    individual: bool = False
    told: bool = True

    def __post_init__(self) -> None:
        if self.individual and self.kinds != frozenset({EvidenceKind.STATE}):
            raise ValueError(f"fact {self.name!r}: an individual fact comes from state cards only")


@dataclass(frozen=True, slots=True)
class EvidenceContract:
    """The facts that must be there before a question of one class may be answered, and its scope slots.

    ``slots`` are those without which the question has no definite meaning (course, activity, group ...).
    """

    question_class: str
    route: Route
    facts: tuple[RequiredFact, ...] = ()
    slots: tuple[str, ...] = ()

    def fact(self, name: str) -> RequiredFact | None:
        """The required fact of that name."""
        return next((each for each in self.facts if each.name == name), None)


class SlotOrigin(StrEnum):
    """Where the value of a slot came from, from the strongest to the weakest."""

    QUESTION = "question"
    CONVERSATION = "conversation"
    CONTEXT = "context"
    IDENTITY = "identity"
    ONLY_CHOICE = "only_choice"
    """The person has exactly one (one course, one open activity)."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A value of the question's scope. ``value`` is the identifier used in cards; ``label`` is shown."""

    name: str
    value: str
    origin: SlotOrigin
    label: str = ""


@dataclass(frozen=True, slots=True)
class Moment:
    """A day or an instant that the question names, resolved in the course's timezone.

    ``start`` (included) and ``end`` (excluded) bound it; both carry the timezone. ``text`` is the stretch
    of the question that says it. ``exact`` is true where an hour was given.
    """

    text: str
    start: datetime
    end: datetime
    exact: bool = False

    def __post_init__(self) -> None:
        if self.start.tzinfo is None or self.end.tzinfo is None or self.start >= self.end:
            raise ValueError("a moment needs two ordered instants with a timezone")


@dataclass(frozen=True, slots=True)
class Clarification:
    """Why a question cannot be planned yet: what must be asked, with the choices that the person may see.

    ``about`` is the slot or ``class``; ``choices`` are labels, never things beyond the person's rights.
    """

    about: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The contract of one question of one person at one moment.

    ``confidence`` is the calibrated probability of the class. ``as_of`` is the moment at which evidence
    must be in force: now, or the past date that the question asks about. ``asked_moment`` is the day or
    hour that the question is about ("on Monday"), which is not ``as_of``. ``search_text`` is what to
    search for: the question with what a follow-up leaves out put back. ``language`` is the answer's.
    """

    pack: str
    pack_version: str
    contract: EvidenceContract
    confidence: float
    as_of: datetime
    timezone: str
    slots: Mapping[str, Slot]
    search_text: str
    language: str = "es"
    alternatives: tuple[tuple[str, float], ...] = ()
    asked_moment: Moment | None = None
    clarification: Clarification | None = None
    unfilled: tuple[str, ...] = ()
    """Slots without which the question has no meaning, that nothing fills and no reply could fill."""
    restricted: bool = False
    """Whether the most restrictive route was taken because the class was in doubt."""
    chosen_by: str = "classifier"
    """What chose the class: ``classifier``, or ``language_model`` where one was configured and the classifier
    was in doubt; ``confidence`` is the classifier's in both."""

    @property
    def question_class(self) -> str:
        """The class of the question."""
        return self.contract.question_class

    def slot(self, name: str) -> str | None:
        """The value of a slot, where it is filled."""
        filled = self.slots.get(name)
        return filled.value if filled else None
