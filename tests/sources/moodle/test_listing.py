"""The courses and activities that a person can see."""

from collections.abc import Callable

import pytest

from fidedigno.sources.moodle.asker import MoodlePerson
from fidedigno.sources.moodle.facts import ActivityListed, CourseListed, Fact, ReadStatus, Reason
from fidedigno.sources.moodle.state import MoodleState
from tests.fakes.moodle_replay import MoodleReplay
from tests.sources.moodle.conftest import CS101

Person = Callable[[str], MoodlePerson]
CS = CourseListed(2, "CS101", "CS101 Introduction to Computing")


def by_name(fact: Fact[tuple[ActivityListed, ...]]) -> dict[str, ActivityListed]:
    assert fact.value is not None, fact
    return {each.name: each for each in fact.value}


@pytest.mark.parametrize("way", ["own", "served"])
async def test_courses_are_those_in_which_one_is_active(
    way: str, state: MoodleState, own: Person, served: Person, replay: MoodleReplay
) -> None:
    people = own if way == "own" else served
    assert (await state.courses(people("alice"))).value == (CS,)
    # The hidden course, the one of others, a suspended enrolment, no enrolment.
    for name in ("frank", "gina"):
        assert not (await state.courses(people(name))).value
    replay.switch_on("hidecourse")
    if way == "own":
        assert (await state.courses(people("dave"))).value == ()


async def test_activities_come_with_the_due_date_of_the_person(state: MoodleState, own: Person) -> None:
    alice = by_name(await state.activities(own("alice"), CS101))
    carol = by_name(await state.activities(own("carol"), CS101))
    assert alice["Essay 1"].kind == "assign"
    assert (alice["Essay 1"].id, alice["Essay 1"].instance) == (1, 1)
    assert str(alice["Essay 1"].due.value) == "2027-01-18 23:59:00+00:00"
    assert str(carol["Essay 1"].due.value) == "2027-01-23 23:59:00+00:00"
    assert str(carol["Quiz 1"].due.value) == "2027-01-23 23:59:00+00:00"
    assert carol["No deadline exercise"].due.status is ReadStatus.NONE
    assert carol["Syllabus"].due.reason is Reason.NO_SOURCE


@pytest.mark.parametrize("way", ["own", "served"])
async def test_only_what_the_person_can_see_is_listed(
    way: str, state: MoodleState, own: Person, served: Person
) -> None:
    people = own if way == "own" else served
    alice = set(by_name(await state.activities(people("alice"), CS101)))
    carol = set(by_name(await state.activities(people("carol"), CS101)))
    assert alice - carol == {"Group A only lab"}
    assert not {"Hidden essay", "Team project", "Stealth page", "Marking guide (staff)"} & alice


async def test_what_is_shown_but_cannot_be_opened_is_not_listed(
    state: MoodleState, own: Person, replay: MoodleReplay
) -> None:
    contents = replay.body("contents--alice.json")
    essay = next(m for s in contents for m in s["modules"] if m["name"] == "Essay 1")
    essay.update({"uservisible": False, "availabilityinfo": "Not available unless ..."})
    replay.answers["core_course_get_contents"] = lambda *_: contents
    assert "Essay 1" not in by_name(await state.activities(own("alice"), CS101))


async def test_a_course_hidden_from_the_person_is_not_listed_by_the_service_account(
    state: MoodleState, served: Person, replay: MoodleReplay
) -> None:
    rows = replay.body("user_courses--wsbot-for-alice.json")
    replay.answers["core_enrol_get_users_courses"] = lambda *_: [*rows, {**rows[0], "id": 3, "visible": 0}]
    assert (await state.courses(served("alice"))).value == (CS,)


async def test_a_service_accounts_due_dates_are_not_passed_on(state: MoodleState, served: Person) -> None:
    carol = by_name(await state.activities(served("carol"), CS101))
    assert carol["Essay 1"].due.reason is Reason.NO_SOURCE


async def test_t50_names_of_groups_and_overrides_are_in_no_list(state: MoodleState, own: Person) -> None:
    shown = repr(await state.activities(own("dave"), CS101)) + repr(await state.courses(own("dave")))
    assert "Group B" not in shown
    assert "Override" not in shown


async def test_t49_refused_lists_are_one(
    state: MoodleState, own: Person, served: Person, replay: MoodleReplay
) -> None:
    assert replay.body("contents--gina-not-enrolled.json")["errorcode"] == "errorcoursecontextnotvalid"
    refused = [await state.activities(person("gina"), CS101) for person in (own, served)]
    assert refused[0] == refused[1]
    assert refused[0].reason is Reason.NOT_PERMITTED
