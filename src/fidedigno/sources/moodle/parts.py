"""Reading an assignment in parts: what each function tells, as facts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from fidedigno.sources.moodle import wire
from fidedigno.sources.moodle.asker import Asker, Failed, Outcome, fact_of
from fidedigno.sources.moodle.errors import MoodleUnknownError, UnknownCause
from fidedigno.sources.moodle.facts import Fact, Reason, SubmissionState

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Dates:
    """The dates that count for the person, without an extension."""

    opens: Fact[datetime]
    due: Fact[datetime]
    cut_off: Fact[datetime]


@dataclass(frozen=True, slots=True)
class Attempt:
    """What concerns the person's submission."""

    extension: Fact[datetime]
    submission: Fact[SubmissionState]
    can_submit: Fact[bool]
    locked: Fact[bool]


def dates_of(outcome: Outcome[wire.Assignment] | Outcome[wire.Participant], zone: ZoneInfo) -> Dates:
    """Dates from an assignment (its owner's) or a participant (that person's)."""
    return Dates(
        fact_of(outcome, lambda each: local(each.allowsubmissionsfromdate, zone)),
        fact_of(outcome, lambda each: local(each.duedate, zone)),
        fact_of(outcome, lambda each: local(each.cutoffdate, zone)),
    )


def attempt_of(outcome: Outcome[wire.SubmissionStatus], zone: ZoneInfo) -> Attempt:
    """What a submission status tells; an account without an attempt (a teacher) is told nothing."""
    return Attempt(
        extension=_from_attempt(outcome, lambda last: local(last.extensionduedate, zone)),
        submission=_from_attempt(outcome, _state),
        can_submit=_from_attempt(outcome, _may_submit),
        locked=_from_attempt(outcome, lambda last: last.locked),
    )


def _from_attempt(
    outcome: Outcome[wire.SubmissionStatus], pick: Callable[[wire.LastAttempt], T | None]
) -> Fact[T]:
    if not isinstance(outcome, Failed) and outcome.value.lastattempt is None:
        return Fact.unverifiable(Reason.NO_SOURCE, outcome.read_at)
    return fact_of(outcome, lambda status: pick(status.lastattempt))


def _state(last: wire.LastAttempt) -> SubmissionState | None:
    submission = last.teamsubmission or last.submission
    return SubmissionState.NONE if submission is None else SubmissionState(submission.status)


def _may_submit(last: wire.LastAttempt) -> bool:
    # ``cansubmit`` is only the button that ends a draft; without drafts to end, saving is submitting.
    return not last.locked and (last.caneditowner or last.cansubmit)


def check_status(status: wire.SubmissionStatus, person: int) -> wire.SubmissionStatus:
    """Refuse a status with an unknown word, or of another person.

    Raises:
        MoodleUnknownError: in either case.
    """
    last = status.lastattempt
    for submission in (last.submission, last.teamsubmission) if last else ():
        if submission is None:
            continue
        if submission.status not in {each.value for each in SubmissionState}:
            raise MoodleUnknownError(UnknownCause.SHAPE)
        if submission.userid not in {0, person}:
            raise MoodleUnknownError(UnknownCause.SHAPE)
    return status


def local(moment: datetime | None, zone: ZoneInfo) -> datetime | None:
    """A moment on the course's clock."""
    return None if moment is None else moment.astimezone(zone)


async def completion(asker: Asker, course: int) -> Outcome[Any]:
    """Whether the person's activities are complete."""
    parameters = {"courseid": course, "userid": asker.person.id}
    return await asker.attempt(
        wire.Completions, "core_completion_get_activities_completion_status", parameters, course
    )


def complete_in(outcome: Outcome[wire.Completions], assignment: int) -> Fact[bool]:
    """Whether an assignment is complete; none where its completion is not tracked.

    Moodle's states: 0 incomplete, 1 complete, 2 and 3 complete with a pass or a fail, 4 a fail whose mark is
    hidden. Passed and failed are not told apart here, because that would tell of a mark.
    """

    def pick(completions: wire.Completions) -> bool | None:
        states = [
            each.state
            for each in completions.statuses
            if each.modname == "assign" and each.instance == assignment
        ]
        return states[0] > 0 if len(states) == 1 else None

    return fact_of(outcome, pick)


async def grade_report(asker: Asker, course: int) -> Outcome[Any]:
    """The person's grade report of a course."""
    parameters = {"courseid": course, "userid": asker.person.id}
    return await asker.attempt(wire.GradeReport, "gradereport_user_get_grade_items", parameters, course)
