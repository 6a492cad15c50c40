"""The gradebook of one person."""

import pytest

from fidedigno.testing.moodle import MoodleServer
from fidedigno.testing.moodle.functions.grades import FUNCTIONS
from tests.testing.moodle.client import ask, code

(NAME,) = FUNCTIONS


def items(moodle: MoodleServer, caller: str, user: int) -> dict[object, dict[str, object]]:
    answer = ask(moodle, caller, NAME, {"courseid": 2, "userid": user})
    return {each["itemname"]: each for each in answer["usergrades"][0]["gradeitems"]}


def test_a_hidden_mark_is_absent_and_one_held_until_a_date_has_no_value(moodle: MoodleServer) -> None:
    assert items(moodle, "alice", 4)["Essay 1"]["graderaw"] == 78
    assert "Essay 1" not in items(moodle, "bob", 5)
    held = items(moodle, "carol", 6)["Essay 1"]
    assert (held["graderaw"], held["gradeformatted"], held["gradeishidden"]) == (None, "-", True)
    assert held["feedback"] == ""


def test_a_released_mark_is_seen(moodle: MoodleServer) -> None:
    for user, value in (("bob", 64), ("carol", 91)):
        moodle.release_grade(user, "a1")
        assert items(moodle, user, moodle.scenario.users[user].id)["Essay 1"]["graderaw"] == value


def test_no_hidden_mark_shows_in_any_number_that_its_owner_gets(moodle: MoodleServer) -> None:
    for user, identity, mark in (("bob", 5, 64), ("carol", 6, 91), ("alice", 4, 95)):
        rows = items(moodle, user, identity)
        assert all(each["graderaw"] != mark for each in rows.values())
        assert (rows[None]["graderaw"], rows[None]["gradeformatted"]) == (None, "-")


def test_hidden_columns_are_for_who_may_see_them(moodle: MoodleServer) -> None:
    assert "Participation" in items(moodle, "tess", 4)
    assert "Participation" not in items(moodle, "wsbot", 4)
    assert "Participation" not in items(moodle, "alice", 4)
    assert items(moodle, "tess", 4)[None]["graderaw"] == 95


def test_columns_of_what_a_student_may_not_see_are_absent(moodle: MoodleServer) -> None:
    assert {"Hidden essay", "Team project", "Lab of group A"} & set(items(moodle, "carol", 6)) == set()
    assert "Lab of group A" in items(moodle, "alice", 4)


@pytest.mark.parametrize(
    ("user", "fields", "expected"),
    [
        ("alice", {"courseid": 2, "userid": 5}, "nopermissiontoviewgrades"),
        ("alice", {"courseid": 2}, "nopermissiontoviewgrades"),
        ("gina", {"courseid": 2, "userid": 10}, "requireloginerror"),
        ("wsbot", {"courseid": 99}, "invalidrecord"),
        ("wsbot", {"courseid": 2, "userid": 99}, "invaliduser"),
    ],
)
def test_refusals(moodle: MoodleServer, user: str, fields: dict[str, int], expected: str) -> None:
    assert code(ask(moodle, user, NAME, fields)) == expected
