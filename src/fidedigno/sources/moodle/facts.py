"""What a live reading says: each fact by itself, with when it was read and whether it could be.

*Known* has a value; *none* means that Moodle says there is none; *unverifiable* means that nothing was
learnt, and is never to be taken for none.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Generic, TypeVar

from fidedigno.sources.moodle.errors import (
    MoodleError,
    MoodleNotAvailableError,
    MoodleRevokedError,
    MoodleUnknownError,
    UnknownCause,
)

T = TypeVar("T")


class ReadStatus(StrEnum):
    """What a fact is."""

    KNOWN = "known"
    NONE = "none"
    UNVERIFIABLE = "unverifiable"


class Reason(StrEnum):
    """Why a fact could not be verified."""

    NOT_PERMITTED = "not_permitted"
    """Hidden, absent, of another course, not enrolled any more, suspended, or a token that does not count:
    one reason, because telling them apart would tell what exists."""
    SOURCE_ERROR = "source_error"
    TIMED_OUT = "timed_out"
    NO_SOURCE = "no_source"
    """The account that reads cannot be told this, whatever the answer would be."""


@dataclass(frozen=True, slots=True)
class Fact(Generic[T]):
    """One fact. ``read_at`` is when Moodle was asked, also where it did not answer."""

    status: ReadStatus
    read_at: datetime
    value: T | None = None
    reason: Reason | None = None

    def __post_init__(self) -> None:
        if (self.status is ReadStatus.KNOWN) != (self.value is not None):
            raise ValueError("a fact has a value exactly when it is known")
        if (self.status is ReadStatus.UNVERIFIABLE) != (self.reason is not None):
            raise ValueError("a fact has a reason exactly when it is unverifiable")
        if self.read_at.tzinfo is None:
            raise ValueError("read_at needs a timezone")

    @classmethod
    def of(cls, value: T | None, read_at: datetime) -> Fact[T]:
        """Known, or none where the value is ``None``."""
        return cls(ReadStatus.NONE if value is None else ReadStatus.KNOWN, read_at, value)

    @classmethod
    def unverifiable(cls, reason: Reason, read_at: datetime) -> Fact[T]:
        """Nothing was learnt."""
        return cls(ReadStatus.UNVERIFIABLE, read_at, None, reason)

    @property
    def is_verified(self) -> bool:
        """Whether Moodle answered: there is a value, or there is none."""
        return self.status is not ReadStatus.UNVERIFIABLE


def reason_of(error: MoodleError) -> Reason:
    """The reason that an error gives to a fact."""
    if isinstance(error, MoodleNotAvailableError | MoodleRevokedError):
        return Reason.NOT_PERMITTED
    if isinstance(error, MoodleUnknownError) and error.cause is UnknownCause.TIMED_OUT:
        return Reason.TIMED_OUT
    return Reason.SOURCE_ERROR


class Visibility(StrEnum):
    """Whether the person can open the activity."""

    VISIBLE = "visible"
    NOT_AVAILABLE = "not_available"
    """Hidden, absent, of another course, restricted to others: one word."""


class SubmissionState(StrEnum):
    """Where a submission stands."""

    NONE = "none"
    NEW = "new"
    DRAFT = "draft"
    SUBMITTED = "submitted"
    REOPENED = "reopened"


class TokenKind(StrEnum):
    """As whom Moodle was asked."""

    OWN = "own"
    SERVICE = "service"


@dataclass(frozen=True, slots=True)
class Grade:
    """A released mark. ``shown`` is as Moodle formats it, in its language."""

    value: float
    minimum: float | None
    maximum: float | None
    shown: str


@dataclass(frozen=True, slots=True)
class PersonGroup:
    """A group that the person belongs to and may know of."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class CourseListed:
    """A course of a person."""

    id: int
    short_name: str
    name: str


@dataclass(frozen=True, slots=True)
class ActivityListed:
    """An activity that a person can see in a course.

    ``id`` is the course module's (the ``id`` of its page's address), ``instance`` that of its kind (what the
    functions for assignments take), ``kind`` such as ``assign`` or ``quiz``. ``due`` is the person's own.
    """

    id: int
    instance: int
    kind: str
    name: str
    course: int
    due: Fact[datetime]


@dataclass(frozen=True, slots=True)
class AssignmentState:
    """One assignment for one person. Dates are in the course's timezone.

    ``due`` is what the person is told; an extension does not move it. ``last_moment`` is until when Moodle
    takes a submission: the later of extension and cut-off, none where there is no cut-off.
    ``can_submit``: whether the person can hand in or change the submission at this moment.
    """

    site: str
    person: int
    course: int
    assignment: int
    token: TokenKind
    visibility: Fact[Visibility]
    name: Fact[str]
    opens: Fact[datetime]
    due: Fact[datetime]
    cut_off: Fact[datetime]
    extension: Fact[datetime]
    last_moment: Fact[datetime]
    submission: Fact[SubmissionState]
    can_submit: Fact[bool]
    locked: Fact[bool]
    grade: Fact[Grade]
    feedback: Fact[str]
    complete: Fact[bool]
    groups: Fact[tuple[PersonGroup, ...]]


def last_moment_of(cut_off: Fact[datetime], extension: Fact[datetime]) -> Fact[datetime]:
    """The later of extension and cut-off; without a cut-off there is no last moment, extension or not."""
    if cut_off.status is not ReadStatus.KNOWN:
        return cut_off
    if not extension.is_verified:
        return extension
    read_at = min(cut_off.read_at, extension.read_at)
    moments = [each for each in (cut_off.value, extension.value) if each is not None]
    return Fact.of(max(moments), read_at)
