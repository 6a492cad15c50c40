"""A course as a connected system, against what Moodle showed to the recorded people."""

import pytest

from fidedigno.model import AccessList, Principal
from fidedigno.sources.connector import Connector, Coverage, LiveVerdict, SourceError, SourceItem, Upserted
from fidedigno.sources.moodle.client import MoodleClient
from fidedigno.sources.moodle.connector import MoodleCourse
from tests.fakes.moodle_replay import MoodleReplay
from tests.sources.moodle.conftest import CS101, MakeClient


async def items(course: MoodleCourse) -> dict[str, SourceItem]:
    changes = await course.changes(None)
    assert changes.coverage is Coverage.FULL
    with pytest.raises(SourceError):
        changes.cursor()
    found = {each.item.external_id: each.item async for each in changes.stream if isinstance(each, Upserted)}
    assert changes.cursor() == ""
    return found


@pytest.fixture
def course(client: MoodleClient) -> MoodleCourse:
    return MoodleCourse(client, CS101)


async def test_it_is_a_connector_that_lists_every_document(course: MoodleCourse) -> None:
    connector: Connector = course
    assert connector.name == "moodle:moodle"
    found = await items(course)
    assert {"page-7.html", "assign-1.html"} <= found.keys()
    assert b"late" in (await found["page-7.html"].read()).lower()
    assert not course.is_gone
    assert course.groups
    people = await course.people()
    assert {"moodle:moodle:course:2", "moodle:moodle:group:1"} <= {each.name for each in people.groups}


@pytest.mark.parametrize("name", ["alice", "carol"])
async def test_the_live_check_says_what_moodle_showed_to_a_person(
    name: str, course: MoodleCourse, replay: MoodleReplay
) -> None:
    shown = {m["id"] for section in replay.body(f"contents--{name}.json") for m in section["modules"]}
    verdicts = set()
    for identifier in await items(course):
        kind, number = identifier.split(".")[0].split("-")[:2]
        if kind == "section":
            continue
        verdict = await course.check(str(replay.user(name)), identifier)
        verdicts.add(verdict)
        assert (verdict is LiveVerdict.ALLOWED) is (int(number) in shown), identifier
    assert verdicts == {LiveVerdict.ALLOWED, LiveVerdict.DENIED}


@pytest.mark.parametrize("name", ["mallory", "frank", "gina", "henry"])
async def test_whoever_is_not_active_in_the_course_is_denied(
    name: str, course: MoodleCourse, replay: MoodleReplay
) -> None:
    for identifier in await items(course):
        assert await course.check(str(replay.user(name)), identifier) is LiveVerdict.DENIED


async def test_what_is_hidden_is_for_staff(course: MoodleCourse, replay: MoodleReplay) -> None:
    staff = AccessList.any_of(Principal.group("moodle:moodle:course:2:staff"))
    hidden = [key for key, item in (await items(course)).items() if item.acl == staff]
    assert hidden
    for identifier in hidden:
        assert await course.check(str(replay.user("tess")), identifier) is LiveVerdict.ALLOWED
        assert await course.check(str(replay.user("alice")), identifier) is LiveVerdict.DENIED


@pytest.mark.parametrize("person", ["", "0", "-1", "alice", "٣", "9" * 30])
async def test_what_is_no_account_of_moodle_is_not_asked_about(person: str, course: MoodleCourse) -> None:
    assert await course.check(person, "page-7.html") is LiveVerdict.UNKNOWN


@pytest.mark.parametrize(
    "identifier", ["", "page-", "quiz-1.html", "page-7x", "../page-7.html", "page-" + "9" * 30]
)
async def test_what_is_no_document_of_moodle_is_not_asked_about(
    identifier: str, course: MoodleCourse, replay: MoodleReplay
) -> None:
    assert await course.check(str(replay.user("alice")), identifier) is LiveVerdict.UNKNOWN


async def test_a_document_that_is_not_there_is_denied(course: MoodleCourse, replay: MoodleReplay) -> None:
    for person in ("alice", "tess"):
        assert await course.check(str(replay.user(person)), "page-99999.html") is LiveVerdict.DENIED


@pytest.mark.parametrize("function", ["get_contents", "get_users_courses", "get_users_by_field"])
async def test_a_failure_is_unknown_and_nothing_is_kept_for_the_next_question(
    function: str, make_client: MakeClient, replay: MoodleReplay
) -> None:
    course = MoodleCourse(make_client(attempts=1), CS101)
    alice = str(replay.user("alice"))
    assert await course.check(alice, "page-7.html") is LiveVerdict.ALLOWED
    replay.fail("html", function)
    assert await course.check(alice, "page-7.html") is LiveVerdict.UNKNOWN
