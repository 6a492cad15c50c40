"""The state of a course page."""

import json
from typing import Any

from fidedigno.testing.moodle import MoodleServer
from fidedigno.testing.moodle.functions.course_state import FUNCTIONS
from tests.testing.moodle.client import ask, code

(NAME,) = FUNCTIONS


def state(moodle: MoodleServer, user: str) -> Any:
    return json.loads(ask(moodle, user, NAME, {"courseid": 2}))


def test_it_is_json_inside_a_text_and_agrees_with_the_page(moodle: MoodleServer) -> None:
    for user in ("alice", "carol", "wsbot"):
        found = state(moodle, user)
        page = ask(moodle, user, "core_course_get_contents", {"courseid": 2})
        assert [each["id"] for each in found["section"]] == [str(each["id"]) for each in page]
        on_page = {str(module["id"]) for section in page for module in section["modules"]}
        assert {each["id"] for each in found["cm"]} == on_page


def test_conditions_are_shown_to_editors(moodle: MoodleServer) -> None:
    conditions = {each["id"] for each in state(moodle, "wsbot")["cm"] if each["hascmrestrictions"]}
    assert conditions == {"4"}
    assert not any(each["hascmrestrictions"] for each in state(moodle, "alice")["cm"])
    assert {each["hasrestrictions"] for each in state(moodle, "wsbot")["section"]} == {False}


def test_a_stealth_module_is_not_on_the_page_of_a_student(moodle: MoodleServer) -> None:
    moodle.show("topic3")
    moodle.make_stealth("by-link")
    assert "9" not in {each["id"] for each in state(moodle, "dave")["cm"]}


def test_a_closed_course_is_refused(moodle: MoodleServer) -> None:
    assert code(ask(moodle, "gina", NAME, {"courseid": 2})) == "errorcoursecontextnotvalid"
