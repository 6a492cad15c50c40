"""What may happen to a site while it runs, each as a function from one scenario to the next.

Whoever is named must exist; the error names what does not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from fidedigno.errors import UsageError
from fidedigno.testing.moodle.scenario import (
    Assignment,
    Flags,
    Grade,
    Module,
    Override,
    Scenario,
    Submission,
)


def set_extension(site: Scenario, user: str, assignment: str, until: int) -> Scenario:
    """Give ``user`` until ``until``; 0 withdraws, and leaves the row, as Moodle does."""
    module, body = _assignment(site, assignment)
    _member(site, module.course, user)
    row = body.flags.get(user) or Flags(_next_flags(site))
    return _with_body(site, module, replace(body, flags={**body.flags, user: replace(row, extension=until)}))


def set_lock(site: Scenario, user: str, assignment: str, locked: bool) -> Scenario:
    """Let ``user`` change the submission no more, or again."""
    module, body = _assignment(site, assignment)
    _member(site, module.course, user)
    row = body.flags.get(user) or Flags(_next_flags(site))
    return _with_body(site, module, replace(body, flags={**body.flags, user: replace(row, locked=locked)}))


def move_due(site: Scenario, assignment: str, due: int, stamp: int) -> Scenario:
    """Move the assignment's own due date; overrides keep theirs."""
    module, body = _assignment(site, assignment)
    return _with_module(site, replace(module, body=replace(body, due=due), changed=stamp))


def set_override(site: Scenario, assignment: str, override: Override) -> Scenario:
    """Put one override row, in place of the one that the same person or group has."""
    module, body = _assignment(site, assignment)
    if override.user is not None:
        _member(site, module.course, override.user)
    elif override.group not in {each.key for each in site.groups_of(module.course)}:
        raise _unknown("group", str(override.group))
    others = {
        key: row
        for key, row in body.overrides.items()
        if (row.user, row.group) != (override.user, override.group)
    }
    return _with_body(site, module, replace(body, overrides={**others, override.key: override}))


def remove_override(site: Scenario, assignment: str, user: str | None, group: str | None) -> Scenario:
    """Delete the override row of a person or group."""
    module, body = _assignment(site, assignment)
    left = {key: row for key, row in body.overrides.items() if (row.user, row.group) != (user, group)}
    if len(left) == len(body.overrides):
        raise _unknown("override", user or group or "")
    return _with_body(site, module, replace(body, overrides=left))


def set_visible(site: Scenario, name: str, visible: bool) -> Scenario:
    """Hide or show a course, a section or a module; marks are hidden with what they belong to."""
    if name in site.courses:
        course = replace(site.courses[name], visible=visible)
        return replace(site, courses={**site.courses, name: course})
    if name in site.sections:
        section = replace(site.sections[name], visible=visible)
        return replace(site, sections={**site.sections, name: section})
    module = site.modules.get(name)
    if module is None:
        raise _unknown("course, section or module", name)
    body = module.body
    if isinstance(body, Assignment):
        body = replace(body, grades_hidden=not visible)
    return _with_module(site, replace(module, visible=visible, body=body))


def make_stealth(site: Scenario, name: str) -> Scenario:
    """Take a module off the course page, and leave it open to whoever has its address."""
    if name not in site.modules:
        raise _unknown("module", name)
    return _with_module(site, replace(site.modules[name], stealth=True))


def delete_module(site: Scenario, name: str) -> Scenario:
    """Take a module away."""
    if name not in site.modules:
        raise _unknown("module", name)
    return replace(site, modules={key: each for key, each in site.modules.items() if key != name})


def unenrol(site: Scenario, user: str, course: str) -> Scenario:
    """End an enrolment, and with it the person's groups there."""
    if course not in site.courses:
        raise _unknown("course", course)
    _member(site, course, user)
    members = {key: each for key, each in site.courses[course].members.items() if key != user}
    courses = {**site.courses, course: replace(site.courses[course], members=members)}
    groups = {
        key: replace(each, members=tuple(one for one in each.members if one != user))
        if each.course == course
        else each
        for key, each in site.groups.items()
    }
    return replace(site, courses=courses, groups=groups)


def suspend(site: Scenario, user: str) -> Scenario:
    """Suspend an account everywhere."""
    if user not in site.users:
        raise _unknown("user", user)
    return replace(site, users={**site.users, user: replace(site.users[user], suspended=True)})


def leave_group(site: Scenario, user: str, group: str) -> Scenario:
    """Take a person out of a group."""
    if group not in site.groups or user not in site.groups[group].members:
        raise _unknown("member of a group", f"{user} in {group}")
    left = tuple(each for each in site.groups[group].members if each != user)
    return replace(site, groups={**site.groups, group: replace(site.groups[group], members=left)})


def release_grade(site: Scenario, user: str, assignment: str) -> Scenario:
    """Let ``user`` see the mark."""
    module, body = _assignment(site, assignment)
    if user not in body.grades:
        raise _unknown("grade", f"{user} in {assignment}")
    grade = replace(body.grades[user], hidden=False, hidden_until=0)
    return _with_body(site, module, replace(body, grades={**body.grades, user: grade}))


def submit(site: Scenario, owner: str, assignment: str, text: str, stamp: int) -> Scenario:
    """Hand in for a person, or for a group where the assignment is for teams."""
    module, body = _assignment(site, assignment)
    if body.team and owner not in {each.key for each in site.groups_of(module.course)}:
        raise _unknown("group", owner)
    if not body.team:
        _member(site, module.course, owner)
    before = body.submissions.get(owner)
    identity = before.id if before else _next_submission(site)
    row = Submission(identity, "submitted", before.attempt if before else 0, text, stamp)
    return _with_body(site, module, replace(body, submissions={**body.submissions, owner: row}))


def ensure_submission(site: Scenario, user: str, assignment: str, stamp: int) -> Scenario:
    """Make the empty row that Moodle makes when a grader looks; nothing if there is one."""
    module, body = _assignment(site, assignment)
    if user in body.submissions:
        return site
    row = Submission(_next_submission(site), "new", 0, "", stamp)
    return _with_body(site, module, replace(body, submissions={**body.submissions, user: row}))


def allow(site: Scenario, capability: str) -> Scenario:
    """Give the service account one more capability."""
    if site.service is None:
        raise _unknown("service account", "service")
    service = replace(site.service, capabilities=site.service.capabilities | {capability})
    return replace(site, service=service)


def _assignment(site: Scenario, name: str) -> tuple[Module, Assignment]:
    module = site.modules.get(name)
    if module is None or not isinstance(module.body, Assignment):
        raise _unknown("assignment", name)
    return module, module.body


def _member(site: Scenario, course: str, user: str) -> None:
    if user not in site.courses[course].members:
        raise _unknown(f"member of {course}", user)


def _with_body(site: Scenario, module: Module, body: Assignment) -> Scenario:
    return _with_module(site, replace(module, body=body))


def _with_module(site: Scenario, module: Module) -> Scenario:
    return replace(site, modules={**site.modules, module.key: module})


def _next_flags(site: Scenario) -> int:
    return _after(each.flags.values() for each in _bodies(site))


def _next_submission(site: Scenario) -> int:
    return _after(each.submissions.values() for each in _bodies(site))


def _bodies(site: Scenario) -> list[Assignment]:
    return [each.body for each in site.modules.values() if isinstance(each.body, Assignment)]


def _after(tables: Iterable[Iterable[Flags | Submission | Grade]]) -> int:
    return max((row.id for table in tables for row in table), default=0) + 1


def _unknown(what: str, name: str) -> UsageError:
    return UsageError(f"The simulated Moodle has no {what} named {name!r}", "Names are the scenario's keys.")
