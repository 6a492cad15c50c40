"""The course page: what is hidden or for another group is simply absent, and dates are the caller's."""

from __future__ import annotations

import json
from collections.abc import Mapping

from fidedigno.testing.moodle import access
from fidedigno.testing.moodle.call import Call, Function, Json
from fidedigno.testing.moodle.dates import dates_of
from fidedigno.testing.moodle.exceptions import invalid_parameter
from fidedigno.testing.moodle.functions.completion import completion_state
from fidedigno.testing.moodle.listing import file_entry, file_totals
from fidedigno.testing.moodle.parameters import Parameter
from fidedigno.testing.moodle.pictures import module_icon
from fidedigno.testing.moodle.scenario import Assignment, Course, File, Module, Section

_PLURALS = {"page": "Pages", "resource": "Files", "assign": "Assignments"}
_OPTIONS = {
    "excludemodules",
    "excludecontents",
    "includestealthmodules",
    "sectionid",
    "sectionnumber",
    "cmid",
    "modname",
    "modid",
}


def _contents(call: Call) -> list[Json]:
    site, options = call.site, call.parameters["options"]
    course = access.require_course(site, call.caller, call.parameters["courseid"])
    if set(options) - _OPTIONS:
        raise invalid_parameter()
    everything = access.VIEW_HIDDEN in access.capabilities(site, call.caller, course.key)
    sections = [
        each
        for each in site.sections.values()
        if each.course == course.key and (each.visible or everything) and _is_wanted_section(each, options)
    ]
    return [_section(call, course, each, options, everything=everything) for each in sections]


def _section(
    call: Call, course: Course, section: Section, options: Mapping[str, str], *, everything: bool
) -> Json:
    modules = [
        _module(call, each, options, editor=everything)
        for each in call.site.modules_of(course.key)
        if each.section == section.key
        and access.can_see(call.site, call.caller, each)
        and _is_wanted_module(each, options)
    ]
    return {
        "id": section.id,
        "name": section.name,
        "visible": int(section.visible),
        "summary": "",
        "summaryformat": 1,
        "section": section.number,
        "hiddenbynumsections": 0,
        "uservisible": True,
        "modules": [] if _is_on(options, "excludemodules") else modules,
    }


def _is_wanted_section(section: Section, options: Mapping[str, str]) -> bool:
    if "sectionid" in options and options["sectionid"] != str(section.id):
        return False
    return "sectionnumber" not in options or options["sectionnumber"] == str(section.number)


def _is_wanted_module(module: Module, options: Mapping[str, str]) -> bool:
    wanted = {"cmid": str(module.id), "modname": module.kind, "modid": str(module.instance)}
    return all(options.get(name, value) == value for name, value in wanted.items())


def _module(call: Call, module: Module, options: Mapping[str, str], *, editor: bool) -> Json:
    row: Json = {
        "id": module.id,
        "url": f"{call.url}/mod/{module.kind}/view.php?id={module.id}",
        "name": module.name,
        "instance": module.instance,
        "contextid": module.context,
        "visible": int(access.is_shown(call.site, module)),
        "uservisible": True,
        "visibleoncoursepage": int(not module.stealth),
        "modicon": module_icon(call.url, module.kind),
        "modname": module.kind,
        "modplural": _PLURALS[module.kind],
    }
    if editor:
        row["availability"] = _availability(call, module)
    row |= {"indent": 0, "onclick": "", "afterlink": None}
    if isinstance(module.body, File):
        row["activitybadge"] = []
    completion = {"none": 0, "manual": 1, "submit": 2}[module.completion]
    row |= {"customdata": _custom_data(call, module), "noviewlink": False, "completion": completion}
    if completion:
        row["completiondata"] = completion_state(call.site, module, call.caller)
    row |= {"downloadcontent": 1, "dates": _dates(call, module), "groupmode": _group_mode(module)}
    if not isinstance(module.body, Assignment):
        files = [file_entry(call.url, module, with_author=True)]
        row["contents"] = [] if _is_on(options, "excludecontents") else files
        row["contentsinfo"] = file_totals(module)
    return row


def _availability(call: Call, module: Module) -> str | None:
    if module.only_group is None:
        return None
    condition = {"type": "group", "id": call.site.groups[module.only_group].id}
    return json.dumps({"op": "&", "c": [condition], "showc": [False]}, separators=(",", ":"))


def _group_mode(module: Module) -> int:
    return int(isinstance(module.body, Assignment) and module.body.team)


def _custom_data(call: Call, module: Module) -> str:
    """JSON inside JSON; a date from an override is a text there, the assignment's own due date a number."""
    data: Json = {}
    if isinstance(module.body, Assignment):
        dates = dates_of(call.site, module, call.caller.key)
        if module.completion == "submit":
            data["customcompletionrules"] = {"completionsubmit": "1"}
        if dates.due:
            overridden = dates.override is not None and dates.override.due is not None
            data["duedate"] = str(dates.due) if overridden else dates.due
        if dates.cutoff:
            data["cutoffdate"] = str(dates.cutoff)
        if dates.opens:
            data["allowsubmissionsfromdate"] = str(dates.opens)
    elif isinstance(module.body, File):
        data = {"displayoptions": 'a:1:{s:10:"printintro";i:0;}', "display": 5}
    return json.dumps(data or "", separators=(",", ":"))


def _dates(call: Call, module: Module) -> list[Json]:
    if not isinstance(module.body, Assignment):
        return []
    dates = dates_of(call.site, module, call.caller.key)
    opened = "Opened:" if dates.opens <= call.now else "Opens:"
    rows = [(opened, dates.opens, "allowsubmissionsfromdate"), ("Due:", dates.due, "duedate")]
    return [{"label": label, "timestamp": moment, "dataid": name} for label, moment, name in rows if moment]


def _is_on(options: Mapping[str, str], name: str) -> bool:
    return options.get(name, "0") in {"1", "true"}


FUNCTIONS = {
    "core_course_get_contents": Function(
        (Parameter("courseid", "int"), Parameter("options", "options", required=False, default={})),
        _contents,
    )
}
