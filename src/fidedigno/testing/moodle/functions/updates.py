"""What changed since a moment: content only. Groups, enrolments, overrides and hiding are never reported."""

from __future__ import annotations

from collections.abc import Iterable

from fidedigno.testing.moodle import access
from fidedigno.testing.moodle.call import Call, Function, Json, warning
from fidedigno.testing.moodle.parameters import Parameter
from fidedigno.testing.moodle.scenario import Assignment, File, Module

_FILTER = Parameter("filter", "texts", required=False, default=())


def _since(call: Call) -> Json:
    course = access.require_course(call.site, call.caller, call.parameters["courseid"])
    since = call.parameters["since"]
    modules = [
        each for each in call.site.modules_of(course.key) if access.can_see(call.site, call.caller, each)
    ]
    return {"instances": _instances(call, ((each, since) for each in modules)), "warnings": []}


def _check(call: Call) -> Json:
    site = call.site
    course = access.require_course(site, call.caller, call.parameters["courseid"])
    by_id = {each.id: each for each in site.modules_of(course.key)}
    found, warnings = [], []
    for level, identity, since in call.parameters["tocheck"]:
        module = by_id.get(identity)
        if level != "module":
            text = f"Context level not yet supported {level}."
            warnings.append(warning(level, identity, "contextlevelnotsupported", text))
        elif module is None:
            text = "This module id does not belong to this course."
            warnings.append(warning("module", identity, "cmidnotincourse", text))
        elif not access.can_see(site, call.caller, module):
            text = "You don't have access to this module."
            warnings.append(warning("module", identity, "nonuservisible", text))
        else:
            found.append((module, since))
    return {"instances": _instances(call, found), "warnings": warnings}


def _instances(call: Call, modules: Iterable[tuple[Module, int]]) -> list[Json]:
    rows = []
    for module, since in modules:
        updates = _updates(call, module, since)
        if updates:
            rows.append({"contextlevel": "module", "id": module.id, "updates": updates})
    return rows


def _updates(call: Call, module: Module, since: int) -> list[Json]:
    rows: list[Json] = []
    body = module.body
    if module.changed > since:
        rows.append({"name": "configuration", "timeupdated": module.changed})
        if isinstance(body, File):
            rows.append({"name": "contentfiles", "itemids": [module.id]})
    if isinstance(body, Assignment):
        if any(each.changed > since for each in body.grades.values()):
            rows.append({"name": "gradeitems", "itemids": [module.instance]})
        submission = body.submissions.get(call.caller.key)
        if submission is not None and submission.changed > since:
            rows.append({"name": "submissions", "itemids": [submission.id]})
        grade = body.grades.get(call.caller.key)
        if grade is not None and grade.changed > since:
            rows.append({"name": "grades", "itemids": [grade.id]})
    return rows


FUNCTIONS = {
    "core_course_get_updates_since": Function(
        (Parameter("courseid", "int"), Parameter("since", "int"), _FILTER), _since
    ),
    "core_course_check_updates": Function(
        (Parameter("courseid", "int"), Parameter("tocheck", "checks"), _FILTER), _check
    ),
}
