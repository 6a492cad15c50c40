"""Putting the parts of an assignment together into one state."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from fidedigno.sources.moodle.asker import Asker, Outcome, fact_of
from fidedigno.sources.moodle.facts import (
    AssignmentState,
    Fact,
    PersonGroup,
    Reason,
    Visibility,
    last_moment_of,
)
from fidedigno.sources.moodle.grades import released_feedback, released_grade
from fidedigno.sources.moodle.parts import Attempt, Dates

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Gathered:
    """What was read about an assignment that the person may see."""

    visibility: Fact[Visibility]
    name: Fact[str]
    dates: Dates
    attempt: Attempt
    report: Outcome[Any]
    complete: Fact[bool]
    groups: Fact[tuple[PersonGroup, ...]]


def assemble(asker: Asker, course: int, assignment: int, gathered: Gathered) -> AssignmentState:
    """The state of an assignment that the person may see."""
    person = asker.person.id
    dates, attempt, report = gathered.dates, gathered.attempt, gathered.report
    return AssignmentState(
        site=asker.site.name,
        person=person,
        course=course,
        assignment=assignment,
        token=asker.kind,
        visibility=gathered.visibility,
        name=gathered.name,
        opens=dates.opens,
        due=dates.due,
        cut_off=dates.cut_off,
        extension=attempt.extension,
        last_moment=last_moment_of(dates.cut_off, attempt.extension),
        submission=attempt.submission,
        can_submit=attempt.can_submit,
        locked=attempt.locked,
        grade=fact_of(report, lambda read: released_grade(read, person, assignment)),
        feedback=fact_of(report, lambda read: released_feedback(read, person, assignment)),
        complete=gathered.complete,
        groups=gathered.groups,
    )


def without_facts(
    asker: Asker, course: int, assignment: int, read_at: datetime, reason: Reason
) -> AssignmentState:
    """The one state of whatever is not for this person or not there; and that of a source that is down."""

    def nothing() -> Fact[Any]:
        return Fact.unverifiable(reason, read_at)

    refused = reason is Reason.NOT_PERMITTED
    visibility = Fact.of(Visibility.NOT_AVAILABLE, read_at) if refused else nothing()
    return AssignmentState(
        site=asker.site.name,
        person=asker.person.id,
        course=course,
        assignment=assignment,
        token=asker.kind,
        visibility=visibility,
        name=nothing(),
        opens=nothing(),
        due=nothing(),
        cut_off=nothing(),
        extension=nothing(),
        last_moment=nothing(),
        submission=nothing(),
        can_submit=nothing(),
        locked=nothing(),
        grade=nothing(),
        feedback=nothing(),
        complete=nothing(),
        groups=nothing(),
    )
