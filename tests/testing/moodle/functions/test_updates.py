"""What changed since a moment."""

from typing import Any

from fidedigno.testing.moodle import MoodleServer
from fidedigno.testing.moodle.functions.updates import FUNCTIONS
from tests.testing.moodle.client import ask

SINCE, CHECK = FUNCTIONS


def changed(moodle: MoodleServer, user: str, since: int) -> dict[int, list[str]]:
    answer = ask(moodle, user, SINCE, {"courseid": 2, "since": since})
    return {row["id"]: [each["name"] for each in row["updates"]] for row in answer["instances"]}


def check(moodle: MoodleServer, user: str, cmid: int, level: str = "module") -> Any:
    row = {"contextlevel": level, "id": cmid, "since": 0}
    return ask(
        moodle, user, CHECK, {"courseid": 2} | {f"tocheck[0][{key}]": each for key, each in row.items()}
    )


def test_content_is_reported_and_only_what_the_caller_may_see(moodle: MoodleServer) -> None:
    assert changed(moodle, "alice", 0)[1] == ["configuration", "gradeitems", "submissions", "grades"]
    assert set(changed(moodle, "carol", 0)) == {7, 12, 1, 3}


def test_a_moved_date_is_reported_after_the_moment_before_it(moodle: MoodleServer) -> None:
    before = moodle.stamp()
    assert changed(moodle, "alice", before) == {}
    moodle.move_due("a1", "2027-01-25 23:59")
    assert changed(moodle, "alice", before) == {1: ["configuration"]}


def test_changes_of_permission_are_never_reported(moodle: MoodleServer) -> None:
    before = moodle.stamp()
    moodle.leave_group("alice", "A")
    moodle.set_override("a1", user="alice", due="2027-01-25 23:59")
    moodle.grant_extension("alice", "a1", "2027-02-25 23:59")
    moodle.hide("late-work")
    assert changed(moodle, "alice", before) == {}


def test_what_cannot_be_checked_is_a_warning(moodle: MoodleServer) -> None:
    assert check(moodle, "alice", 1)["warnings"] == []
    codes = {
        check(moodle, "alice", 2)["warnings"][0]["warningcode"],
        check(moodle, "alice", 99)["warnings"][0]["warningcode"],
        check(moodle, "alice", 1, "course")["warnings"][0]["warningcode"],
    }
    assert codes == {"nonuservisible", "cmidnotincourse", "contextlevelnotsupported"}
