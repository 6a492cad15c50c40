"""The people and groups of a course in the directory."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from fidedigno.access import Directory
from fidedigno.database import Database
from fidedigno.model import Principal
from fidedigno.sources.moodle.client import MoodleClient
from fidedigno.sources.moodle.enrolment import CoursePerson, enrolled_people, people_who_can
from fidedigno.sources.moodle.errors import MoodleError, MoodleUnknownError
from fidedigno.sources.moodle.people import PeopleRead, read_people
from tests.fakes.moodle_replay import MoodleReplay
from tests.sources.moodle.conftest import CS101

COURSE, STAFF = "moodle:moodle:course:2", "moodle:moodle:course:2:staff"
A, B, HIDDEN = "moodle:moodle:group:1", "moodle:moodle:group:2", "moodle:moodle:group:3"


def members(read: PeopleRead) -> dict[str, set[str]]:
    return {each.name: {member.name for member in each.members or ()} for each in read.content.groups}


async def test_active_people_are_members_and_no_others(client: MoodleClient) -> None:
    read = await read_people(client, [CS101])
    groups = members(read)
    assert groups[COURSE] == {"tess", "alice", "bob", "carol", "dave", "erin"}
    assert groups[STAFF] == {"tess"}
    assert groups[A] == {"alice", "bob", "erin"}
    assert groups[B] == {"carol", "dave", "erin"}


async def test_a_suspended_account_holds_nothing_and_is_switched_off(
    client: MoodleClient, replay: MoodleReplay
) -> None:
    read = await read_people(client, [CS101])
    mallory = read.find("mallory")
    assert mallory is not None
    assert mallory.enabled is False
    assert read.left_out == (replay.user("mallory"),)
    assert not any("mallory" in each for each in members(read).values())
    # A suspended enrolment is not listed at all.
    assert read.find("frank") is None


async def test_an_active_account_is_not_switched_on_again(client: MoodleClient) -> None:
    alice = (await read_people(client, [CS101])).find("alice")
    assert alice is not None
    assert alice.enabled is None


async def test_an_account_of_unknown_standing_is_left_out(client: MoodleClient, replay: MoodleReplay) -> None:
    replay.answers["core_user_get_users_by_field"] = lambda *_: [{"id": 4, "suspended": False}, {"id": 5}]
    assert members(await read_people(client, [CS101]))[COURSE] == {"alice"}


async def test_whoever_was_unenrolled_is_gone(client: MoodleClient, replay: MoodleReplay) -> None:
    replay.switch_on("unenrol")
    groups = members(await read_people(client, [CS101]))
    assert "bob" not in groups[COURSE] | groups[A]


async def test_whoever_left_one_course_is_in_none_of_its_groups_and_stays_in_the_other(
    client: MoodleClient, replay: MoodleReplay
) -> None:
    """Moodle may still list a person in a group of a course that the person has left."""

    def people(actor: str, params: dict[str, str]) -> object:
        rows = replay.derived("core_enrol_get_enrolled_users", actor, params)
        return [row for row in rows if params["courseid"] == "3" or row["id"] != replay.user("bob")]

    groups = replay.body("groups--wsbot.json")
    replay.answers["core_enrol_get_enrolled_users"] = people
    replay.answers["core_group_get_course_groups"] = lambda actor, params: (
        groups if params["courseid"] == "2" else []
    )
    read = members(await read_people(client, [3, CS101]))
    assert "bob" in read["moodle:moodle:course:3"]
    assert "bob" not in read[COURSE] | read[A]


async def test_a_group_that_looks_empty_may_be_hidden(client: MoodleClient, replay: MoodleReplay) -> None:
    rows = replay.body("groups--wsbot.json")
    hidden = [*rows, {**rows[0], "id": 3, "name": "Receives support", "visibility": 3}]
    replay.answers["core_group_get_course_groups"] = lambda *_: hidden
    read = await read_people(client, [CS101])
    assert read.unknown_groups == (HIDDEN,)
    assert members(read)[HIDDEN] == set()
    replay.switch_on("hiddengroupcap")
    seen = await read_people(client, [CS101])
    assert seen.unknown_groups == ()
    assert members(seen)[HIDDEN] == {"dave"}


@pytest.mark.parametrize(("visibility", "unknown"), [(0, ()), (1, (A,)), (2, (A,)), (3, (A,)), (None, (A,))])
async def test_only_a_group_shown_to_all_can_be_seen_to_be_empty(
    visibility: int | None, unknown: tuple[str, ...], client: MoodleClient, replay: MoodleReplay
) -> None:
    replay.answers["core_group_get_course_groups"] = lambda *_: [
        {"id": 1, "name": "A", "visibility": visibility}
    ]
    replay.answers["core_group_get_group_members"] = lambda *_: [{"groupid": 1, "userids": []}]
    assert (await read_people(client, [CS101])).unknown_groups == unknown


async def test_a_group_that_access_lists_name_and_nobody_lists_is_unknown(client: MoodleClient) -> None:
    read = await read_people(client, [CS101], extra_groups=[1, 3])
    assert read.unknown_groups == (HIDDEN,)


async def test_staff_that_cannot_be_read_is_nobody_and_said(
    client: MoodleClient, replay: MoodleReplay
) -> None:
    def without_staff(actor: str, params: dict[str, str]) -> object:
        if "withcapability" in params.values():
            return {"exception": "x", "errorcode": "invalidparameter", "message": ""}
        return replay.derived("core_enrol_get_enrolled_users", actor, params)

    replay.answers["core_enrol_get_enrolled_users"] = without_staff
    read = await read_people(client, [CS101])
    assert read.unknown_groups == (STAFF,)
    assert members(read)[STAFF] == set()


@pytest.mark.parametrize(
    "function",
    ["core_enrol_get_enrolled_users", "core_user_get_users", "get_course_groups", "get_group_members"],
)
async def test_half_a_reading_is_none(function: str, client: MoodleClient, replay: MoodleReplay) -> None:
    replay.fail("half_json", function)
    with pytest.raises(MoodleError):
        await read_people(client, [CS101])


async def test_people_are_found_without_regard_to_case(client: MoodleClient) -> None:
    read = await read_people(client, [CS101])
    for name in ("Alice@Example.TEST", "ALICE", " alice "):
        found = read.find(name)
        assert found is not None
        assert found.attributes == {"moodle.moodle.id": "4"}
    assert read.find("nobody@example.test") is None
    assert read.find("\x00") is None


async def test_the_directory_takes_it_and_expands_it(
    client: MoodleClient, replay: MoodleReplay, tmp_path: Path
) -> None:
    database = Database.open(tmp_path / "directory.db")
    directory = Directory(database)
    directory.load((await read_people(client, [CS101])).content, replace=False)
    alice, bob = directory.identity("Alice@Example.TEST"), directory.identity("bob")
    assert {Principal.group(COURSE), Principal.group(A)} <= alice.principals
    assert alice.attributes["moodle.moodle.id"] == "4"
    assert Principal.group(A) in bob.principals
    assert not directory.identity("mallory").principals
    replay.switch_on("unenrol")
    directory.load((await read_people(client, [CS101])).content, replace=False)
    assert not {Principal.group(COURSE), Principal.group(A)} & directory.identity("bob").principals
    database.close()


HOSTILE = [
    {"id": 50, "username": "\u202eevil", "email": "e@example.test"},
    {"id": 51, "username": "user:admin", "email": "f@example.test"},
    {"id": 52, "username": "", "email": ""},
    {"id": 53, "email": "h@example.test"},
    {"id": 54, "username": "fine", "fullname": "\x1b[31mRed", "email": "not an address"},
    {"id": 55, "username": "twin"},
    {"id": 56, "username": "TWIN"},
]


async def test_hostile_names_hold_nothing_and_break_nothing(
    client: MoodleClient, replay: MoodleReplay
) -> None:
    def people(actor: str, params: dict[str, str]) -> object:
        return HOSTILE if "limitfrom" in params.values() and "0" in params.values() else []

    replay.answers["core_enrol_get_enrolled_users"] = people
    ids = [row["id"] for row in HOSTILE]
    replay.answers["core_user_get_users_by_field"] = lambda *_: [
        {"id": each, "suspended": False} for each in ids
    ]
    read = await read_people(client, [CS101])
    assert members(read)[COURSE] == {"fine"}
    fine = read.find("fine")
    assert fine is not None
    assert (fine.display, fine.email) == ("fine", None)
    assert set(read.left_out) == {50, 51, 52, 53, 55, 56}


def _named(params: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The options of a call by name."""
    for name, value in params.items():
        if name.endswith("[name]"):
            yield value, params[name.removesuffix("[name]") + "[value]"]


def crowd(size: int, replay: MoodleReplay) -> list[int]:
    """Make the course that large; returns the lengths of the pages that were asked for."""
    asked: list[int] = []

    def page(actor: str, params: dict[str, str]) -> object:
        values = dict(_named(params))
        if "limitfrom" not in values:
            return []
        start, length = int(values["limitfrom"]), int(values["limitnumber"])
        rows = range(start, min(start + length, size))
        asked.append(length)
        return [{"id": 1000 + each, "username": f"u{each}"} for each in rows]

    def accounts(actor: str, params: dict[str, str]) -> object:
        ids = [int(value) for name, value in params.items() if name.startswith("values[")]
        return [{"id": each, "suspended": each % 10 == 0} for each in ids]

    replay.answers["core_enrol_get_enrolled_users"] = page
    replay.answers["core_user_get_users_by_field"] = accounts
    return asked


async def test_ten_thousand_people_come_page_by_page(client: MoodleClient, replay: MoodleReplay) -> None:
    asked = crowd(10_000, replay)
    seen: list[CoursePerson] = [each async for each in enrolled_people(client, CS101)]
    assert len(seen) == len({each.id for each in seen}) == 10_000
    assert sum(each.is_active for each in seen) == 9_000
    assert asked == [500] * 21
    assert max(len(json.dumps(each.params)) for each in replay.asked) < 40_000


async def test_a_site_that_does_not_page_does_not_turn_in_circles(
    client: MoodleClient, replay: MoodleReplay
) -> None:
    replay.answers["core_enrol_get_enrolled_users"] = lambda *_: [{"id": 4, "username": "alice"}]
    with pytest.raises(MoodleUnknownError):
        [each async for each in enrolled_people(client, CS101)]


async def test_a_capability_names_its_holders(client: MoodleClient, replay: MoodleReplay) -> None:
    assert await people_who_can(client, CS101, "mod/assign:grade") == {replay.user("tess")}
