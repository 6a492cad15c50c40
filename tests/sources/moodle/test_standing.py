"""What a service account finds out before it speaks of a person."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from fidedigno.sources.moodle.asker import Asker, Failed, MoodlePerson
from fidedigno.sources.moodle.cache import ReadingCache
from fidedigno.sources.moodle.client import MoodleClient
from fidedigno.sources.moodle.facts import Reason
from fidedigno.sources.moodle.standing import Standing, standing_of
from tests.fakes.moodle_replay import MoodleReplay
from tests.sources.moodle.conftest import CS101, MakeClient

Person = Callable[[str], MoodlePerson]


async def stand(client: MoodleClient, person: MoodlePerson) -> Standing | Failed:
    return await standing_of(Asker(client, ReadingCache(0, 1), person), CS101)


def shown(standing: Standing | Failed) -> set[str]:
    assert isinstance(standing, Standing), standing
    return {each.name for each in standing.visible_modules()}


OPEN = {
    "Late work policy",
    "Course forum",
    "Syllabus",
    "Essay 1",
    "No deadline exercise",
    "Quiz 1",
    "Reading list",
}


@pytest.mark.parametrize(
    ("name", "more"), [("alice", {"Group A only lab"}), ("carol", set()), ("erin", {"Group A only lab"})]
)
async def test_a_person_sees_what_moodle_would_show(
    name: str, more: set[str], client: MoodleClient, served: Person, replay: MoodleReplay
) -> None:
    seen = shown(await stand(client, served(name)))
    assert seen == OPEN | more
    if name != "erin":
        recorded = replay.body(f"contents--{name}.json")
        assert seen == {module["name"] for section in recorded for module in section["modules"]}


@pytest.mark.parametrize("name", ["mallory", "frank", "gina", "henry"])
async def test_whoever_is_not_active_stands_nowhere(name: str, client: MoodleClient, served: Person) -> None:
    standing = await stand(client, served(name))
    assert isinstance(standing, Failed)
    assert standing.reason is Reason.NOT_PERMITTED


async def test_an_account_of_which_nothing_is_said_does_not_count_as_active(
    client: MoodleClient, served: Person, replay: MoodleReplay
) -> None:
    alice = replay.user("alice")
    replay.answers["core_user_get_users_by_field"] = lambda *_: [{"id": alice, "username": "alice"}]
    standing = await stand(client, served("alice"))
    assert isinstance(standing, Failed)
    assert standing.reason is Reason.NOT_PERMITTED


async def test_a_hidden_course_is_not_the_persons(
    client: MoodleClient, served: Person, replay: MoodleReplay
) -> None:
    rows = replay.body("user_courses--wsbot-for-alice.json")
    replay.answers["core_enrol_get_users_courses"] = lambda *_: [{**rows[0], "visible": 0}]
    assert isinstance(await stand(client, served("alice")), Failed)


async def test_a_section_with_conditions_shows_nothing(
    client: MoodleClient, served: Person, replay: MoodleReplay
) -> None:
    replay.restricted.add(2)
    seen = shown(await stand(client, served("alice")))
    assert "Essay 1" not in seen
    assert "Group A only lab" in seen


async def test_sections_are_not_asked_where_the_site_says_so(
    make_client: MakeClient, served: Person, replay: MoodleReplay
) -> None:
    seen = shown(await stand(make_client(section_check=False), served("carol")))
    assert seen == OPEN
    assert "core_courseformat_get_state" not in replay.functions()


@pytest.mark.parametrize(
    "change",
    [
        {
            "availability": json.dumps(
                {"op": "&", "c": [{"type": "date", "d": ">=", "t": 1}], "showc": [True]}
            )
        },
        {"availability": json.dumps({"op": "!&", "c": [{"type": "group", "id": 9}], "show": True})},
        {"availability": "{"},
        {"availability": ...},
        {"visible": 0},
    ],
)
async def test_a_condition_that_is_not_understood_shows_nothing(
    change: dict[str, Any], client: MoodleClient, served: Person, replay: MoodleReplay
) -> None:
    contents = replay.body("contents--wsbot.json")
    essay = next(m for s in contents for m in s["modules"] if m["name"] == "Essay 1")
    essay.update({key: value for key, value in change.items() if value is not ...})
    for key in [key for key, value in change.items() if value is ...]:
        del essay[key]
    replay.answers["core_course_get_contents"] = lambda *_: contents
    assert shown(await stand(client, served("alice"))) == OPEN - {"Essay 1"} | {"Group A only lab"}
