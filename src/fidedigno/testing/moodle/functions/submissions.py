"""What somebody handed in, and until when they still may.

Looking at somebody else's submission as a grader writes an empty row, as it does in Moodle.
"""

from __future__ import annotations

from fidedigno.testing.moodle import access
from fidedigno.testing.moodle.call import Call, Function, Json
from fidedigno.testing.moodle.dates import dates_of
from fidedigno.testing.moodle.exceptions import no_permission
from fidedigno.testing.moodle.handed_in import (
    active_groups,
    assignment_of,
    requires_grading,
    submission_of,
)
from fidedigno.testing.moodle.marks import is_hidden
from fidedigno.testing.moodle.parameters import Parameter
from fidedigno.testing.moodle.scenario import (
    Flags,
    Module,
    Scenario,
    Submission,
    User,
)


def _status(call: Call) -> Json:
    module = access.require_assignment(call.site, call.caller, call.parameters["assignid"])
    user = access.require_user(call.site, call.parameters["userid"] or call.caller.id)
    grader = access.VIEW_SUBMISSIONS in access.capabilities(call.site, call.caller, module.course)
    own = user.key == call.caller.key
    if not own and (not grader or user not in call.site.students_of(module.course)):
        raise no_permission()
    site = call.site
    if not own and not user.suspended and not assignment_of(module).team:
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
    body = assignment_of(module)
    flags = body.flags.get(user.key)
    row = submission_of(site, module, user)
    groups = active_groups(site, module, user)
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
    team = assignment_of(module).team
    group = next(iter(active_groups(site, module, user)), None) if team else None
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
    body = assignment_of(module)
    students = site.students_of(module.course)
    rows = [(each, submission_of(site, module, each)) for each in students]
    return {
        "participantcount": len(students),
        "submissiondraftscount": sum(row is not None and row.status == "draft" for _, row in rows),
        "submissionsenabled": True,
        "submissionssubmittedcount": sum(row is not None and row.status == "submitted" for _, row in rows),
        "submissionsneedgradingcount": sum(
            requires_grading(row, body.grades.get(each.key)) for each, row in rows
        ),
        "warnofungroupedusers": "",
    }


def _feedback(call: Call, module: Module, user: User) -> Json | None:
    """The mark as its owner sees it: nothing while it is hidden, unless the caller may see hidden marks."""
    body = assignment_of(module)
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


FUNCTIONS = {
    "mod_assign_get_submission_status": Function(
        (
            Parameter("assignid", "int"),
            Parameter("userid", "int", required=False, default=0),
            Parameter("groupid", "int", required=False, default=0),
        ),
        _status,
    ),
}
