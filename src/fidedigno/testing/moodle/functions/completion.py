"""Completion of activities: who tracks it, and whether it is done."""

from __future__ import annotations

from fidedigno.testing.moodle import access
from fidedigno.testing.moodle.call import Call, Function, Json
from fidedigno.testing.moodle.exceptions import missing_record, no_permission
from fidedigno.testing.moodle.parameters import Parameter
from fidedigno.testing.moodle.scenario import Assignment, Module, Scenario, User

_TRACKING = {"manual": 1, "submit": 2}


def completion_state(site: Scenario, module: Module, user: User) -> Json:
    """The state of one module for ``user``; only students are tracked."""
    enrolment = site.courses[module.course].members.get(user.key)
    done = module.completed.get(user.key, 0)
    details = []
    if isinstance(module.body, Assignment) and module.completion == "submit":
        row = module.body.submissions.get(user.key)
        status = int(row is not None and row.status == "submitted")
        rule = {"status": status, "description": "Make a submission"}
        details = [{"rulename": "completionsubmit", "rulevalue": rule}]
    return {
        "state": int(bool(done)),
        "timecompleted": done,
        "overrideby": None,
        "valueused": False,
        "hascompletion": True,
        "isautomatic": module.completion == "submit",
        "istrackeduser": enrolment is not None and enrolment.active and enrolment.role == "student",
        "uservisible": True,
        "details": details,
    }


def _statuses(call: Call) -> Json:
    site = call.site
    course = access.require_course(site, call.caller, call.parameters["courseid"])
    user = access.user_by_id(site, call.parameters["userid"])
    if user is None:
        raise missing_record("user")
    allowed = access.capabilities(site, call.caller, course.key)
    if user.key != call.caller.key and access.VIEW_GRADES not in allowed:
        raise no_permission()
    rows = [
        {
            "cmid": module.id,
            "modname": module.kind,
            "instance": module.instance,
            "tracking": _TRACKING[module.completion],
            **completion_state(site, module, user),
        }
        for module in site.modules_of(course.key)
        if module.completion != "none" and access.can_see(site, user, module)
    ]
    return {"statuses": rows, "warnings": []}


FUNCTIONS = {
    "core_completion_get_activities_completion_status": Function(
        (Parameter("courseid", "int"), Parameter("userid", "int")), _statuses
    )
}
