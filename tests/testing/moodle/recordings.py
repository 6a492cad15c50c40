"""Replays recorded requests against a simulated site, and says where the answers differ in shape or meaning."""

import json
import urllib.parse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fidedigno.testing.moodle import MoodleServer
from tests.testing.moodle.client import request

HERE = Path(__file__).parent
SITE = HERE / "recorded_site.yaml"

CHANGES: dict[str, Callable[[MoodleServer], None]] = {
    "hiddengroupcap": lambda moodle: moodle.allow("moodle/course:viewhiddengroups"),
    "gradecap": lambda moodle: moodle.allow("mod/assign:grade"),
    "showsec3": lambda moodle: moodle.show("topic3"),
    "leavegroup": lambda moodle: moodle.leave_group("alice", "A"),
    "deloverride": lambda moodle: moodle.remove_override("a1", user="bob"),
    "movedue": lambda moodle: moodle.move_due("a1", "2027-01-25 23:59"),
    "lock": lambda moodle: moodle.lock("carol", "a1"),
    "revokeext": lambda moodle: moodle.withdraw_extension("dave", "a1"),
    "unhide": lambda moodle: moodle.release_grade("bob", "a1"),
    "unenrol": lambda moodle: moodle.unenrol("bob", "CS101"),
    "hidemod": lambda moodle: moodle.hide("late-work"),
    "delmod": lambda moodle: moodle.delete("syllabus"),
    "revoketoken": lambda moodle: moodle.revoke_token("carol"),
    "stealth": lambda moodle: moodle.make_stealth("by-link"),
    "teamsubmit": lambda moodle: moodle.submit("B", "a5", ""),
    "hidecourse": lambda moodle: moodle.hide("CS101"),
}
"""What was done to the real site before the recordings named ``after-<change>-``, in that order."""

# Everything that the simulator leaves out is on the following lists, and nowhere else.
NOT_SIMULATED = {
    "after-forcepw-": "a pending change of password",
    "with-sitepolicy-": "a site policy that was not agreed to",
    "service-disabled-": "an external service that is switched off",
    "ws-disabled-": "web services that are switched off",
    "debug-": "the developer's mode",
    "error-expired-token": "tokens that expire",
    "error-ip-restricted-token": "tokens bound to an address",
    "maintenance-": "tested with the faults",
}
FUNCTIONS_LEFT_OUT = {
    "core_cohort_get_cohorts",
    "core_course_get_categories",
    "core_course_get_courses",
    "core_calendar_get_action_events_by_course",
    "core_calendar_get_action_events_by_timesort",
    "core_enrol_get_course_enrolment_methods",
    "core_group_get_activity_allowed_groups",
    "core_group_get_course_groupings",
    "core_user_get_users",
    "mod_assign_get_grades",
    "mod_assign_get_submissions",
    "mod_assign_list_participants",
    "mod_forum_get_forums_by_courses",
    "mod_quiz_get_quiz_access_information",
    "mod_quiz_get_quizzes_by_courses",
    "mod_url_get_urls_by_courses",
}
KINDS_LEFT_OUT = {"quiz", "forum", "url"}
MODULES_LEFT_OUT = {6, 10, 11}
KEYS_LEFT_OUT = {
    "weightraw": "the weights of the gradebook",
    "weightformatted": "the weights of the gradebook",
    "status@gradeitems": "the weights of the gradebook",
}
LENGTHS_LEFT_OUT = {"functions": "the simulator lists its own functions"}

SAME_VALUES = {
    *("id", "cmid", "instance", "userid", "userids", "groupid", "courseid", "assignmentid", "contextid"),
    *("duedate", "allowsubmissionsfromdate", "cutoffdate", "gradingduedate", "extensionduedate"),
    *("duedatestr", "grantedextension", "submitted", "requiregrading", "submissionstatus", "status"),
    *("locked", "graded", "canedit", "caneditowner", "cansubmit", "gradingstatus", "usergroups"),
    *("participantcount", "submissionssubmittedcount", "submissionsneedgradingcount", "submissiongroup"),
    *("visible", "uservisible", "visibleoncoursepage", "section", "sectionnum", "completion", "dates"),
    *("graderaw", "gradeformatted", "gradeishidden", "percentageformatted", "feedbackformat", "grade"),
    *("suspended", "shortname", "warningcode", "itemid", "item", "exception", "errorcode", "availability"),
    *("idnumber", "state", "tracking", "istrackeduser", "visibility", "enrolledusercount", "progress"),
    *("teamsubmission@assignments", "gradefordisplay", "attemptnumber", "fileurl", "filename", "customdata"),
}
"""Keys whose values are compared too, not only their types."""

IDS_OF_ROWS = {"enrolledcourses", "updates", "gradeitems", "teamsubmission"}
"""Where the recorded ids depend on everything ever made on that site."""


@dataclass(frozen=True)
class Recording:
    """One request that was made to the real site, and its answer."""

    name: str
    function: str
    actor: str
    method: str
    path: str
    parameters: dict[str, str]
    status: int
    body: Any

    @property
    def change(self) -> str | None:
        """The change after which it was made, for the first recording after each."""
        return self.name.split("-")[1] if self.name.startswith("after-") else None


def recordings(folder: Path) -> Iterator[Recording]:
    """Every recording, in the order made."""
    for row in json.loads((folder / "INDEX.json").read_text(encoding="utf-8")):
        data = json.loads((folder / row["file"]).read_text(encoding="utf-8"))
        request, response = data["request"], data["response"]
        yield Recording(
            row["file"].removesuffix(".json"),
            row["function"],
            data["actor"],
            request["method"],
            request["path"],
            request["params"],
            response["status"],
            response["body"],
        )


def is_simulated(recording: Recording) -> bool:
    """Whether the simulator claims to answer it."""
    left_out = any(recording.name.startswith(each) for each in NOT_SIMULATED)
    return not left_out and recording.function not in FUNCTIONS_LEFT_OUT


def ask(url: str, recording: Recording, tokens: dict[str, str]) -> tuple[int, Any]:
    """Make the recorded request to ``url``: the status, and the body (parsed if it is JSON)."""
    fields = {key: _filled(value, tokens) for key, value in recording.parameters.items()}
    reply = request(url, recording.path, fields, method=recording.method)
    return reply.status, reply.body


def _filled(value: str, tokens: dict[str, str]) -> str:
    if value.startswith("<token:"):
        return tokens.get(value[7:-1], "unknown")
    return {"<password>": "correct", "<wrong password>": "wrong"}.get(value, value)


def differences(recorded: Any, simulated: Any, path: tuple[str, ...] = ()) -> list[str]:
    """Where the two differ in keys, in types, or in the values that must be the same."""
    where = "/".join(path) or "the answer"
    if isinstance(recorded, dict) and isinstance(simulated, dict):
        missing = {key for key in set(recorded) - set(simulated) if not _is_left_out(key, path)}
        extra = set(simulated) - set(recorded)
        found = [f"{where}: lacks {key}" for key in sorted(missing)]
        found += [f"{where}: has {key}, which was not recorded" for key in sorted(extra)]
        for key in sorted(set(recorded) & set(simulated)):
            found += differences(recorded[key], simulated[key], (*path, key))
        return found
    if isinstance(recorded, list) and isinstance(simulated, list):
        rows = [each for each in recorded if not _is_unsimulated_row(each)]
        if path and path[-1] in LENGTHS_LEFT_OUT:
            length = min(len(rows), len(simulated))
            rows, simulated = rows[:length], simulated[:length]
        if len(rows) != len(simulated):
            return [f"{where}: {len(simulated)} items, and {len(rows)} were recorded"]
        pairs = enumerate(zip(rows, simulated, strict=True))
        return [each for i, (a, b) in pairs for each in differences(a, b, (*path, str(i)))]
    if _kind(recorded) != _kind(simulated):
        return [f"{where}: is {_kind(simulated)}, and {_kind(recorded)} was recorded"]
    if _must_be_same(path) and _comparable(path, recorded) != _comparable(path, simulated):
        return [f"{where}: is {simulated!r}, and {recorded!r} was recorded"]
    return []


def _kind(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null"}.get(value, "bool")
    return "number" if isinstance(value, int | float) else type(value).__name__


def _is_left_out(key: str, path: tuple[str, ...]) -> bool:
    return key in KEYS_LEFT_OUT or any(f"{key}@{each}" in KEYS_LEFT_OUT for each in path)


def _is_unsimulated_row(row: Any) -> bool:
    if not isinstance(row, dict):
        return False
    if row.get("modname") in KINDS_LEFT_OUT or row.get("itemmodule") in KINDS_LEFT_OUT:
        return True
    return row.get("contextlevel") == "module" and row.get("id") in MODULES_LEFT_OUT


def _must_be_same(path: tuple[str, ...]) -> bool:
    names = [each for each in path if not each.isdigit()]
    if not names or (names[-1] in {"id", "iteminstance"} and set(names) & IDS_OF_ROWS):
        return False
    return bool(set(names) & {"dates"}) or names[-1] in SAME_VALUES


def _comparable(path: tuple[str, ...], value: Any) -> Any:
    if path[-1] == "customdata" and isinstance(value, str):
        return json.loads(value)
    if path[-1] == "fileurl" and isinstance(value, str):
        return urllib.parse.urlsplit(value)[2:]
    return value
