"""The parts of a state, and the one state without facts."""

from dataclasses import fields
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from fidedigno.sources.moodle import assemble, wire
from fidedigno.sources.moodle.asker import Asker, Failed, MoodlePerson
from fidedigno.sources.moodle.cache import Reading, ReadingCache
from fidedigno.sources.moodle.client import MoodleClient
from fidedigno.sources.moodle.errors import MoodleUnknownError
from fidedigno.sources.moodle.facts import Fact, ReadStatus, Reason, SubmissionState, Visibility
from fidedigno.sources.moodle.parts import attempt_of, check_status, complete_in
from fidedigno.sources.moodle.wire_types import read_shape
from tests.sources.moodle.conftest import NOW

UTC_ZONE = ZoneInfo("UTC")
LAST: dict[str, Any] = {"locked": False, "caneditowner": True, "cansubmit": False, "extensionduedate": None}


def status(**change: Any) -> wire.SubmissionStatus:
    read: wire.SubmissionStatus = read_shape(
        wire.SubmissionStatus, {"lastattempt": {**LAST, **change}, "warnings": []}
    )
    return read


@pytest.mark.parametrize(
    ("change", "may"),
    [
        ({}, True),
        ({"locked": True}, False),
        ({"caneditowner": False}, False),
        ({"caneditowner": False, "cansubmit": True}, True),
    ],
)
def test_whether_one_can_submit_now(change: dict[str, Any], may: bool) -> None:
    assert attempt_of(Reading(status(**change), NOW), UTC_ZONE).can_submit.value is may


@pytest.mark.parametrize("word", ["new", "draft", "submitted", "reopened"])
def test_a_teams_submission_counts_before_an_own_one(word: str) -> None:
    team, own = {"status": word, "userid": 0}, {"status": "new", "userid": 5}
    read = attempt_of(Reading(status(teamsubmission=team, submission=own), NOW), UTC_ZONE)
    assert read.submission.value is SubmissionState(word)


@pytest.mark.parametrize("wrong", [{"status": "gone", "userid": 5}, {"status": "new", "userid": 6}])
def test_a_status_that_cannot_be_of_this_person_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(MoodleUnknownError):
        check_status(status(submission=wrong), 5)


def test_an_account_without_attempts_is_told_nothing_about_one() -> None:
    nothing = read_shape(wire.SubmissionStatus, {"gradingsummary": {}, "warnings": []})
    read = attempt_of(Reading(nothing, NOW), UTC_ZONE)
    assert {read.extension.reason, read.submission.reason, read.locked.reason} == {Reason.NO_SOURCE}


@pytest.mark.parametrize(("state", "complete"), [(0, False), (1, True), (2, True), (3, True), (4, True)])
def test_completion_does_not_tell_a_pass_from_a_fail(state: int, complete: bool) -> None:
    rows = {"statuses": [{"modname": "assign", "instance": 1, "state": state}]}
    outcome = Reading(read_shape(wire.Completions, rows), NOW)
    assert complete_in(outcome, 1) == Fact.of(complete, NOW)
    assert complete_in(outcome, 2).status is ReadStatus.NONE
    assert complete_in(Failed(Reason.TIMED_OUT, NOW), 1).reason is Reason.TIMED_OUT


@pytest.mark.parametrize("reason", list(Reason))
def test_a_state_without_facts_has_one_reason_in_all_of_them(reason: Reason, client: MoodleClient) -> None:
    asker = Asker(client, ReadingCache(1, 1), MoodlePerson(4))
    state = assemble.without_facts(asker, 2, 1, NOW, reason)
    facts = {each.name: getattr(state, each.name) for each in fields(state)}
    facts = {name: value for name, value in facts.items() if isinstance(value, Fact)}
    seen = facts.pop("visibility")
    assert {each.reason for each in facts.values()} == {reason}
    assert seen == (
        Fact.of(Visibility.NOT_AVAILABLE, NOW)
        if reason is Reason.NOT_PERMITTED
        else Fact.unverifiable(reason, NOW)
    )
