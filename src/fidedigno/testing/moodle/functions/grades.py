"""The user report of the gradebook: a hidden mark is absent, one held until a date is there without value.

Weights are not simulated. The course total of whoever may not see hidden marks is "-" once one of them counts.
"""

from __future__ import annotations

from dataclasses import dataclass

from fidedigno.testing.moodle import access
from fidedigno.testing.moodle.call import Call, Function, Json
from fidedigno.testing.moodle.exceptions import (
    grades_of_another,
    invalid_user,
    missing_record,
    not_accessible,
)
from fidedigno.testing.moodle.marks import is_hidden, is_hidden_by_date, plain
from fidedigno.testing.moodle.parameters import Parameter
from fidedigno.testing.moodle.scenario import Assignment, Course, Grade, ManualItem, Module, User


@dataclass(frozen=True, slots=True)
class _Item:
    """A column of the gradebook; ``module`` is absent for a manual one."""

    id: int
    name: str
    max_grade: int
    hidden: bool
    grades: dict[str, Grade]
    module: Module | None


def _report(call: Call) -> Json:
    site = call.site
    course = access.course_by_id(site, call.parameters["courseid"])
    if course is None:
        raise missing_record("course")
    if not access.can_enter(site, call.caller, course.key):
        raise not_accessible()
    everybody = access.VIEW_GRADES in access.capabilities(site, call.caller, course.key)
    identity = call.parameters["userid"]
    if identity == 0:
        if not everybody:
            raise grades_of_another()
        people = site.students_of(course.key)
    else:
        user = access.user_by_id(site, identity)
        if user is None or user.deleted:
            raise invalid_user()
        if user.key != call.caller.key and not everybody:
            raise grades_of_another()
        people = [user]
    people = sorted(people, key=lambda each: each.id)
    return {"usergrades": [_of_user(call, course, each, others=everybody) for each in people], "warnings": []}


def _of_user(call: Call, course: Course, user: User, *, others: bool) -> Json:
    items = _items(call, course)
    sees_hidden = access.VIEW_HIDDEN_GRADES in access.capabilities(call.site, call.caller, course.key)
    graded = any(user.key in item.grades for item in items)
    rows = []
    for item in items:
        if not _is_listed(call, item, user, others=others, sees_hidden=sees_hidden):
            continue
        grade = item.grades.get(user.key)
        late = grade is not None and is_hidden_by_date(grade, call.now)
        shown = None if late and not sees_hidden else grade
        hidden = item.hidden or (grade is not None and is_hidden(grade, call.now))
        text = int(bool(grade.feedback)) if grade else 2 if graded else 0
        value = shown.value if shown else None
        moment = grade.changed if grade else None
        row = _row(item.id, item.max_grade, value, moment, others=others, hidden=hidden)
        feedback = {"feedback": shown.feedback if shown else "", "feedbackformat": text}
        rows.append(_identity(item) | row | feedback)
    rows.append(_total(call, items, user, course, others=others, sees_hidden=sees_hidden))
    return {
        "courseid": course.id,
        "courseidnumber": course.idnumber,
        "userid": user.id,
        "userfullname": user.fullname,
        "useridnumber": user.idnumber,
        "maxdepth": 2,
        "gradeitems": rows,
    }


def _items(call: Call, course: Course) -> list[_Item]:
    """Every column, numbered over the whole site after the totals of the courses."""
    site = call.site
    first = max(each.id for each in site.courses.values()) + 1
    columns: list[Module | ManualItem] = [each for each in site.modules.values() if each.kind == "assign"]
    columns.sort(key=lambda each: each.instance if isinstance(each, Module) else 0)
    columns += site.manual_items.values()
    items = []
    for number, column in enumerate(columns, first):
        if column.course != course.key:
            continue
        if isinstance(column, ManualItem):
            grades = dict(column.grades)
            items.append(_Item(number, column.name, column.max_grade, column.hidden, grades, None))
        elif isinstance(column.body, Assignment):
            body = column.body
            hidden = body.grades_hidden or not site.sections[column.section].visible
            items.append(_Item(number, column.name, body.max_grade, hidden, dict(body.grades), column))
    return items


def _is_listed(call: Call, item: _Item, user: User, *, others: bool, sees_hidden: bool) -> bool:
    if item.module is not None and not others and not access.can_see(call.site, user, item.module):
        return False
    if sees_hidden:
        return True
    grade = item.grades.get(user.key)
    return not item.hidden and (grade is None or not grade.hidden)


def _identity(item: _Item) -> Json:
    row: Json = {"itemname": item.name, "itemnumber": 0, "categoryid": 1}
    if item.module is None:
        return row | {"itemtype": "manual", "itemmodule": None, "iteminstance": None, "idnumber": None}
    return row | {
        "itemtype": "mod",
        "itemmodule": item.module.kind,
        "iteminstance": item.module.instance,
        "idnumber": item.module.idnumber,
        "cmid": item.module.id,
    }


def _total(
    call: Call, items: list[_Item], user: User, course: Course, *, others: bool, sees_hidden: bool
) -> Json:
    graded = [(item, item.grades[user.key]) for item in items if user.key in item.grades]
    # A hidden column hides the total even of whoever has no mark in it.
    concealed = any(item.hidden for item in items) or any(is_hidden(each, call.now) for _, each in graded)
    value = sum(grade.value for _, grade in graded)
    known = bool(graded) and (sees_hidden or not concealed)
    maximum = sum(item.max_grade for item, _ in graded) or sum(item.max_grade for item in items)
    moment = max((grade.changed for _, grade in graded), default=None)
    identity: Json = {"itemname": None, "itemtype": "course", "itemmodule": None, "iteminstance": course.id}
    empty = dict.fromkeys(("itemnumber", "idnumber", "categoryid"))
    row = _row(course.id, maximum, value if known else None, moment, others=others, hidden=False)
    return identity | empty | row | {"feedback": "", "feedbackformat": 2 if graded else 0}


def _row(
    identity: int, maximum: int, value: float | None, moment: int | None, *, others: bool, hidden: bool
) -> Json:
    unlocked = False if others else None
    return {
        "id": identity,
        "outcomeid": None,
        "scaleid": None,
        "locked": unlocked,
        "graderaw": None if value is None else plain(value),
        "gradedatesubmitted": None,
        "gradedategraded": moment,
        "gradehiddenbydate": False,
        "gradeneedsupdate": False,
        "gradeishidden": hidden,
        "gradeislocked": unlocked,
        "gradeisoverridden": unlocked,
        "gradeformatted": "-" if value is None else f"{value:.2f}",
        "grademin": 0,
        "grademax": maximum,
        "rangeformatted": f"0&ndash;{maximum}",
        "percentageformatted": "-" if value is None or not maximum else f"{100 * value / maximum:.2f} %",
    }


FUNCTIONS = {
    "gradereport_user_get_grade_items": Function(
        (
            Parameter("courseid", "int"),
            Parameter("userid", "int", required=False, default=0),
            Parameter("groupid", "int", required=False, default=0),
        ),
        _report,
    )
}
