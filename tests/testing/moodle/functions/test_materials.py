"""Pages and files by course."""

from fidedigno.testing.moodle import MoodleServer
from fidedigno.testing.moodle.functions.materials import FUNCTIONS
from tests.testing.moodle.client import ask, request

PAGES, RESOURCES = FUNCTIONS


def test_pages_carry_what_they_say_to_who_may_read_it(moodle: MoodleServer) -> None:
    (page,) = ask(moodle, "alice", PAGES, {"courseids[0]": 2})["pages"]
    assert page["content"] == "<p>Late work loses a tenth a day.</p>"
    rows = ask(moodle, "wsbot", PAGES, {"courseids[0]": 2})["pages"]
    assert {each["coursemodule"]: each["visible"] for each in rows} == {7: True, 8: False, 9: False}


def test_the_address_of_a_file_serves_it(moodle: MoodleServer) -> None:
    (row,) = ask(moodle, "alice", RESOURCES)["resources"]
    path = row["contentfiles"][0]["fileurl"].removeprefix(moodle.url)
    reply = request(moodle.url, path, {"token": moodle.token("alice")}, method="GET")
    assert len(reply.raw) == row["contentfiles"][0]["filesize"]


def test_a_closed_or_missing_course_is_a_warning(moodle: MoodleServer) -> None:
    answer = ask(moodle, "gina", PAGES, {"courseids[0]": 2, "courseids[1]": 99})
    assert (answer["pages"], [each["itemid"] for each in answer["warnings"]]) == ([], [2, 99])
