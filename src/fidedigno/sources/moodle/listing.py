"""The courses and activities that a person can see: what a name in a question is resolved against."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from fidedigno.sources.moodle import wire
from fidedigno.sources.moodle.asker import Asker, Failed, Outcome, fact_of
from fidedigno.sources.moodle.facts import ActivityListed, CourseListed, Fact, Reason, TokenKind
from fidedigno.sources.moodle.parts import local
from fidedigno.sources.moodle.standing import account_and_courses, contents_of, standing_of

_DUE = {"assign": "duedate", "quiz": "timeclose"}


async def courses_of(asker: Asker) -> Fact[tuple[CourseListed, ...]]:
    """The person's courses: enrolled, active, shown."""
    if asker.kind is TokenKind.SERVICE:
        courses = await account_and_courses(asker)
        # The service account is also told of courses that are hidden from the person.
        return fact_of(courses, lambda read: tuple(_course(each) for each in read if each.visible))
    courses = await asker.attempt(
        tuple[wire.UserCourse, ...], "core_enrol_get_users_courses", {"userid": asker.person.id}
    )
    return fact_of(courses, lambda read: tuple(_course(each) for each in read))


def _course(course: wire.UserCourse) -> CourseListed:
    return CourseListed(course.id, course.shortname, course.fullname)


async def activities_of(asker: Asker, course: int) -> Fact[tuple[ActivityListed, ...]]:
    """The activities of a course that its page shows to the person.

    Due dates in a service account's answer are the service account's, so they are unverifiable here; the
    state of an assignment has the person's.
    """
    zone = ZoneInfo(asker.site.timezone)
    if asker.kind is TokenKind.SERVICE:
        standing = await standing_of(asker, course)
        if isinstance(standing, Failed):
            return Fact.unverifiable(standing.reason, standing.read_at)
        return Fact.of(
            tuple(_activities(standing.visible_modules(), course, None, standing.read_at)), standing.read_at
        )
    contents: Outcome[Any] = await contents_of(asker, course)
    if isinstance(contents, Failed):
        return Fact.unverifiable(contents.reason, contents.read_at)
    modules = (
        module
        for section in contents.value
        if section.uservisible
        for module in section.modules
        if module.uservisible
    )
    return Fact.of(tuple(_activities(modules, course, zone, contents.read_at)), contents.read_at)


def _activities(
    modules: Iterable[wire.Module], course: int, zone: ZoneInfo | None, read_at: datetime
) -> Iterator[ActivityListed]:
    for module in modules:
        if module.visibleoncoursepage and module.instance is not None:
            due = _due(module, zone, read_at)
            yield ActivityListed(module.id, module.instance, module.modname, module.name, course, due)


def _due(module: wire.Module, zone: ZoneInfo | None, read_at: datetime) -> Fact[datetime]:
    wanted = _DUE.get(module.modname)
    if zone is None or wanted is None:
        return Fact.unverifiable(Reason.NO_SOURCE, read_at)
    found = (each.timestamp for each in module.dates if each.dataid == wanted)
    return Fact.of(local(next(found, None), zone), read_at)
