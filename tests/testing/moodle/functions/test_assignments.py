"""Assignments by course."""

from fidedigno.testing.moodle import MoodleServer
from fidedigno.testing.moodle.functions.assignments import FUNCTIONS
from tests.testing.moodle.client import ask, essay_of

(NAME,) = FUNCTIONS


def test_a_date_that_is_not_set_is_zero(moodle: MoodleServer) -> None:
    answer = ask(moodle, "alice", NAME, {"courseids[0]": 2})
    undated = next(each for each in answer["courses"][0]["assignments"] if each["id"] == 3)
    assert undated["duedate"] == undated["cutoffdate"] == undated["gradingduedate"] == 0


def test_an_extension_is_not_among_the_dates(moodle: MoodleServer) -> None:
    before = essay_of(moodle, "erin")
    moodle.grant_extension("erin", "a1", "2027-03-01 12:00")
    assert essay_of(moodle, "erin") == before


def test_what_may_not_be_seen_is_a_warning_and_no_error(moodle: MoodleServer) -> None:
    fields = {"courseids[0]": 2, "courseids[1]": 4, "courseids[2]": 99}
    answer = ask(moodle, "carol", NAME, fields)
    assert [each["id"] for each in answer["courses"]] == [2]
    rows = [(each["item"], each["itemid"], each["warningcode"]) for each in answer["warnings"]]
    assert rows == [
        ("course", 4, "2"),
        ("course", 99, "2"),
        ("module", 2, "1"),
        ("module", 4, "1"),
        ("module", 5, "1"),
    ]


def test_a_service_account_gets_nothing_until_it_asks_for_courses_that_it_is_not_in(
    moodle: MoodleServer,
) -> None:
    assert ask(moodle, "wsbot", NAME, {"courseids[0]": 2})["courses"] == []
    fields = {"courseids[0]": 2, "includenotenrolledcourses": 1}
    (course,) = ask(moodle, "wsbot", NAME, fields)["courses"]
    assert [each["id"] for each in course["assignments"]] == [1, 2, 3, 4, 5]
    assert ask(moodle, "gina", NAME, fields)["courses"] == []


def test_without_ids_the_courses_are_ones_own(moodle: MoodleServer) -> None:
    assert [each["shortname"] for each in ask(moodle, "tess", NAME)["courses"]] == ["CS101", "HR200"]
    assert [each["shortname"] for each in ask(moodle, "alice", NAME)["courses"]] == ["CS101"]
