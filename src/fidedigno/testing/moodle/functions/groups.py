"""Groups and who is in them: a group with hidden membership looks empty, without any error."""

from __future__ import annotations

from fidedigno.testing.moodle import access
from fidedigno.testing.moodle.call import Call, Function, Json, warning
from fidedigno.testing.moodle.exceptions import (
    cannot_manage_groups,
    closed_course,
    missing_record,
    not_accessible,
)
from fidedigno.testing.moodle.parameters import Parameter
from fidedigno.testing.moodle.scenario import Group

_VISIBILITY = {"all": 0, "members": 1, "own": 2, "none": 3}


def _course_groups(call: Call) -> list[Json]:
    site, caller = call.site, call.caller
    course = access.require_course(site, caller, call.parameters["courseid"])
    allowed = access.capabilities(site, caller, course.key)
    if access.MANAGE_GROUPS not in allowed:
        raise cannot_manage_groups()
    shown = [
        each
        for each in site.groups_of(course.key)
        if each.visibility in {"all", "members"} or access.VIEW_HIDDEN_GROUPS in allowed
    ]
    return [
        {
            "id": group.id,
            "courseid": course.id,
            "name": group.name,
            "description": "",
            "descriptionformat": 1,
            "enrolmentkey": None,
            "idnumber": group.idnumber,
            "visibility": _VISIBILITY[group.visibility],
            "participation": access.takes_part(group),
        }
        for group in shown
    ]


def _group_members(call: Call) -> list[Json]:
    site = call.site
    answer = []
    for identity in call.parameters["groupids"]:
        group = next((each for each in site.groups.values() if each.id == identity), None)
        if group is None:
            raise missing_record("groups")
        course = site.courses[group.course]
        if not access.can_enter(site, call.caller, course.key):
            raise closed_course(course.id)
        if access.MANAGE_GROUPS not in access.capabilities(site, call.caller, course.key):
            raise cannot_manage_groups()
        members = group.members if access.can_see_members(site, call.caller, group) else ()
        answer.append({"groupid": group.id, "userids": sorted(site.users[each].id for each in members)})
    return answer


def _user_groups(call: Call) -> Json:
    site, caller = call.site, call.caller
    identity = call.parameters["userid"] or caller.id
    course = access.course_by_id(site, call.parameters["courseid"])
    if course is None:
        raise missing_record("course")
    if not access.can_enter(site, caller, course.key):
        raise not_accessible()
    user = access.user_by_id(site, identity)
    if user is None or user.key not in course.members:
        text = f"User {identity} is not enrolled in course {course.id}"
        return {"groups": [], "warnings": [warning("course", course.id, "notenrolled", text)]}
    others = access.MANAGE_GROUPS in access.capabilities(site, caller, course.key)
    if user.key != caller.key and not others:
        text = f"User {caller.id} cannot manage groups in course {course.id}"
        return {"groups": [], "warnings": [warning("course", course.id, "cannotmanagegroups", text)]}
    groups = access.visible_groups_of_user(site, caller, course.key, user.key)
    return {"groups": [_group(call, each) for each in groups], "warnings": []}


def _group(call: Call, group: Group) -> Json:
    return {
        "id": group.id,
        "name": group.name,
        "description": "",
        "descriptionformat": 1,
        "idnumber": group.idnumber,
        "courseid": call.site.courses[group.course].id,
    }


FUNCTIONS = {
    "core_group_get_course_groups": Function((Parameter("courseid", "int"),), _course_groups),
    "core_group_get_group_members": Function((Parameter("groupids", "ints"),), _group_members),
    "core_group_get_course_user_groups": Function(
        (
            Parameter("courseid", "int", required=False, default=0),
            Parameter("userid", "int", required=False, default=0),
            Parameter("groupingid", "int", required=False, default=0),
        ),
        _user_groups,
    ),
}
