"""What a service account must find out before it speaks of a person: may that person see this at all?

Moodle shows the service account everything, so the questions that Moodle answers for an own token are asked
here one by one: is the account active, is the person enrolled, is the course shown, is the activity shown,
and do its conditions admit the person's groups. Whatever cannot be answered is a no.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from fidedigno.sources.moodle import wire, wire_people
from fidedigno.sources.moodle.asker import Asker, Failed, Outcome
from fidedigno.sources.moodle.availability import read_availability, satisfies
from fidedigno.sources.moodle.cache import Reading
from fidedigno.sources.moodle.facts import Reason
from fidedigno.sources.moodle.groups import person_groups
from fidedigno.sources.moodle.reach import STATE_FUNCTION, section_is_open


@dataclass(frozen=True, slots=True)
class Standing:
    """A person who is active in a course: the sections as they are, and the person's groups."""

    sections: tuple[wire.Section, ...]
    open_sections: frozenset[int] | None
    """The sections without conditions of their own; ``None``: not asked, by the site's settings."""
    groups: Outcome[wire_people.UserGroups]
    group_ids: frozenset[int]
    read_at: datetime

    def visible_modules(self) -> Iterator[wire.Module]:
        """The modules that the person can open."""
        for section in self.sections:
            if section_is_open(section, self.open_sections):
                yield from (each for each in section.modules if self._is_visible(each))

    def _is_visible(self, module: wire.Module) -> bool:
        if not module.visible or not module.tells_availability:
            return False
        return satisfies(read_availability(module.availability), self.group_ids)


async def account_and_courses(asker: Asker) -> Outcome[tuple[wire.UserCourse, ...]]:
    """The courses in which the person's enrolment is active, for an account that is not suspended."""
    accounts, courses = await asyncio.gather(
        asker.attempt(
            tuple[wire_people.Account, ...],
            "core_user_get_users_by_field",
            {"field": "id", "values": [asker.person.id]},
        ),
        asker.attempt(
            tuple[wire.UserCourse, ...], "core_enrol_get_users_courses", {"userid": asker.person.id}
        ),
    )
    if isinstance(accounts, Failed):
        return accounts
    found = [each for each in accounts.value if each.id == asker.person.id]
    # No word on whether it is suspended is not the word that it is not.
    if len(found) != 1 or found[0].suspended is not False:
        return Failed(Reason.NOT_PERMITTED, accounts.read_at)
    return courses


async def standing_of(asker: Asker, course: int) -> Standing | Failed:
    """How the person stands in a course."""
    courses, contents, groups, sections = await asyncio.gather(
        account_and_courses(asker),
        contents_of(asker, course),
        person_groups(asker, course),
        _open_sections(asker, course),
    )
    if isinstance(courses, Failed):
        return courses
    if isinstance(contents, Failed):
        return contents
    if isinstance(groups, Failed):
        return groups
    if isinstance(sections, Failed):
        return sections
    if not any(each.id == course and each.visible for each in courses.value):
        return Failed(Reason.NOT_PERMITTED, courses.read_at)
    ids = frozenset(each.id for each in groups.value.groups)
    return Standing(contents.value, sections.value, groups, ids, contents.read_at)


async def _open_sections(asker: Asker, course: int) -> Outcome[frozenset[int] | None]:
    if not asker.site.section_check:
        return Reading(None, asker.now())
    read: Outcome[Any] = await asker.attempt(
        wire.EncodedCourseState, STATE_FUNCTION, {"courseid": course}, course
    )
    return read if isinstance(read, Failed) else Reading(read.value.open_sections, read.read_at)


async def contents_of(asker: Asker, course: int) -> Outcome[Any]:
    """The sections of a course as the reading account sees them."""
    return await asker.attempt(
        tuple[wire.Section, ...], "core_course_get_contents", {"courseid": course}, course
    )
