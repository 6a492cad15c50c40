"""People."""

from typing import Any

from fidedigno.testing.moodle import MoodleServer
from fidedigno.testing.moodle.functions.people import FUNCTIONS
from fidedigno.testing.moodle.load import parse_scenario
from tests.testing.moodle.client import ask, code

ENROLLED, BY_FIELD, COURSES = FUNCTIONS


def enrolled(moodle: MoodleServer, caller: str = "wsbot", **options: object) -> Any:
    fields: dict[str, object] = {"courseid": 2}
    for i, (name, value) in enumerate(options.items()):
        fields |= {f"options[{i}][name]": name, f"options[{i}][value]": value}
    return ask(moodle, caller, ENROLLED, fields)


def ids(rows: list[dict[str, Any]]) -> list[int]:
    return [each["id"] for each in rows]


def test_a_suspended_enrolment_has_no_mark_and_a_suspended_account_counts_as_active(
    moodle: MoodleServer,
) -> None:
    assert ids(enrolled(moodle)) == [3, 4, 5, 6, 7, 8, 9, 11]
    assert ids(enrolled(moodle, onlyactive=1)) == [3, 4, 5, 6, 7, 8, 11]
    assert ids(enrolled(moodle, onlysuspended=1)) == [9]
    assert all("suspended" not in each for each in enrolled(moodle))


def test_pages_follow_one_another_until_a_short_one(moodle: MoodleServer) -> None:
    pages = [ids(enrolled(moodle, onlyactive=1, limitfrom=start, limitnumber=3)) for start in (0, 3, 6, 9)]
    assert pages == [[3, 4, 5], [6, 7, 8], [11], []]


def test_filters_and_fields(moodle: MoodleServer) -> None:
    assert ids(enrolled(moodle, groupid=2)) == [6, 7, 8]
    assert ids(enrolled(moodle, withcapability="mod/assign:grade")) == [3]
    assert enrolled(moodle, groupid=2, userfields="id,username")[0] == {
        "id": 6,
        "username": "carol",
        "fullname": "Carol Crane",
    }
    assert ids(enrolled(moodle, sortby="id", sortdirection="DESC"))[0] == 11
    for wrong in ({"nosuch": 1}, {"limitfrom": "x"}, {"sortby": "shoe"}):
        assert code(enrolled(moodle, **wrong)) == "invalidparameter"


def test_a_student_sees_who_shares_a_group_and_less_of_them(moodle: MoodleServer) -> None:
    rows = enrolled(moodle, "alice")
    assert ids(rows) == [4, 5, 8]
    assert "username" in rows[0]
    assert "username" not in rows[1]
    assert [each["id"] for each in rows[2]["groups"]] == [1], "erin's other group is not alice's"
    assert code(enrolled(moodle, "gina")) == "errorcoursecontextnotvalid"


def test_a_course_without_groups_keeps_nobody_apart() -> None:
    site = parse_scenario(
        "site: S\ntimezone: UTC\nusers:\n  ana: {id: 3, fullname: Ana, email: a@example.test}\n"
        "  luis: {id: 4, fullname: Luis, email: l@example.test}\n"
        "courses:\n  C: {id: 2, fullname: C, members: {ana: student, luis: student}}\n"
    )
    with MoodleServer(site) as moodle:
        assert ids(enrolled(moodle, "ana")) == [3, 4]


def test_an_address_is_looked_up_with_its_capitals(moodle: MoodleServer) -> None:
    fields = {"field": "email", "values[0]": "Alice@Example.TEST", "values[1]": "mallory@example.test"}
    rows = ask(moodle, "wsbot", BY_FIELD, fields | {"values[2]": "henry@example.test"})
    assert [(each["username"], each["suspended"]) for each in rows] == [("mallory", True)]
    assert code(ask(moodle, "wsbot", BY_FIELD, {"field": "shoe", "values[0]": "1"})) == "invalidparameter"


def test_a_stranger_knows_nobody_but_themselves(moodle: MoodleServer) -> None:
    fields = {"field": "id", "values[0]": 5, "values[1]": 10}
    assert ids(ask(moodle, "gina", BY_FIELD, fields)) == [10]


def test_courses_of_a_person_lack_hidden_ones_and_suspended_enrolments(moodle: MoodleServer) -> None:
    def courses(caller: str, user: int) -> list[str]:
        return [each["shortname"] for each in ask(moodle, caller, COURSES, {"userid": user})]

    assert courses("alice", 4) == ["CS101"]
    assert courses("frank", 9) == courses("gina", 10) == courses("wsbot", 99) == courses("gina", 4) == []
    assert courses("tess", 3) == ["HR200", "CS101"]
    moodle.hide("CS101")
    assert courses("alice", 4) == []
