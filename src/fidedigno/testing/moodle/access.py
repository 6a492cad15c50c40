"""Who may see what: three roles with the capabilities that the recorded site gave them."""

from __future__ import annotations

from fidedigno.testing.moodle.exceptions import (
    closed_course,
    invalid_user,
    missing_module,
    missing_record,
    not_accessible,
    user_deleted,
)
from fidedigno.testing.moodle.scenario import Course, Group, Module, Scenario, User

VIEW_HIDDEN = "moodle/course:viewhiddenactivities"
VIEW_HIDDEN_COURSES = "moodle/course:viewhiddencourses"
VIEW_HIDDEN_GROUPS = "moodle/course:viewhiddengroups"
VIEW_ALL_DETAILS = "moodle/user:viewhiddendetails"
ALL_GROUPS = "moodle/site:accessallgroups"
MANAGE_GROUPS = "moodle/course:managegroups"
VIEW_GRADES = "moodle/grade:viewall"
VIEW_HIDDEN_GRADES = "moodle/grade:viewhidden"
GRADE = "mod/assign:grade"
VIEW_SUBMISSIONS = "mod/assign:viewgrades"
SUBMIT = "mod/assign:submit"

STUDENT = frozenset({SUBMIT})
SERVICE = frozenset(
    {
        VIEW_HIDDEN,
        VIEW_HIDDEN_COURSES,
        VIEW_ALL_DETAILS,
        ALL_GROUPS,
        MANAGE_GROUPS,
        VIEW_GRADES,
        VIEW_SUBMISSIONS,
    }
)
TEACHER = SERVICE | {VIEW_HIDDEN_GROUPS, VIEW_HIDDEN_GRADES, GRADE}


def is_service(site: Scenario, user: User) -> bool:
    """Whether this is the service account."""
    return site.service is not None and site.service.user == user.key


def capabilities(site: Scenario, user: User, course: str) -> frozenset[str]:
    """What ``user`` may do in ``course``; nothing without an active enrolment."""
    if site.service is not None and is_service(site, user):
        return SERVICE | site.service.capabilities
    enrolment = site.courses[course].members.get(user.key)
    if enrolment is None or not enrolment.active:
        return frozenset()
    return TEACHER if enrolment.role == "teacher" else STUDENT


def can_enter(site: Scenario, user: User, course: str) -> bool:
    """Whether the page of ``course`` is open to ``user``."""
    allowed = capabilities(site, user, course)
    return bool(allowed) and (site.courses[course].visible or VIEW_HIDDEN_COURSES in allowed)


def is_shown(site: Scenario, module: Module) -> bool:
    """Whether neither the module nor its section is hidden."""
    return module.visible and site.sections[module.section].visible


def can_see(site: Scenario, user: User, module: Module) -> bool:
    """Whether ``module`` is open to ``user``: not hidden, and of the right group."""
    if not can_enter(site, user, module.course):
        return False
    if VIEW_HIDDEN in capabilities(site, user, module.course):
        return True
    of_group = module.only_group is None or user.key in site.groups[module.only_group].members
    return is_shown(site, module) and of_group


def can_see_members(site: Scenario, viewer: User, group: Group) -> bool:
    """Whether ``viewer`` learns who is in ``group``."""
    if group.visibility == "all":
        return True
    if group.visibility == "members" and viewer.key in group.members:
        return True
    return VIEW_HIDDEN_GROUPS in capabilities(site, viewer, group.course)


def groups_of_user(site: Scenario, course: str, user: str) -> list[Group]:
    """Every group of ``course`` that ``user`` is in, hidden ones too."""
    return [group for group in site.groups_of(course) if user in group.members]


def visible_groups_of_user(site: Scenario, viewer: User, course: str, user: str) -> list[Group]:
    """The groups of ``user`` that ``viewer`` may know of; everybody knows their own, but not hidden ones."""
    return [
        group
        for group in groups_of_user(site, course, user)
        if can_see_members(site, viewer, group) or (group.visibility == "own" and viewer.key == user)
    ]


def takes_part(group: Group) -> bool:
    """Whether activities know of the group: one that others may not know of never takes part in any."""
    return group.visibility in {"all", "members"}


def course_by_id(site: Scenario, identity: int) -> Course | None:
    """The course of that id."""
    return next((each for each in site.courses.values() if each.id == identity), None)


def user_by_id(site: Scenario, identity: int) -> User | None:
    """The account of that id, deleted ones too."""
    return next((each for each in site.users.values() if each.id == identity), None)


def require_user(site: Scenario, identity: int) -> User:
    """The account of that id.

    Raises:
        MoodleError: ``invaliduser``, or ``userdeleted``.
    """
    user = user_by_id(site, identity)
    if user is None:
        raise invalid_user()
    if user.deleted:
        raise user_deleted()
    return user


def require_course(site: Scenario, user: User, identity: int) -> Course:
    """The course, open to ``user``.

    Raises:
        MoodleError: ``invalidrecord`` if it does not exist, ``errorcoursecontextnotvalid`` if it is closed.
    """
    course = course_by_id(site, identity)
    if course is None:
        raise missing_record("course")
    if not can_enter(site, user, course.key):
        raise closed_course(identity)
    return course


def require_module(site: Scenario, user: User, cmid: int) -> Module:
    """The course module, open to ``user``.

    Raises:
        MoodleError: ``invalidrecordunknown`` if it does not exist, ``requireloginerror`` if it is closed.
    """
    module = next((each for each in site.modules.values() if each.id == cmid), None)
    if module is None:
        raise missing_module()
    if not can_see(site, user, module):
        raise not_accessible()
    return module


def require_assignment(site: Scenario, user: User, instance: int) -> Module:
    """The module of an assignment, open to ``user``.

    Raises:
        MoodleError: ``invalidrecord`` if it does not exist, ``requireloginerror`` if it is closed.
    """
    of_kind = (each for each in site.modules.values() if each.kind == "assign")
    module = next((each for each in of_kind if each.instance == instance), None)
    if module is None:
        raise missing_record("assign")
    if not can_see(site, user, module):
        raise not_accessible()
    return module
