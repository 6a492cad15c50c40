"""An assignment as the person's own token shows it: Moodle decides what is seen, and the dates are theirs."""

from __future__ import annotations

import asyncio
from typing import Any
from zoneinfo import ZoneInfo

from fidedigno.sources.moodle import wire
from fidedigno.sources.moodle.asker import Asker, Failed, Outcome, fact_of, is_refused
from fidedigno.sources.moodle.assemble import Gathered
from fidedigno.sources.moodle.cache import Reading
from fidedigno.sources.moodle.facts import Reason, Visibility
from fidedigno.sources.moodle.groups import groups_to_tell, person_groups
from fidedigno.sources.moodle.parts import (
    attempt_of,
    check_status,
    complete_in,
    completion,
    dates_of,
    grade_report,
)


async def gather_own(asker: Asker, course: int, assignment: int) -> Gathered | None:
    """Everything about an assignment; ``None`` where it is not available to the person, whyever."""
    listed = await _listed(asker, course, assignment)
    if is_refused(listed):
        return None
    status, report, completions, groups = await asyncio.gather(
        _status(asker, course, assignment),
        grade_report(asker, course),
        completion(asker, course),
        person_groups(asker, course),
    )
    if is_refused(status):
        return None
    zone = ZoneInfo(asker.site.timezone)
    shown = status if isinstance(listed, Failed) else listed
    return Gathered(
        visibility=fact_of(shown, lambda _: Visibility.VISIBLE),
        name=fact_of(listed, lambda each: each.name),
        dates=dates_of(listed, zone),
        attempt=attempt_of(status, zone),
        report=report,
        complete=complete_in(completions, assignment),
        groups=await groups_to_tell(asker, course, groups),
    )


async def _listed(asker: Asker, course: int, assignment: int) -> Outcome[wire.Assignment]:
    """The assignment in the list of the course; not in the list is not available."""
    read: Outcome[Any] = await asker.attempt(
        wire.Assignments, "mod_assign_get_assignments", {"courseids": [course]}, course
    )
    if isinstance(read, Failed):
        return read
    for each in (a for c in read.value.courses if c.id == course for a in c.assignments):
        if each.id == assignment:
            return Reading(each, read.read_at)
    return Failed(Reason.NOT_PERMITTED, read.read_at)


async def _status(asker: Asker, course: int, assignment: int) -> Outcome[wire.SubmissionStatus]:
    async def read() -> Reading[wire.SubmissionStatus]:
        found = await asker.read(
            wire.SubmissionStatus, "mod_assign_get_submission_status", {"assignid": assignment}, course
        )
        return Reading(check_status(found.value, asker.person.id), found.read_at)

    return await asker.attempted(read)
