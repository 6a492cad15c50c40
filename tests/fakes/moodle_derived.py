"""Answers that nobody recorded word by word, made of rows that were recorded.

Each says from which recording its rows come. Nothing is invented here but the choice of rows.
"""

from __future__ import annotations

import copy
import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.fakes.moodle_replay import Asked, MoodleReplay

IN_COURSE = ("tess", "alice", "bob", "carol", "dave", "erin")


def derive(replay: MoodleReplay, asked: Asked) -> Any:
    """The answer, or ``None`` where a literal recording must do."""
    rule = _RULES.get(asked.function)
    return None if rule is None else rule(replay, asked)


def _site_info(replay: MoodleReplay, asked: Asked) -> Any:
    """Alice's answer with another user id; three people were recorded."""
    if asked.actor in {"alice", "tess", "wsbot"} or asked.actor not in replay.ids["users"]:
        return None
    return {**replay.body("site_info--alice.json"), "userid": replay.user(asked.actor)}


def _accounts(replay: MoodleReplay, asked: Asked) -> Any:
    """By id, of the accounts that the search and the look-ups by name and address listed."""
    if asked.params.get("field") != "id" or asked.actor != "wsbot":
        return None
    rows = [
        *replay.body("users_search--wsbot.json")["users"],
        *replay.body("users_by_field-username--wsbot.json"),
        *replay.body("users_by_field--wsbot.json"),
    ]
    wanted = {int(value) for name, value in asked.params.items() if name.startswith("values[")}
    return list({row["id"]: row for row in rows if row["id"] in wanted}.values())


def _courses(replay: MoodleReplay, asked: Asked) -> Any:
    """The service account asked about Alice alone; others of the course have the same row."""
    if asked.actor not in {"wsbot", "carol", "dave", "erin"}:
        return None
    active = {replay.user(name) for name in IN_COURSE}
    if "unenrol" in replay.on:
        active.discard(replay.user("bob"))
    if asked.actor != "wsbot":
        active &= {replay.user(asked.actor)}
    rows = replay.body("user_courses--wsbot-for-alice.json")
    return rows if int(asked.params["userid"]) in active else []


def _user_groups(replay: MoodleReplay, asked: Asked) -> Any:
    """Groups A and B from the list of members; Dave, Gina, Alice and Erin were recorded."""
    person = int(asked.params["userid"])
    known = {replay.user("dave"), replay.user("gina")}
    own = {"alice", "dave", "erin", "gina"}
    if (asked.actor == "wsbot" and person in known) or asked.actor in own:
        return None
    if asked.actor != "wsbot" and replay.user(asked.actor) != person:
        return None
    members = {row["groupid"]: row["userids"] for row in replay.body("group_members--wsbot.json")}
    groups = replay.body("user_groups--erin-self.json")["groups"]
    return {"groups": [row for row in groups if person in members[row["id"]]], "warnings": []}


def _status(replay: MoodleReplay, asked: Asked) -> Any:
    """What the service account is told of Carol and Erin is what they are told themselves."""
    if asked.actor != "wsbot" or asked.params.get("assignid") != "1":
        return None
    for name in ("carol", "erin"):
        if asked.params.get("userid") == str(replay.user(name)):
            return replay.body(f"submission_status--{name}-self.json")
    return None


def _grades(replay: MoodleReplay, asked: Asked) -> Any:
    """One person of the whole report; Alice, Bob and Carol were recorded for themselves."""
    if "userid" not in asked.params or asked.actor not in {"wsbot", "dave", "erin"}:
        return None
    whole = copy.deepcopy(replay.body("grade_items--wsbot-all.json"))
    person = int(asked.params["userid"])
    if asked.actor != "wsbot" and person != replay.user(asked.actor):
        return None
    whole["usergrades"] = [row for row in whole["usergrades"] if row["userid"] == person]
    return whole


def _enrolled(replay: MoodleReplay, asked: Asked) -> Any:
    """Active people in pages of any size, from the pages of three and the list with the suspended account."""
    options = _options(asked.params)
    if asked.actor == "wsbot" and "withcapability" in options:
        # Recorded for marking; Tess sees hidden activities too.
        return replay.body("enrolled_users-withcapability--wsbot.json")
    if asked.actor != "wsbot" or options.get("onlyactive") != "1" or "limitnumber" not in options:
        return None
    rows = [
        *replay.body("enrolled_users-active--wsbot.json"),
        *replay.body("enrolled_users-page2--wsbot.json"),
    ]
    known = {row["id"] for row in rows}
    late = replay.body("enrolled_users-onlyactive-all--wsbot.json")
    rows += [row for row in late if row["id"] not in known]
    if "unenrol" in replay.on:
        rows = [row for row in rows if row["id"] in {each["id"] for each in late}]
    start = int(options.get("limitfrom", "0"))
    return sorted(rows, key=lambda row: row["id"])[start : start + int(options["limitnumber"])]


def _members(replay: MoodleReplay, asked: Asked) -> Any:
    """The groups asked for, of those recorded."""
    if asked.actor != "wsbot":
        return None
    layered = "hiddengroupcap" in replay.on
    name = "after-hiddengroupcap-group_members--wsbot.json" if layered else "group_members--wsbot.json"
    wanted = {int(value) for key, value in asked.params.items() if key.startswith("groupids[")}
    return [row for row in replay.body(name) if row["groupid"] in wanted]


def _state(replay: MoodleReplay, asked: Asked) -> Any:
    """Which sections have conditions, in the form that Moodle's source gives it. This course has none.

    The function itself was not recorded; the sections are those of the recorded contents.
    """
    if asked.actor != "wsbot" or asked.params.get("courseid") != "2":
        return {"exception": "moodle_exception", "errorcode": "errorcoursecontextnotvalid", "message": ""}
    sections = replay.body("contents--wsbot.json")
    rows = [{"id": str(each["id"]), "hasrestrictions": each["id"] in replay.restricted} for each in sections]
    return json.dumps({"course": {}, "section": rows, "cm": []})


def _catalogue(replay: MoodleReplay, asked: Asked) -> Any:
    """One course by its id, of the two that were asked for together."""
    if asked.actor != "wsbot" or asked.params.get("field") != "id":
        return None
    whole = replay.body("courses_by_field--wsbot.json")
    rows = [row for row in whole["courses"] if str(row["id"]) == asked.params["value"]]
    return {**whole, "courses": rows}


def _options(params: dict[str, str]) -> dict[str, str]:
    names = {
        m[1]: value for key, value in params.items() if (m := re.fullmatch(r"options\[(\d+)\]\[name\]", key))
    }
    return {name: params.get(f"options[{index}][value]", "") for index, name in names.items()}


_RULES = {
    "core_webservice_get_site_info": _site_info,
    "core_user_get_users_by_field": _accounts,
    "core_enrol_get_users_courses": _courses,
    "core_group_get_course_user_groups": _user_groups,
    "mod_assign_get_submission_status": _status,
    "gradereport_user_get_grade_items": _grades,
    "core_enrol_get_enrolled_users": _enrolled,
    "core_group_get_group_members": _members,
    "core_courseformat_get_state": _state,
    "core_course_get_courses_by_field": _catalogue,
}
