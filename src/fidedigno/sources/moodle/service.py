"""An assignment of a person, read by a service account.

``mod_assign_get_assignments`` would give the service account's own dates, so the dates come from
``mod_assign_get_participant``. It tells of an extension only that there is one; the date comes from
``mod_assign_get_user_flags`` (which needs ``mod/assign:grade``) or from
``mod_assign_get_submission_status``, which makes Moodle write an empty submission row for somebody who had
none. ``MoodleSite(grader_reads=False)`` forbids the latter; what only it could tell is unverifiable then.
"""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from fidedigno.sources.moodle import wire
from fidedigno.sources.moodle.asker import Asker, Failed, Outcome, fact_of, is_refused
from fidedigno.sources.moodle.assemble import Gathered
from fidedigno.sources.moodle.cache import Reading
from fidedigno.sources.moodle.errors import MoodleUnknownError, UnknownCause
from fidedigno.sources.moodle.facts import Fact, Reason, SubmissionState, Visibility
from fidedigno.sources.moodle.groups import groups_to_tell
from fidedigno.sources.moodle.parts import (
    Attempt,
    attempt_of,
    check_status,
    complete_in,
    completion,
    dates_of,
    grade_report,
    local,
)
from fidedigno.sources.moodle.standing import standing_of


async def gather_for(asker: Asker, course: int, assignment: int) -> Gathered | Failed | None:
    """Everything about an assignment; ``None`` where it is not available to the person, whyever.

    A failure is returned where it could not be found out whether the person may see it at all.
    """
    standing = await standing_of(asker, course)
    if isinstance(standing, Failed):
        return None if is_refused(standing) else standing
    shown = (each for each in standing.visible_modules() if each.modname == "assign")
    module = next((each for each in shown if each.instance == assignment), None)
    if module is None:
        return None
    participant, flags, status, report, completions, groups = await asyncio.gather(
        _participant(asker, course, assignment),
        _flags(asker, course, assignment),
        _status(asker, course, assignment),
        grade_report(asker, course),
        completion(asker, course),
        groups_to_tell(asker, course, standing.groups),
    )
    if is_refused(participant):
        return None
    zone = ZoneInfo(asker.site.timezone)
    return Gathered(
        visibility=Fact.of(Visibility.VISIBLE, standing.read_at),
        name=Fact.of(module.name, standing.read_at),
        dates=dates_of(participant, zone),
        attempt=_attempt(participant, flags, status, zone),
        report=report,
        complete=complete_in(completions, assignment),
        groups=groups,
    )


async def _participant(asker: Asker, course: int, assignment: int) -> Outcome[wire.Participant]:
    async def read() -> Reading[wire.Participant]:
        parameters = {"assignid": assignment, "userid": asker.person.id}
        found = await asker.read(wire.Participant, "mod_assign_get_participant", parameters, course)
        if found.value.id != asker.person.id:
            raise MoodleUnknownError(UnknownCause.SHAPE)
        return found

    return await asker.attempted(read)


async def _flags(asker: Asker, course: int, assignment: int) -> Outcome[wire.UserFlag | None]:
    """The person's flags; no row means none set. Those of others are dropped at once."""
    read: Outcome[Any] = await asker.attempt(
        wire.UserFlags, "mod_assign_get_user_flags", {"assignmentids": [assignment]}, course
    )
    if isinstance(read, Failed):
        return read
    found = [each for each in read.value.assignments if each.assignmentid == assignment]
    if len(found) != 1:
        return Failed(Reason.NO_SOURCE, read.read_at)
    own = next((each for each in found[0].userflags if each.userid == asker.person.id), None)
    return Reading(own, read.read_at)


async def _status(asker: Asker, course: int, assignment: int) -> Outcome[wire.SubmissionStatus]:
    async def read() -> Reading[wire.SubmissionStatus]:
        parameters = {"assignid": assignment, "userid": asker.person.id}
        function = "mod_assign_get_submission_status"
        found = await asker.read(wire.SubmissionStatus, function, parameters, course)
        return Reading(check_status(found.value, asker.person.id), found.read_at)

    outcome = await asker.attempted(read) if asker.site.grader_reads else None
    return Failed(Reason.NO_SOURCE, asker.now()) if outcome is None else outcome


def _attempt(
    participant: Outcome[wire.Participant],
    flags: Outcome[wire.UserFlag | None],
    status: Outcome[wire.SubmissionStatus],
    zone: ZoneInfo,
) -> Attempt:
    asked = attempt_of(status, zone)
    return Attempt(
        extension=_extension(participant, flags, asked.extension, zone),
        submission=asked.submission if asked.submission.is_verified else _submission(participant, asked),
        can_submit=asked.can_submit,
        locked=_locked(flags, asked.locked),
    )


def _locked(flags: Outcome[wire.UserFlag | None], asked: Fact[bool]) -> Fact[bool]:
    if asked.is_verified or isinstance(flags, Failed):
        return asked
    return fact_of(flags, lambda own: own.locked if own is not None else False)


def _extension(
    participant: Outcome[wire.Participant],
    flags: Outcome[wire.UserFlag | None],
    asked: Fact[datetime],
    zone: ZoneInfo,
) -> Fact[datetime]:
    """The extension's date. The participant's word that there is none needs no date to be believed."""
    if asked.is_verified:
        return asked
    if not isinstance(flags, Failed):
        return fact_of(flags, lambda own: local(own.extensionduedate, zone) if own is not None else None)
    if not isinstance(participant, Failed) and not participant.value.grantedextension:
        return Fact.of(None, participant.read_at)
    return asked


def _submission(participant: Outcome[wire.Participant], asked: Attempt) -> Fact[SubmissionState]:
    if isinstance(participant, Failed) or participant.value.submissionstatus is None:
        return asked.submission
    known = {each.value for each in SubmissionState}
    if participant.value.submissionstatus not in known:
        return asked.submission
    return Fact.of(SubmissionState(participant.value.submissionstatus), participant.read_at)
