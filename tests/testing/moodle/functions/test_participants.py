"""One person's dates for the service account, and everybody's flags for graders."""

from fidedigno.testing.moodle import MoodleServer
from fidedigno.testing.moodle.functions.participants import FUNCTIONS
from tests.testing.moodle.client import ask, code

PARTICIPANT, FLAGS = FUNCTIONS


def test_an_extension_is_a_flag_without_its_date(moodle: MoodleServer) -> None:
    row = ask(moodle, "wsbot", PARTICIPANT, {"assignid": 1, "userid": 7})
    assert row["grantedextension"] is True
    assert 1801785540 not in row.values()
    assert row["duedatestr"] == "23 January 2027, 11:59 PM"
    moodle.withdraw_extension("dave", "a1")
    assert ask(moodle, "wsbot", PARTICIPANT, {"assignid": 1, "userid": 7})["grantedextension"] is False


def test_an_assignment_without_a_date_has_no_words_for_it(moodle: MoodleServer) -> None:
    row = ask(moodle, "wsbot", PARTICIPANT, {"assignid": 3, "userid": 4})
    assert (row["duedate"], row["duedatestr"]) == (0, "")


def test_who_is_no_participant_and_who_may_not_ask(moodle: MoodleServer) -> None:
    assert code(ask(moodle, "alice", PARTICIPANT, {"assignid": 1, "userid": 5})) == "nopermission"
    for user in (9, 10, 3):
        assert code(ask(moodle, "wsbot", PARTICIPANT, {"assignid": 1, "userid": user})) == "usernotincourse"
    moodle.unenrol("bob", "CS101")
    assert code(ask(moodle, "wsbot", PARTICIPANT, {"assignid": 1, "userid": 5})) == "usernotincourse"


def test_flags_need_the_right_to_grade(moodle: MoodleServer) -> None:
    answer = ask(moodle, "wsbot", FLAGS, {"assignmentids[0]": 1})
    assert (answer["assignments"], answer["warnings"][0]["warningcode"]) == ([], "1")
    moodle.allow("mod/assign:grade")
    (row,) = ask(moodle, "wsbot", FLAGS, {"assignmentids[0]": 1})["assignments"]
    assert {each["userid"]: each["extensionduedate"] for each in row["userflags"]} == {
        7: 1801785540,
        4: 0,
        5: 0,
        6: 0,
    }


def test_an_assignment_without_flags_or_that_does_not_exist_is_a_warning(moodle: MoodleServer) -> None:
    answer = ask(moodle, "tess", FLAGS, {"assignmentids[0]": 3, "assignmentids[1]": 99})
    assert [each["warningcode"] for each in answer["warnings"]] == ["3", "1"]
