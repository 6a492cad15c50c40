"""The queue for people: answers that were handed to a person, for auditors, by ids and reasons and no text.

Source: LMS evidence article, "when the impact is high or the result is not conclusive, it forces abstention or
human review".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from fidedigno.errors import NotAvailableError, UsageError
from fidedigno.model import Decision, FactStatus, Identity, Principal, Support
from fidedigno.trace.describe import Labels
from fidedigno.trace.reader import TraceReader
from fidedigno.trace.record import Trace
from fidedigno.trace.store import MAX_PAGE
from fidedigno.trace.wording import say_code
from fidedigno.verify.messages import say_reason

if TYPE_CHECKING:
    from fidedigno.plan.pack import Pack

MAX_LOOKS = 100
"""How often the records are looked at for one page; where they hold few that wait, a page may come short."""


@dataclass(frozen=True, slots=True)
class Why:
    """One reason: ``about`` is a fact of the contract, or the number of a claim from 1; ``code`` is the status of
    the fact or the verdict on the claim, ``detail`` the kind of conflict or the rule that gave the verdict."""

    about: str
    code: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Waiting:
    """An answer that waits for a person. It is opened with ``why``."""

    answer_id: str
    question_class: str
    answered_at: datetime
    reasons: tuple[Why, ...]

    def as_dict(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "answer": self.answer_id,
            "class": self.question_class,
            "at": self.answered_at.isoformat(),
            "reasons": [
                {"about": each.about, "code": each.code, "detail": each.detail} for each in self.reasons
            ],
        }

    def says(self, language: str, pack: Pack | None = None) -> str:
        """The reasons in one line for people."""
        labels = Labels(language, pack)
        return "; ".join(_says(each, labels, language) for each in self.reasons)


@dataclass(frozen=True, slots=True)
class Queue:
    """A page, newest first. ``following`` is where the next begins; ``None`` where there is no more. A page may
    hold fewer than were asked for, and none, and still have one that follows."""

    items: tuple[Waiting, ...]
    following: int | None

    def as_dict(self) -> dict[str, Any]:
        """For ``--json``."""
        return {"waiting": [each.as_dict() for each in self.items], "following": self.following}


def waiting_for_review(
    reader: TraceReader,
    identity: Identity,
    auditors: Iterable[Principal],
    *,
    before: int | None = None,
    size: int = 50,
) -> Queue:
    """Answers whose decision is ``escalate``, for an auditor.

    Raises:
        NotAvailableError: for anybody else, whether there are any or not; or if the store cannot be read.
        UsageError: if ``size`` is not between 1 and 200.
    """
    if identity.principals.isdisjoint(auditors):  # a disabled account holds none
        raise NotAvailableError("not available")
    if not 1 <= size <= MAX_PAGE:
        raise UsageError(f"a page has between 1 and {MAX_PAGE} records", "give another size")
    found: list[Waiting] = []
    following = before
    for _ in range(MAX_LOOKS):
        # Never more are read than are wanted, so that the next page begins right after the last one told.
        opened, following = reader.recent(identity, before=following, size=size - len(found))
        found += (
            waiting_of(each.trace)
            for each in opened
            if each.as_auditor and each.trace.decision is Decision.ESCALATE
        )
        if following is None or len(found) == size:
            break
    return Queue(tuple(found), following)


def waiting_of(trace: Trace) -> Waiting:
    """What the queue tells of a record."""
    return Waiting(trace.answer_id, trace.question_class, trace.answered_at, tuple(_reasons(trace)))


def _reasons(trace: Trace) -> Iterator[Why]:
    for fact in trace.facts:
        if fact.critical and fact.status is not FactStatus.COVERED:
            yield Why(fact.name, fact.status.value, fact.conflict.value if fact.conflict else fact.reason)
    for verdict in trace.verdicts:
        if verdict.support is not Support.SUPPORTED:
            yield Why(str(verdict.claim + 1), verdict.support.value, verdict.reason)


def _says(why: Why, labels: Labels, language: str) -> str:
    of_claim = why.about.isdecimal()
    name = f"#{why.about}" if of_claim else labels.fact(why.about)
    said = f"{name}: {say_code('support' if of_claim else 'status', why.code, language)}"
    if not why.detail:
        return said
    known = (say_code(kind, why.detail, language) for kind in ("conflict", "reason"))
    otherwise = say_reason(why.detail, language)
    return f"{said} ({next((each for each in known if each != why.detail), otherwise)})"
