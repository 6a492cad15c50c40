"""Pages and files by course, with what they say; only those open to the caller."""

from __future__ import annotations

from fidedigno.testing.moodle import access
from fidedigno.testing.moodle.call import Call, Function, Json, no_access_to
from fidedigno.testing.moodle.listing import file_entry
from fidedigno.testing.moodle.parameters import Parameter
from fidedigno.testing.moodle.scenario import Course, File, Module, Page

_COURSEIDS = (Parameter("courseids", "ints", required=False, default=()),)


def _pages(call: Call) -> Json:
    modules, warnings = _open_modules(call)
    rows = [
        _common(call, each)
        | {
            "content": each.body.content,
            "contentformat": 1,
            "contentfiles": [],
            "legacyfiles": 0,
            "legacyfileslast": None,
            "display": 0,
            "displayoptions": 'a:2:{s:10:"printintro";i:0;s:17:"printlastmodified";i:1;}',
            "revision": 0,
            "timemodified": each.changed,
        }
        for each in modules
        if isinstance(each.body, Page)
    ]
    return {"pages": rows, "warnings": warnings}


def _resources(call: Call) -> Json:
    modules, warnings = _open_modules(call)
    rows = [
        _common(call, each)
        | {
            "contentfiles": [_content_file(call, each)],
            "tobemigrated": 0,
            "legacyfiles": 0,
            "legacyfileslast": None,
            "display": 0,
            "displayoptions": 'a:1:{s:10:"printintro";i:0;}',
            "filterfiles": 0,
            "revision": 0,
            "timemodified": each.changed,
        }
        for each in modules
        if isinstance(each.body, File)
    ]
    return {"resources": rows, "warnings": warnings}


def _open_modules(call: Call) -> tuple[list[Module], list[Json]]:
    site, wanted = call.site, call.parameters["courseids"]
    own = [each for each in site.courses.values() if call.caller.key in each.members]
    courses: list[Course] = []
    warnings: list[Json] = []
    for identity in wanted or [each.id for each in own]:
        course = access.course_by_id(site, identity)
        if course is None or not access.can_enter(site, call.caller, course.key):
            warnings.append(no_access_to("course", identity, "course"))
        else:
            courses.append(course)
    modules = [
        module
        for course in courses
        for module in site.modules_of(course.key)
        if access.can_see(site, call.caller, module)
    ]
    return modules, warnings


def _common(call: Call, module: Module) -> Json:
    return {
        "id": module.instance,
        "coursemodule": module.id,
        "course": call.site.courses[module.course].id,
        "name": module.name,
        "intro": module.intro,
        "introformat": 1,
        "introfiles": [],
        "section": call.site.sections[module.section].number,
        "visible": access.is_shown(call.site, module),
        "groupmode": 0,
        "groupingid": 0,
        "lang": None,
    }


def _content_file(call: Call, module: Module) -> Json:
    entry = file_entry(call.url, module, with_author=False)
    entry["fileurl"] = entry["fileurl"].partition("?")[0]
    return {key: value for key, value in entry.items() if key not in {"type", "timecreated", "sortorder"}}


FUNCTIONS = {
    "mod_page_get_pages_by_courses": Function(_COURSEIDS, _pages),
    "mod_resource_get_resources_by_courses": Function(_COURSEIDS, _resources),
}
