"""What somebody handed in, until when they may, and who has an extension.

Looking at somebody else's submission as a grader writes an empty row, as it does in Moodle.
"""

from __future__ import annotations

from datetime import datetime

from fidedigno.testing.moodle import access
from fidedigno.testing.moodle.call import Call, Function, Json, no_access_to, warning
from fidedigno.testing.moodle.dates import dates_of
from fidedigno.testing.moodle.exceptions import (
    invalid_user,
    no_permission,
    user_deleted,
    user_not_in_course,
)
from fidedigno.testing.moodle.marks import is_hidden
from fidedigno.testing.moodle.parameters import Parameter
from fidedigno.testing.moodle.scenario import (
    Assignment,
    Flags,
    Grade,
    Group,
    Module,
    Scenario,
    Submission,
    User,
)


def _participant(call: Call) -> Json:
    module = access.require_assignment(call.site, call.caller, call.parameters["assignid"])
    if access.VIEW_SUBMISSIONS not in access.capabilities(call.site, call.caller, module.course):
        raise no_permission()
    user = _existing_user(call, call.parameters["userid"])
    body = _body(module)
    if user not in call.site.students_of(module.course):
        raise user_not_in_course()
    dates = dates_of(call.site, module, user.key)
    row = _submission_of(call.site, module, user)
    flags = body.flags.get(user.key)
    status = row.status if row else "new"
    return {
        "id": user.id,
        "fullname": user.fullname,
        "submitted": status == "submitted",
        "requiregrading": _requires_grading(row, body.grades.get(user.key)),
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


def _status(call: Call) -> Json:
    module = access.require_assignment(call.site, call.caller, call.parameters["assignid"])
    user = _existing_user(call, call.parameters["userid"] or call.caller.id)
    grader = access.VIEW_SUBMISSIONS in access.capabilities(call.site, call.caller, module.course)
    own = user.key == call.caller.key
    if not own and (not grader or user not in call.site.students_of(module.course)):
        raise no_permission()
    site = call.site
    if not own and not user.suspended and not _body(module).team:
        site = call.live.ensure_submission(user.key, module.key)
        module = site.modules.get(module.key, module)
    answer: Json = {}
    if grader:
        answer["gradingsummary"] = _summary(site, module)
    answer["lastattempt"] = _last_attempt(call, site, module, user)
    feedback = _feedback(call, module, user)
    if feedback is not None:
        answer["feedback"] = feedback
    return answer | {"assignmentdata": {"attachments": {"intro": []}}, "warnings": []}


def _last_attempt(call: Call, site: Scenario, module: Module, user: User) -> Json:
    body = _body(module)
    flags = body.flags.get(user.key)
    row = _submission_of(site, module, user)
    groups = _active_groups(site, module, user)
    answer: Json = {}
    if row is not None:
        shown = _shown_submission(site, module, user, row)
        answer["teamsubmission" if body.team else "submission"] = shown
    if body.team and groups:
        answer["submissiongroup"] = groups[0].id
    opened = _is_open(call, site, module, user, flags)
    graded = user.key in body.grades
    return answer | {
        "submissiongroupmemberswhoneedtosubmit": [],
        "submissionsenabled": True,
        "locked": flags is not None and flags.locked,
        "graded": graded,
        "canedit": opened and user.key == call.caller.key,
        "caneditowner": opened,
        "cansubmit": False,
        "extensionduedate": flags.extension if flags else None,
        "timelimit": 0,
        "blindmarking": False,
        "gradingstatus": "graded" if graded else "notgraded",
        "usergroups": [each.id for each in groups],
    }


def _is_open(call: Call, site: Scenario, module: Module, user: User, flags: Flags | None) -> bool:
    if (flags is not None and flags.locked) or user not in site.students_of(module.course):
        return False
    dates = dates_of(site, module, user.key)
    last = dates.last_moment(flags.extension if flags else 0)
    return dates.opens <= call.now and (not last or call.now <= last)


def _shown_submission(site: Scenario, module: Module, user: User, row: Submission) -> Json:
    team = _body(module).team
    group = next(iter(_active_groups(site, module, user)), None) if team else None
    text = {
        "name": "onlinetext",
        "description": "Online text submissions",
        "text": row.text,
        "format": int(bool(row.text)),
    }
    plugins = [
        {
            "type": "onlinetext",
            "name": "Online text",
            "fileareas": [{"area": "submissions_onlinetext", "files": []}],
            "editorfields": [text],
        },
        {
            "type": "file",
            "name": "File submissions",
            "fileareas": [{"area": "submission_files", "files": []}],
        },
        {"type": "comments", "name": "Submission comments"},
    ]
    return {
        "id": row.id,
        "userid": 0 if team else user.id,
        "attemptnumber": row.attempt,
        "timecreated": row.changed,
        "timemodified": row.changed,
        "timestarted": None,
        "status": row.status,
        "groupid": group.id if group else 0,
        "assignment": module.instance,
        "latest": 1,
        "plugins": plugins,
    }


def _summary(site: Scenario, module: Module) -> Json:
    body = _body(module)
    students = site.students_of(module.course)
    rows = [(each, _submission_of(site, module, each)) for each in students]
    return {
        "participantcount": len(students),
        "submissiondraftscount": sum(row is not None and row.status == "draft" for _, row in rows),
        "submissionsenabled": True,
        "submissionssubmittedcount": sum(row is not None and row.status == "submitted" for _, row in rows),
        "submissionsneedgradingcount": sum(
            _requires_grading(row, body.grades.get(each.key)) for each, row in rows
        ),
        "warnofungroupedusers": "",
    }


def _feedback(call: Call, module: Module, user: User) -> Json | None:
    """The mark as its owner sees it: nothing while it is hidden, unless the caller may see hidden marks."""
    body = _body(module)
    grade = body.grades.get(user.key)
    allowed = access.capabilities(call.site, call.caller, module.course)
    concealed = grade is None or is_hidden(grade, call.now) or body.grades_hidden
    if grade is None or (concealed and access.VIEW_HIDDEN_GRADES not in allowed):
        return None
    comment = {
        "name": "comments",
        "description": "Feedback comments",
        "text": grade.feedback,
        "format": 1,
    }
    return {
        "grade": {
            "id": grade.id,
            "assignment": module.instance,
            "userid": user.id,
            "attemptnumber": 0,
            "timecreated": grade.changed,
            "timemodified": grade.changed,
            "grader": 2,
            "grade": f"{grade.value:.5f}",
        },
        "gradefordisplay": f"{grade.value:.2f}&nbsp;/&nbsp;{body.max_grade:.2f}",
        "gradeddate": grade.changed,
        "plugins": [
            {
                "type": "comments",
                "name": "Feedback comments",
                "fileareas": [{"area": "feedback", "files": []}],
                "editorfields": [comment],
            }
        ],
    }


def _user_flags(call: Call) -> Json:
    answer, warnings = [], []
    by_instance = {each.instance: each for each in call.site.modules.values() if each.kind == "assign"}
    for identity in call.parameters["assignmentids"]:
        module = by_instance.get(identity)
        allowed = access.capabilities(call.site, call.caller, module.course) if module else frozenset()
        if module is None or access.GRADE not in allowed:
            warnings.append(no_access_to("assignment", identity, "module"))
            continue
        flags = _body(module).flags
        if not flags:
            warnings.append(warning("module", identity, "3", "No user flags found"))
            continue
        answer.append({"assignmentid": identity, "userflags": _flag_rows(call, _body(module))})
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


def _requires_grading(row: Submission | None, grade: Grade | None) -> bool:
    submitted = row is not None and row.status == "submitted"
    return row is not None and submitted and (grade is None or row.changed >= grade.changed)


def _submission_of(site: Scenario, module: Module, user: User) -> Submission | None:
    body = _body(module)
    if not body.team:
        return body.submissions.get(user.key)
    groups = _active_groups(site, module, user)
    return next((body.submissions[each.key] for each in groups if each.key in body.submissions), None)


def _active_groups(site: Scenario, module: Module, user: User) -> list[Group]:
    return [each for each in access.groups_of_user(site, module.course, user.key) if access.takes_part(each)]


def _existing_user(call: Call, identity: int) -> User:
    user = access.user_by_id(call.site, identity)
    if user is None:
        raise invalid_user()
    if user.deleted:
        raise user_deleted()
    return user


def _body(module: Module) -> Assignment:
    if not isinstance(module.body, Assignment):
        raise TypeError("not an assignment")
    return module.body


FUNCTIONS = {
    "mod_assign_get_participant": Function(
        (
            Parameter("assignid", "int"),
            Parameter("userid", "int"),
            Parameter("embeduser", "flag", required=False, default=False),
        ),
        _participant,
    ),
    "mod_assign_get_submission_status": Function(
        (
            Parameter("assignid", "int"),
            Parameter("userid", "int", required=False, default=0),
            Parameter("groupid", "int", required=False, default=0),
        ),
        _status,
    ),
    "mod_assign_get_user_flags": Function((Parameter("assignmentids", "ints"),), _user_flags),
}
