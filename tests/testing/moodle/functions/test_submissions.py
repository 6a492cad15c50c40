"""The status of a submission."""

import pytest

from fidedigno.testing.moodle import MoodleServer, Scenario
from fidedigno.testing.moodle.functions.submissions import FUNCTIONS
from fidedigno.testing.moodle.load import parse_scenario
from tests.testing.moodle.client import ask, code
from tests.testing.moodle.recordings import SITE

(NAME,) = FUNCTIONS


def at(now: str) -> Scenario:
    return parse_scenario(SITE.read_text(encoding="utf-8").replace("2026-11-30 06:42:31", now))


def test_looking_as_a_grader_writes_an_empty_row_and_looking_at_oneself_does_not(
    moodle: MoodleServer,
) -> None:
    assert "submission" not in ask(moodle, "dave", NAME, {"assignid": 1})["lastattempt"]
    seen = ask(moodle, "wsbot", NAME, {"assignid": 1, "userid": 7})["lastattempt"]["submission"]
    assert (seen["status"], seen["userid"]) == ("new", 7)
    assert ask(moodle, "dave", NAME, {"assignid": 1})["lastattempt"]["submission"]["id"] == seen["id"]


def test_no_extension_is_null_without_a_row_and_zero_with_one(moodle: MoodleServer) -> None:
    def extension(user: str) -> object:
        return ask(moodle, user, NAME, {"assignid": 1})["lastattempt"]["extensionduedate"]

    assert [extension(each) for each in ("erin", "carol", "dave")] == [None, 0, 1801785540]
    moodle.withdraw_extension("dave", "a1")
    assert extension("dave") == 0


def test_a_hidden_mark_is_shown_to_who_may_see_hidden_marks_only(moodle: MoodleServer) -> None:
    fields = {"assignid": 1, "userid": 5}
    assert "feedback" not in ask(moodle, "bob", NAME, {"assignid": 1})
    assert "feedback" not in ask(moodle, "wsbot", NAME, fields)
    assert ask(moodle, "tess", NAME, fields)["feedback"]["grade"]["grade"] == "64.00000"
    moodle.release_grade("bob", "a1")
    assert ask(moodle, "bob", NAME, {"assignid": 1})["feedback"]["grade"]["grade"] == "64.00000"


@pytest.mark.parametrize(
    ("now", "open_for"),
    [
        ("2027-01-04 12:00", {"carol", "dave", "erin"}),
        ("2027-01-06 12:00", {"alice", "bob", "carol", "dave", "erin"}),
        ("2027-01-27 12:00", {"bob", "dave"}),
        ("2027-02-01 12:00", {"dave"}),
        ("2027-02-05 12:00", set()),
    ],
)
def test_submissions_are_open_between_the_persons_own_dates(now: str, open_for: set[str]) -> None:
    # On the first day bob is let in by his own override, which leaves the assignment's opening in force.
    expected = open_for | {"bob"} if now.startswith("2027-01-04") else open_for
    with MoodleServer(at(now)) as moodle:
        people = ("alice", "bob", "carol", "dave", "erin")
        attempts = {each: ask(moodle, each, NAME, {"assignid": 1})["lastattempt"] for each in people}
    assert {each for each, attempt in attempts.items() if attempt["canedit"]} == expected


def test_a_lock_closes_what_the_dates_leave_open() -> None:
    with MoodleServer(at("2027-01-06 12:00")) as moodle:
        moodle.lock("carol", "a1")
        attempt = ask(moodle, "carol", NAME, {"assignid": 1})["lastattempt"]
    assert (attempt["locked"], attempt["canedit"]) == (True, False)


def test_a_team_sees_what_one_of_them_handed_in(moodle: MoodleServer) -> None:
    moodle.show("topic3")
    moodle.submit("B", "a5", "<p>Ours.</p>")
    for user, status in (("carol", "submitted"), ("dave", "submitted"), ("alice", None)):
        attempt = ask(moodle, user, NAME, {"assignid": 5})["lastattempt"]
        assert attempt.get("teamsubmission", {}).get("status") == status


@pytest.mark.parametrize(
    ("user", "fields", "expected"),
    [
        ("alice", {"assignid": 1, "userid": 5}, "nopermission"),
        ("wsbot", {"assignid": 1, "userid": 10}, "nopermission"),
        ("wsbot", {"assignid": 1, "userid": 12}, "userdeleted"),
        ("alice", {"assignid": 2}, "requireloginerror"),
        ("gina", {"assignid": 1}, "requireloginerror"),
        ("alice", {"assignid": 99}, "invalidrecord"),
    ],
)
def test_refusals(moodle: MoodleServer, user: str, fields: dict[str, int], expected: str) -> None:
    assert code(ask(moodle, user, NAME, fields)) == expected
