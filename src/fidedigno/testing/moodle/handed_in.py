"""What a person handed in, for activities: of their own, or of their group where the assignment is for teams."""

from __future__ import annotations

from fidedigno.testing.moodle import access
from fidedigno.testing.moodle.scenario import Assignment, Grade, Group, Module, Scenario, Submission, User


def assignment_of(module: Module) -> Assignment:
    """The assignment that ``module`` is.

    Raises:
        TypeError: if it is none.
    """
    if not isinstance(module.body, Assignment):
        raise TypeError("not an assignment")
    return module.body


def active_groups(site: Scenario, module: Module, user: User) -> list[Group]:
    """The groups of ``user`` that activities know of."""
    return [each for each in access.groups_of_user(site, module.course, user.key) if access.takes_part(each)]


def submission_of(site: Scenario, module: Module, user: User) -> Submission | None:
    """The row of ``user``, or of the first of their groups that has one."""
    body = assignment_of(module)
    if not body.team:
        return body.submissions.get(user.key)
    groups = active_groups(site, module, user)
    return next((body.submissions[each.key] for each in groups if each.key in body.submissions), None)


def requires_grading(row: Submission | None, grade: Grade | None) -> bool:
    """Whether a mark is due: handed in, and not marked since."""
    if row is None or row.status != "submitted":
        return False
    return grade is None or row.changed >= grade.changed
