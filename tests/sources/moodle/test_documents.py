"""What of the recorded course becomes documents."""

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.model import NOBODY
from fidedigno.sources.moodle.client import MoodleClient
from fidedigno.sources.moodle.documents import CourseDocument, RemoteFile, read_documents
from fidedigno.sources.moodle.errors import MoodleError
from tests.fakes.moodle_replay import MoodleReplay
from tests.sources.moodle.conftest import CS101, MakeClient


async def documents(client: MoodleClient) -> dict[str, CourseDocument]:
    return {each.name: each for each in (await read_documents(client, CS101)).documents}


def text(document: CourseDocument) -> str:
    assert isinstance(document.content, bytes)
    return document.content.decode()


async def test_pages_texts_of_assignments_and_files_are_documents(client: MoodleClient) -> None:
    found = await documents(client)
    titles = {each.title for each in found.values()}
    assert titles == {
        "Late work policy", "Marking guide (staff)", "Stealth page", "Syllabus", "Essay 1",
        "No deadline exercise", "Hidden essay", "Group A only lab", "Team project",
    }  # fmt: skip
    assert "<p>Late work loses 10% a day.</p>" in text(found["page-7.html"])
    syllabus = next(each for each in found.values() if each.title == "Syllabus")
    assert isinstance(syllabus.content, RemoteFile)
    assert (syllabus.content.size, syllabus.content.media_type) == (85, "text/plain")


async def test_forums_quizzes_and_links_are_left_out_and_counted(client: MoodleClient) -> None:
    read = await read_documents(client, CS101)
    assert dict(read.left_out) == {"forum": 1, "quiz": 1, "url": 1}
    assert read.groups == {1}


async def test_dates_of_activities_are_in_no_document(client: MoodleClient, replay: MoodleReplay) -> None:
    found = await documents(client)
    shown = " ".join(text(each) for each in found.values() if isinstance(each.content, bytes))
    for said in ("1800316740", "2027-01-18", "18 January", "Due:", "Opens:"):
        assert said not in shown
    # What a teacher wrote stays: as what the teacher once wrote.
    assert "due 11 January 2027" in shown


async def test_labels_and_summaries_are_documents(client: MoodleClient, replay: MoodleReplay) -> None:
    contents = replay.body("contents--wsbot.json")
    contents[1]["summary"] = "<p>Two essays.</p>"
    label = {**contents[0]["modules"][0], "id": 77, "modname": "label", "name": "Read <this>\x07 first"}
    contents[0]["modules"].append({**label, "description": "<p>Bring your notes.</p>", "contents": []})
    replay.answers["core_course_get_contents"] = lambda *_: contents
    found = await documents(client)
    assert "Two essays." in text(found["section-2.html"])
    assert "Bring your notes." in text(found["label-77.html"])
    assert found["label-77.html"].title == "Read <this> first"
    assert "<h1>Read &lt;this&gt; first</h1>" in text(found["label-77.html"])


async def test_a_file_kept_elsewhere_is_left_out(client: MoodleClient, replay: MoodleReplay) -> None:
    contents = replay.body("contents--wsbot.json")
    syllabus = next(m for s in contents for m in s["modules"] if m["modname"] == "resource")
    syllabus["contents"][0]["isexternalfile"] = True
    replay.answers["core_course_get_contents"] = lambda *_: contents
    assert "Syllabus" not in {each.title for each in (await documents(client)).values()}


async def test_files_of_one_name_in_a_folder_do_not_collide(
    client: MoodleClient, replay: MoodleReplay
) -> None:
    contents = replay.body("contents--wsbot.json")
    folder = next(m for s in contents for m in s["modules"] if m["modname"] == "resource")
    folder["modname"] = "folder"
    one = folder["contents"][0]
    folder["contents"] = [{**one, "filepath": path} for path in ("/", "/a/", "/A/", "/../")]
    replay.answers["core_course_get_contents"] = lambda *_: contents
    names = [name for name in await documents(client) if name.startswith("file-")]
    assert len(names) == 4


async def test_a_version_changes_with_the_content(client: MoodleClient, replay: MoodleReplay) -> None:
    before = (await documents(client))["page-7.html"].version
    pages = replay.body("pages--wsbot.json")
    pages["pages"][0]["content"] = "<p>Late work loses 20% a day.</p>"
    replay.answers["mod_page_get_pages_by_courses"] = lambda *_: pages
    assert (await documents(client))["page-7.html"].version != before


async def test_a_page_without_its_text_is_there_and_unread(
    client: MoodleClient, replay: MoodleReplay
) -> None:
    replay.answers["mod_page_get_pages_by_courses"] = lambda *_: {"pages": [], "warnings": []}
    assert (await documents(client))["page-7.html"].content is None


@pytest.mark.parametrize(
    "function",
    ["get_contents", "get_pages", "get_assignments", "courseformat_get_state"],
)
async def test_a_part_that_cannot_be_read_is_no_empty_part(
    function: str, make_client: MakeClient, replay: MoodleReplay
) -> None:
    replay.fail("half_json", function)
    with pytest.raises(MoodleError):
        await read_documents(make_client(), CS101)


async def test_a_section_with_conditions_closes_what_is_in_it(
    client: MoodleClient, replay: MoodleReplay
) -> None:
    replay.restricted.add(2)
    assert (await documents(client))["assign-1.html"].acl == NOBODY


async def test_an_account_that_may_not_ask_about_sections_is_told_what_to_do(
    client: MoodleClient, replay: MoodleReplay
) -> None:
    refused = replay.body("error-function-not-in-service.json")
    replay.answers["core_courseformat_get_state"] = lambda *_: refused
    with pytest.raises(ConfigurationError, match="core_courseformat_get_state"):
        await read_documents(client, CS101)
