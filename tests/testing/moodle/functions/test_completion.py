"""Completion."""

from fidedigno.testing.moodle import MoodleServer
from fidedigno.testing.moodle.functions.completion import FUNCTIONS, completion_state
from fidedigno.testing.moodle.load import parse_scenario
from tests.testing.moodle.client import ask, code
from tests.testing.moodle.recordings import SITE

(NAME,) = FUNCTIONS


def test_handing_in_meets_the_condition(moodle: MoodleServer) -> None:
    def met(user: int) -> int:
        (row,) = ask(moodle, "wsbot", NAME, {"courseid": 2, "userid": user})["statuses"]
        return int(row["details"][0]["rulevalue"]["status"])

    assert (met(4), met(8)) == (1, 0)
    moodle.submit("erin", "a1", "<p>Late, but here.</p>")
    assert met(8) == 1


def test_what_is_done_says_since_when() -> None:
    text = SITE.read_text(encoding="utf-8")
    done = "completion: submit\n            completed: {alice: 2026-11-29 10:00}"
    site = parse_scenario(text.replace("completion: submit", done, 1))
    module = site.modules["a1"]
    state = completion_state(site, module, site.users["alice"])
    assert (state["state"], state["timecompleted"]) == (1, module.completed["alice"])
    assert completion_state(site, module, site.users["tess"])["istrackeduser"] is False


def test_the_progress_of_another_is_for_graders(moodle: MoodleServer) -> None:
    assert code(ask(moodle, "alice", NAME, {"courseid": 2, "userid": 5})) == "nopermission"
    assert code(ask(moodle, "gina", NAME, {"courseid": 2, "userid": 10})) == "errorcoursecontextnotvalid"
    assert code(ask(moodle, "wsbot", NAME, {"courseid": 2, "userid": 99})) == "invalidrecord"
