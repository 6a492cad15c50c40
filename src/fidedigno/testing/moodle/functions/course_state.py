"""The state of a course page, which comes as JSON inside a text.

Unlike every other function here it was not recorded: its shape follows Moodle's source and was compared with no
answer. Clients need it to learn which sections have conditions of their own; here none has.
"""

from __future__ import annotations

import json

from fidedigno.testing.moodle import access
from fidedigno.testing.moodle.call import Call, Function, Json
from fidedigno.testing.moodle.parameters import Parameter
from fidedigno.testing.moodle.scenario import Course, Module, Section

_PLUGINS = {"page": "Page", "resource": "File", "assign": "Assignment"}


def _state(call: Call) -> str:
    site = call.site
    course = access.require_course(site, call.caller, call.parameters["courseid"])
    everything = access.VIEW_HIDDEN in access.capabilities(site, call.caller, course.key)
    sections = [
        each for each in site.sections.values() if each.course == course.key and (each.visible or everything)
    ]
    modules = [
        each
        for each in site.modules_of(course.key)
        if access.can_see(site, call.caller, each) and (everything or not each.stealth)
    ]
    state = {
        "course": _course(course, sections, editing=everything),
        "section": [_section(call, each, modules) for each in sections],
        "cm": [_module(call, each, editor=everything) for each in modules],
    }
    return json.dumps(state)


def _course(course: Course, sections: list[Section], *, editing: bool) -> Json:
    return {
        "id": str(course.id),
        "numsections": max((each.number for each in sections), default=0),
        "sectionlist": [str(each.id) for each in sections],
        "editmode": editing,
    }


def _section(call: Call, section: Section, modules: list[Module]) -> Json:
    course = call.site.courses[section.course]
    return {
        "id": str(section.id),
        "section": section.number,
        "number": section.number,
        "title": section.name,
        "hassummary": False,
        "rawtitle": section.name,
        "cmlist": [str(each.id) for each in modules if each.section == section.key],
        "visible": section.visible,
        "sectionurl": f"{call.url}/course/view.php?id={course.id}#section-{section.number}",
        "current": False,
        "indexcollapsed": False,
        "contentcollapsed": False,
        "hasrestrictions": False,
        "bulkeditable": section.number > 0,
    }


def _module(call: Call, module: Module, *, editor: bool) -> Json:
    section = call.site.sections[module.section]
    shown = access.is_shown(call.site, module)
    return {
        "id": str(module.id),
        "anchor": f"module-{module.id}",
        "name": module.name,
        "visible": shown,
        "stealth": module.stealth,
        "sectionid": str(section.id),
        "sectionnumber": section.number,
        "uservisible": True,
        "hascmrestrictions": editor and shown and module.only_group is not None,
        "modname": _PLUGINS[module.kind],
        "indent": 0,
        "module": module.kind,
        "plugin": f"mod_{module.kind}",
        "accessvisible": shown and module.only_group is None,
        "url": f"{call.url}/mod/{module.kind}/view.php?id={module.id}",
    }


FUNCTIONS = {"core_courseformat_get_state": Function((Parameter("courseid", "int"),), _state)}
