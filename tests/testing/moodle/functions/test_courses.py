"""Courses and single modules."""

import pytest

from fidedigno.testing.moodle import MoodleServer
from fidedigno.testing.moodle.functions.courses import FUNCTIONS
from tests.testing.moodle.client import ask, code

BY_FIELD, MODULE = FUNCTIONS


def test_a_course_of_the_catalogue_comes_without_its_settings(moodle: MoodleServer) -> None:
    answer = ask(moodle, "alice", BY_FIELD, {"field": "ids", "value": "2,3,4"})
    assert {each["id"]: "visible" in each for each in answer["courses"]} == {2: True, 4: False}
    assert [each["itemid"] for each in answer["warnings"]] == [3, 4]


@pytest.mark.parametrize(
    ("field", "value", "found"),
    [("id", "2", [2]), ("shortname", "CS101", [2]), ("idnumber", "CS101-27", [2]), ("id", "x", [])],
)
def test_courses_are_found_by_their_fields(
    moodle: MoodleServer, field: str, value: str, found: list[int]
) -> None:
    answer = ask(moodle, "wsbot", BY_FIELD, {"field": field, "value": value})
    assert [each["id"] for each in answer["courses"]] == found


def test_without_a_field_every_course_that_may_be_known_is_found(moodle: MoodleServer) -> None:
    assert [each["id"] for each in ask(moodle, "wsbot", BY_FIELD)["courses"]] == [2, 3, 4]
    assert code(ask(moodle, "wsbot", BY_FIELD, {"field": "shoe"})) == "invalidparameter"


def test_a_module_is_described_to_who_may_see_it(moodle: MoodleServer) -> None:
    assert ask(moodle, "alice", MODULE, {"cmid": 1})["cm"]["sectionnum"] == 1
    for user, cmid, expected in (
        ("alice", 2, "requireloginerror"),
        ("carol", 4, "requireloginerror"),
        ("alice", 9, "requireloginerror"),
        ("alice", 99, "invalidrecordunknown"),
    ):
        assert code(ask(moodle, user, MODULE, {"cmid": cmid})) == expected
