"""One fact's failure is that fact's alone, and nothing is guessed in its place."""

import logging
from collections.abc import Callable

import pytest

from fidedigno.sources.moodle.asker import MoodlePerson
from fidedigno.sources.moodle.client import MoodleClient
from fidedigno.sources.moodle.facts import AssignmentState, Fact, ReadStatus, Reason, Visibility
from fidedigno.sources.moodle.state import MoodleState
from tests.fakes.moodle_replay import MoodleReplay
from tests.sources.moodle.conftest import CS101, NOW, MakeClient

Person = Callable[[str], MoodlePerson]
ESSAY = 1
FACTS = (
    *("visibility", "name", "opens", "due", "cut_off", "extension", "last_moment", "submission"),
    *("can_submit", "locked", "grade", "feedback", "complete", "groups"),
)
ATTEMPT = {"extension", "last_moment", "submission", "can_submit", "locked"}
DATES = {"opens", "due", "cut_off", "last_moment"}
OWN = {
    "mod_assign_get_assignments": DATES | {"name"},
    "mod_assign_get_submission_status": ATTEMPT,
    "gradereport_user_get_grade_items": {"grade", "feedback"},
    "core_completion_get_activities_completion_status": {"complete"},
    "core_group_get_course_user_groups": {"groups"},
}
SERVED = {
    "mod_assign_get_participant": DATES,
    "mod_assign_get_submission_status": {"can_submit", "locked"},
    "gradereport_user_get_grade_items": {"grade", "feedback"},
    "core_group_get_course_groups": {"groups"},
}
STANDING = (
    "core_user_get_users_by_field",
    "core_enrol_get_users_courses",
    "core_course_get_contents",
    "core_group_get_course_user_groups",
    "core_courseformat_get_state",
)


def unverified(state: AssignmentState) -> dict[str, Reason]:
    facts: dict[str, Fact[object]] = {name: getattr(state, name) for name in FACTS}
    return {name: fact.reason for name, fact in facts.items() if fact.reason is not None}


@pytest.fixture
def fresh(make_client: MakeClient) -> MoodleState:
    return MoodleState(make_client(attempts=1), now=lambda: NOW)


@pytest.mark.parametrize("kind", ["html", "half_json", "body", "status", "closed"])
@pytest.mark.parametrize("function", OWN)
async def test_with_an_own_token_the_others_stay_known(
    function: str, kind: str, fresh: MoodleState, own: Person, replay: MoodleReplay
) -> None:
    replay.fail(kind, function, value={"body": '{"wrong": []}', "status": "502"}.get(kind, ""))
    state = await fresh.assignment(own("alice"), CS101, ESSAY)
    assert unverified(state) == dict.fromkeys(OWN[function], Reason.SOURCE_ERROR)
    assert state.visibility.value is Visibility.VISIBLE


@pytest.mark.parametrize("function", SERVED)
async def test_with_the_service_account_the_others_stay_known(
    function: str, fresh: MoodleState, served: Person, replay: MoodleReplay
) -> None:
    replay.answers["core_completion_get_activities_completion_status"] = lambda *_: replay.body(
        "completion--alice.json"
    )
    replay.fail("html", function)
    state = await fresh.assignment(served("alice"), CS101, ESSAY)
    assert unverified(state) == dict.fromkeys(SERVED[function], Reason.SOURCE_ERROR)


@pytest.mark.parametrize("function", STANDING)
async def test_a_service_account_that_cannot_find_out_who_may_see_tells_nothing(
    function: str, fresh: MoodleState, served: Person, replay: MoodleReplay
) -> None:
    replay.fail("html", function)
    state = await fresh.assignment(served("alice"), CS101, ESSAY)
    assert unverified(state) == dict.fromkeys(FACTS, Reason.SOURCE_ERROR)
    assert not [each for each in replay.functions() if each.startswith(("mod_assign", "gradereport"))]


async def test_a_time_out_is_said_to_be_one(
    make_client: MakeClient, own: Person, replay: MoodleReplay
) -> None:
    state = MoodleState(make_client(attempt=0.3, total=0.3, attempts=1), now=lambda: NOW)
    replay.fail("slow", "gradereport", value="2")
    read = await state.assignment(own("alice"), CS101, ESSAY)
    assert unverified(read) == {"grade": Reason.TIMED_OUT, "feedback": Reason.TIMED_OUT}


async def test_a_site_in_maintenance_tells_nothing_and_denies_nothing(
    fresh: MoodleState, own: Person, served: Person, replay: MoodleReplay
) -> None:
    replay.switch_on("maintenance")
    for person in (own("alice"), served("alice")):
        read = await fresh.assignment(person, CS101, ESSAY)
        assert unverified(read) == dict.fromkeys(FACTS, Reason.SOURCE_ERROR)
        assert (await fresh.courses(person)).status is ReadStatus.UNVERIFIABLE
        assert (await fresh.activities(person, CS101)).status is ReadStatus.UNVERIFIABLE


async def test_a_failure_is_not_remembered(fresh: MoodleState, own: Person, replay: MoodleReplay) -> None:
    person = own("alice")
    replay.fail("html", "gradereport", times=1)
    assert (await fresh.assignment(person, CS101, ESSAY)).grade.reason is Reason.SOURCE_ERROR
    assert (await fresh.assignment(person, CS101, ESSAY)).grade.status is ReadStatus.KNOWN


async def test_a_participant_of_another_id_is_no_answer(
    fresh: MoodleState, served: Person, replay: MoodleReplay
) -> None:
    replay.answers["mod_assign_get_participant"] = lambda *_: replay.body("participant--wsbot-for-bob.json")
    read = await fresh.assignment(served("carol"), CS101, ESSAY)
    assert {read.due.reason, read.opens.reason} == {Reason.SOURCE_ERROR}


async def test_t50_logs_hold_no_name_of_a_person_group_or_activity(
    make_client: MakeClient,
    own: Person,
    served: Person,
    replay: MoodleReplay,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    state = MoodleState(make_client(attempts=2))
    replay.switch_on("hiddengroupcap")
    replay.fail("half_json", "gradereport")
    replay.fail("status", "completion", value="503")
    for name in ("alice", "dave"):
        for person in (own(name), served(name)):
            await state.assignment(person, CS101, ESSAY)
            await state.activities(person, CS101)
            await state.courses(person)
    assert "gradereport_user_get_grade_items" in caplog.text
    words = ("Group A", "Group B", "Alice", "Dave", "alice@", "Essay", "CS101", "userid", "78.00")
    assert not [word for word in (*words, *replay.secrets) if word in caplog.text]


def test_no_reader_shows_what_it_keeps(client: MoodleClient, replay: MoodleReplay) -> None:
    shown = repr(MoodleState(client).__dict__)
    assert not any(secret in shown for secret in replay.secrets)
