"""Courses and single modules. A course in the catalogue is not a course whose content may be read."""

from __future__ import annotations

from typing import Any

from fidedigno.testing.moodle import access
from fidedigno.testing.moodle.call import Call, Function, Json, no_access_to
from fidedigno.testing.moodle.exceptions import invalid_parameter
from fidedigno.testing.moodle.parameters import Parameter
from fidedigno.testing.moodle.pictures import course_picture
from fidedigno.testing.moodle.scenario import Course

_FIELDS = ("", "id", "ids", "shortname", "idnumber")
_FILTERS = ("displayh5p", "activitynames", "mathjaxloader", "emoticon", "urltolink", "mediaplugin")
_MODULE_TABLE = {"assign": 1, "page": 15, "resource": 17}


def _courses_by_field(call: Call) -> Json:
    field, value = call.parameters["field"], call.parameters["value"]
    if field not in _FIELDS:
        raise invalid_parameter()
    found, warnings = [], []
    for course in _matching(call, field, value):
        inside = access.can_enter(call.site, call.caller, course.key)
        if course.visible or inside:
            found.append(_summary(call, course) | (_settings(call, course) if inside else {}))
        if not inside and field == "ids":
            warnings.append(no_access_to("course", course.id, "course"))
    return {"courses": found, "warnings": warnings}


def _matching(call: Call, field: str, value: str) -> list[Course]:
    courses = list(call.site.courses.values())
    if field == "":
        return courses
    if field in {"id", "ids"}:
        wanted = {each.strip() for each in value.split(",")}
        return [each for each in courses if str(each.id) in wanted]
    return [each for each in courses if (each.key if field == "shortname" else each.idnumber) == value]


def _summary(call: Call, course: Course) -> Json:
    teachers = [call.site.users[key] for key, each in course.members.items() if each.role == "teacher"]
    return {
        "id": course.id,
        "fullname": course.fullname,
        "displayname": course.fullname,
        "shortname": course.key,
        "courseimage": course_picture(call.url, course.id),
        "categoryid": 1,
        "categoryname": "Courses",
        "sortorder": 10_000 + course.id,
        "summary": course.summary,
        "summaryformat": 1,
        "summaryfiles": [],
        "overviewfiles": [],
        "showactivitydates": False,
        "showcompletionconditions": True,
        "contacts": [{"id": each.id, "fullname": each.fullname} for each in teachers],
        "enrollmentmethods": ["manual"],
    }


def _settings(call: Call, course: Course) -> Json:
    """What only who may enter the course learns."""
    options: dict[str, Any] = {"hiddensections": 1, "coursedisplay": 0, "indentation": "1"}
    tracked = any(each.completion != "none" for each in call.site.modules_of(course.key))
    return {
        "format": "topics",
        "showgrades": 1,
        "newsitems": 0,
        "startdate": course.starts,
        "enddate": course.ends,
        "maxbytes": 0,
        "showreports": 0,
        "visible": int(course.visible),
        "groupmode": int(bool(call.site.groups_of(course.key))),
        "groupmodeforce": 0,
        "defaultgroupingid": 0,
        "enablecompletion": int(tracked),
        "completionnotify": 0,
        "lang": "",
        "theme": "",
        "marker": 0,
        "filters": [{"filter": each, "localstate": 0, "inheritedstate": 1} for each in _FILTERS],
        "courseformatoptions": [{"name": name, "value": value} for name, value in options.items()],
    }


def _course_module(call: Call) -> Json:
    module = access.require_module(call.site, call.caller, call.parameters["cmid"])
    section = call.site.sections[module.section]
    row: Json = {
        "id": module.id,
        "course": call.site.courses[module.course].id,
        "module": _MODULE_TABLE[module.kind],
        "name": module.name,
        "modname": module.kind,
        "instance": module.instance,
        "section": section.id,
        "sectionnum": section.number,
        "groupmode": 0,
        "groupingid": 0,
        "completion": {"none": 0, "manual": 1, "submit": 2}[module.completion],
        "downloadcontent": 1,
    }
    return {"cm": row, "warnings": []}


FUNCTIONS = {
    "core_course_get_courses_by_field": Function(
        (
            Parameter("field", "text", required=False, default=""),
            Parameter("value", "text", required=False, default=""),
        ),
        _courses_by_field,
    ),
    "core_course_get_course_module": Function((Parameter("cmid", "int"),), _course_module),
}
