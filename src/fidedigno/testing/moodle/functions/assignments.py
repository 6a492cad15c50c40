"""Assignments by course, with the dates of whoever owns the token; extensions are not among them."""

from __future__ import annotations

from fidedigno.testing.moodle import access
from fidedigno.testing.moodle.call import Call, Function, Json, no_access_to, warning
from fidedigno.testing.moodle.dates import dates_of
from fidedigno.testing.moodle.parameters import Parameter
from fidedigno.testing.moodle.scenario import Assignment, Course, Module

_NOT_ENROLLED = "User is not enrolled or does not have requested capability"
_CONFIGS = (
    ("onlinetext", "assignsubmission", "enabled", "1"),
    ("onlinetext", "assignsubmission", "wordlimit", "0"),
    ("onlinetext", "assignsubmission", "wordlimitenabled", "0"),
    ("file", "assignsubmission", "enabled", "1"),
    ("file", "assignsubmission", "maxfilesubmissions", "2"),
    ("file", "assignsubmission", "maxsubmissionsizebytes", "1048576"),
    ("file", "assignsubmission", "filetypeslist", ""),
    ("comments", "assignsubmission", "enabled", "0"),
    ("comments", "assignfeedback", "enabled", "1"),
    ("comments", "assignfeedback", "commentinline", "0"),
)


def _assignments(call: Call) -> Json:
    wanted = call.parameters["courseids"]
    own = {
        course.id: course
        for course in call.site.courses.values()
        if call.caller.key in course.members and access.can_enter(call.site, call.caller, course.key)
    }
    warnings: list[Json] = []
    chosen: list[Course] = []
    for identity in wanted or own:
        course = own.get(identity) or _not_enrolled(call, identity)
        if course is None:
            warnings.append(warning("course", identity, "2", _NOT_ENROLLED))
        else:
            chosen.append(course)
    courses = [_course(call, course, warnings) for course in chosen]
    return {"courses": courses, "warnings": warnings}


def _not_enrolled(call: Call, identity: int) -> Course | None:
    """A course that the caller may enter without belonging to it, where that was asked for."""
    course = access.course_by_id(call.site, identity)
    if course is None or not call.parameters["includenotenrolledcourses"]:
        return None
    return course if access.can_enter(call.site, call.caller, course.key) else None


def _course(call: Call, course: Course, warnings: list[Json]) -> Json:
    rows = []
    for module in call.site.modules_of(course.key):
        if isinstance(module.body, Assignment):
            if access.can_see(call.site, call.caller, module):
                rows.append(_row(call, course, module, module.body))
            else:
                warnings.append(no_access_to("module", module.id, "module"))
    rows.sort(key=lambda row: int(row["id"]))
    return {
        "id": course.id,
        "fullname": course.fullname,
        "shortname": course.key,
        "timemodified": call.site.changed,
        "assignments": rows,
    }


def _row(call: Call, course: Course, module: Module, body: Assignment) -> Json:
    dates = dates_of(call.site, module, call.caller.key)
    never = dict.fromkeys(("nosubmissions", "submissiondrafts", "sendnotifications"), 0)
    rest = dict.fromkeys(
        ("blindmarking", "hidegrader", "revealidentities", "markingworkflow", "markingallocation"), 0
    )
    return {
        "id": module.instance,
        "cmid": module.id,
        "course": course.id,
        "name": module.name,
        **never,
        "sendlatenotifications": 0,
        "sendstudentnotifications": 0,
        "duedate": dates.due,
        "allowsubmissionsfromdate": dates.opens,
        "grade": body.max_grade,
        "timemodified": module.changed,
        "completionsubmit": int(module.completion == "submit"),
        "cutoffdate": dates.cutoff,
        "gradingduedate": body.grading_due,
        "teamsubmission": int(body.team),
        "requireallteammemberssubmit": 0,
        "teamsubmissiongroupingid": 0,
        **rest,
        "attemptreopenmethod": "none",
        "maxattempts": -1,
        "requiresubmissionstatement": 0,
        "preventsubmissionnotingroup": 0,
        "configs": [
            {"plugin": plugin, "subtype": subtype, "name": name, "value": value}
            for plugin, subtype, name, value in _CONFIGS
        ],
        "intro": module.intro,
        "introformat": 1,
        "introfiles": [],
        "introattachments": [],
        "timelimit": 0,
        "submissionattachments": 0,
    }


FUNCTIONS = {
    "mod_assign_get_assignments": Function(
        (
            Parameter("courseids", "ints", required=False, default=()),
            Parameter("capabilities", "texts", required=False, default=()),
            Parameter("includenotenrolledcourses", "flag", required=False, default=False),
        ),
        _assignments,
    )
}
