"""What a service account may read about one person: their dates, and that an extension exists, but not until when."""

from __future__ import annotations

from datetime import datetime

from fidedigno.testing.moodle import access
from fidedigno.testing.moodle.call import Call, Function, Json, no_access_to, warning
from fidedigno.testing.moodle.dates import dates_of
from fidedigno.testing.moodle.exceptions import no_permission, user_not_in_course
from fidedigno.testing.moodle.handed_in import assignment_of, requires_grading, submission_of
from fidedigno.testing.moodle.parameters import Parameter
from fidedigno.testing.moodle.scenario import Assignment


def _participant(call: Call) -> Json:
    module = access.require_assignment(call.site, call.caller, call.parameters["assignid"])
    if access.VIEW_SUBMISSIONS not in access.capabilities(call.site, call.caller, module.course):
        raise no_permission()
    user = access.require_user(call.site, call.parameters["userid"])
    body = assignment_of(module)
    if user not in call.site.students_of(module.course):
        raise user_not_in_course()
    dates = dates_of(call.site, module, user.key)
    row = submission_of(call.site, module, user)
    flags = body.flags.get(user.key)
    status = row.status if row else "new"
    return {
        "id": user.id,
        "fullname": user.fullname,
        "submitted": status == "submitted",
        "requiregrading": requires_grading(row, body.grades.get(user.key)),
        "grantedextension": flags is not None and flags.extension > 0,
        "blindmarking": False,
        "allowsubmissionsfromdate": dates.opens,
        "duedate": dates.due,
        "cutoffdate": dates.cutoff,
        "duedatestr": _spoken(call, dates.due),
        "submissionstatus": status,
    }


def _spoken(call: Call, moment: int) -> str:
    if not moment:
        return ""
    local = datetime.fromtimestamp(moment, call.site.timezone)
    return f"{local.day} {local:%B %Y}, {local.hour % 12 or 12}:{local:%M %p}"


def _user_flags(call: Call) -> Json:
    answer, warnings = [], []
    by_instance = {each.instance: each for each in call.site.modules.values() if each.kind == "assign"}
    for identity in call.parameters["assignmentids"]:
        module = by_instance.get(identity)
        allowed = access.capabilities(call.site, call.caller, module.course) if module else frozenset()
        if module is None or access.GRADE not in allowed:
            warnings.append(no_access_to("assignment", identity, "module"))
            continue
        flags = assignment_of(module).flags
        if not flags:
            warnings.append(warning("module", identity, "3", "No user flags found"))
            continue
        answer.append({"assignmentid": identity, "userflags": _flag_rows(call, assignment_of(module))})
    return {"assignments": answer, "warnings": warnings}


def _flag_rows(call: Call, body: Assignment) -> list[Json]:
    rows = sorted(body.flags.items(), key=lambda pair: pair[1].id)
    return [
        {
            "id": flags.id,
            "userid": call.site.users[key].id,
            "locked": int(flags.locked),
            "mailed": 2,
            "extensionduedate": flags.extension,
            "workflowstate": "",
            "allocatedmarker": 0,
        }
        for key, flags in rows
    ]


FUNCTIONS = {
    "mod_assign_get_participant": Function(
        (
            Parameter("assignid", "int"),
            Parameter("userid", "int"),
            Parameter("embeduser", "flag", required=False, default=False),
        ),
        _participant,
    ),
    "mod_assign_get_user_flags": Function((Parameter("assignmentids", "ints"),), _user_flags),
}
