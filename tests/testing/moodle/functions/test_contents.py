"""The course page."""

import json
from typing import Any

from fidedigno.testing.moodle import MoodleServer
from fidedigno.testing.moodle.functions.contents import FUNCTIONS
from tests.testing.moodle.client import ask, code

(NAME,) = FUNCTIONS


def contents(moodle: MoodleServer, user: str, **options: object) -> Any:
    fields: dict[str, object] = {"courseid": 2}
    for i, (name, value) in enumerate(options.items()):
        fields |= {f"options[{i}][name]": name, f"options[{i}][value]": value}
    return ask(moodle, user, NAME, fields)


def modules(moodle: MoodleServer, user: str, **options: object) -> dict[int, dict[str, Any]]:
    return {each["id"]: each for section in contents(moodle, user, **options) for each in section["modules"]}


def test_what_is_hidden_or_for_another_group_is_absent(moodle: MoodleServer) -> None:
    assert set(modules(moodle, "alice")) == {7, 12, 1, 3, 4}
    assert set(modules(moodle, "carol")) == {7, 12, 1, 3}
    assert [each["name"] for each in contents(moodle, "carol")] == ["General", "Topic 1", "Topic 2"]
    everything = modules(moodle, "wsbot")
    assert set(everything) == {7, 8, 12, 1, 3, 2, 4, 5, 9}
    assert [key for key, each in everything.items() if not each["visible"]] == [8, 2, 5, 9]


def test_only_editors_see_the_condition(moodle: MoodleServer) -> None:
    condition = json.loads(modules(moodle, "wsbot")[4]["availability"])
    assert condition["c"] == [{"type": "group", "id": 1}]
    assert "availability" not in modules(moodle, "alice")[4]


def test_dates_are_the_callers(moodle: MoodleServer) -> None:
    def due(user: str) -> int:
        dates = {each["dataid"]: each["timestamp"] for each in modules(moodle, user)[1]["dates"]}
        return int(dates["duedate"])

    assert [due(each) for each in ("wsbot", "bob", "carol")] == [1800316740, 1800575940, 1800748740]


def test_options_narrow_the_page(moodle: MoodleServer) -> None:
    assert set(modules(moodle, "alice", cmid=1)) == {1}
    assert set(modules(moodle, "alice", modname="page")) == {7}
    assert modules(moodle, "alice", sectionid=1).keys() == {7, 12}
    assert modules(moodle, "alice", excludemodules=1) == {}
    assert modules(moodle, "alice", excludecontents=1)[12]["contents"] == []
    assert code(contents(moodle, "alice", nosuch=1)) == "invalidparameter"


def test_a_stealth_module_is_listed_off_the_page(moodle: MoodleServer) -> None:
    moodle.show("topic3")
    moodle.make_stealth("by-link")
    row = modules(moodle, "dave")[9]
    assert (row["visibleoncoursepage"], row["uservisible"]) == (0, True)


def test_hiding_and_unenrolling_show_at_once(moodle: MoodleServer) -> None:
    moodle.hide("late-work")
    assert 7 not in modules(moodle, "alice")
    moodle.unenrol("alice", "CS101")
    assert code(contents(moodle, "alice")) == "errorcoursecontextnotvalid"
