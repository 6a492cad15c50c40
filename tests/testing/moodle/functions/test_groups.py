"""Groups."""

from fidedigno.testing.moodle import MoodleServer
from fidedigno.testing.moodle.functions.groups import FUNCTIONS
from tests.testing.moodle.client import ask, code

GROUPS, MEMBERS, OF_USER = FUNCTIONS
ALL = {"groupids[0]": 1, "groupids[1]": 2, "groupids[2]": 3}


def test_a_hidden_group_looks_empty_without_the_capability(moodle: MoodleServer) -> None:
    def members() -> list[list[int]]:
        return [each["userids"] for each in ask(moodle, "wsbot", MEMBERS, ALL)]

    assert members() == [[4, 5, 8], [6, 7, 8], []]
    moodle.allow("moodle/course:viewhiddengroups")
    assert members() == [[4, 5, 8], [6, 7, 8], [7]]


def test_the_list_of_groups_lacks_the_hidden_one(moodle: MoodleServer) -> None:
    assert [each["id"] for each in ask(moodle, "wsbot", GROUPS, {"courseid": 2})] == [1, 2]
    rows = ask(moodle, "tess", GROUPS, {"courseid": 2})
    assert {each["id"]: (each["visibility"], each["participation"]) for each in rows} == {
        1: (0, True),
        2: (0, True),
        3: (3, False),
    }


def test_groups_of_oneself_and_of_others(moodle: MoodleServer) -> None:
    def of(caller: str, user: int) -> tuple[list[int], list[str]]:
        answer = ask(moodle, caller, OF_USER, {"courseid": 2, "userid": user})
        return [each["id"] for each in answer["groups"]], [each["warningcode"] for each in answer["warnings"]]

    assert of("dave", 7) == ([2], [])
    assert of("alice", 5) == ([], ["cannotmanagegroups"])
    assert of("wsbot", 10) == ([], ["notenrolled"])
    assert of("wsbot", 99) == ([], ["notenrolled"])
    assert of("erin", 0) == ([1, 2], [])
    moodle.leave_group("erin", "A")
    assert of("erin", 0) == ([2], [])


def test_refusals(moodle: MoodleServer) -> None:
    assert code(ask(moodle, "alice", GROUPS, {"courseid": 2})) == "nopermissions"
    assert code(ask(moodle, "alice", MEMBERS, ALL)) == "nopermissions"
    assert code(ask(moodle, "gina", MEMBERS, ALL)) == "errorcoursecontextnotvalid"
    assert code(ask(moodle, "wsbot", MEMBERS, {"groupids[0]": 99})) == "invalidrecord"
    assert code(ask(moodle, "wsbot", OF_USER, {"courseid": 99})) == "invalidrecord"
    assert code(ask(moodle, "gina", OF_USER, {"courseid": 2})) == "requireloginerror"
