"""The groups of a person in a course, and which of them the person may know of.

A hidden group ("receives support") looks empty to who may not see it, and shows itself to a service account
that may. Such a group counts when deciding what a person can open, and is never named to anybody.
"""

from __future__ import annotations

from typing import Any

from fidedigno.sources.moodle import wire_people
from fidedigno.sources.moodle.asker import Asker, Failed, Outcome, fact_of
from fidedigno.sources.moodle.cache import Reading
from fidedigno.sources.moodle.facts import Fact, PersonGroup, Reason, TokenKind

_KNOWN_TO_MEMBERS = frozenset({0, 1, 2})


async def person_groups(asker: Asker, course: int) -> Outcome[wire_people.UserGroups]:
    """The groups as the reading account sees them; a warning means that nothing was learnt."""
    parameters = {"courseid": course, "userid": asker.person.id}
    outcome: Outcome[Any] = await asker.attempt(
        wire_people.UserGroups, "core_group_get_course_user_groups", parameters, course
    )
    if isinstance(outcome, Reading) and outcome.value.warnings:
        return Failed(Reason.NOT_PERMITTED, outcome.read_at)
    return outcome


async def groups_to_tell(
    asker: Asker, course: int, groups: Outcome[wire_people.UserGroups]
) -> Fact[tuple[PersonGroup, ...]]:
    """The groups that the person may know of. What the person's own token shows, the person may."""
    if asker.kind is TokenKind.OWN or isinstance(groups, Failed):
        return fact_of(groups, lambda read: _told(read, None))
    listed: Outcome[Any] = await asker.attempt(
        tuple[wire_people.Group, ...], "core_group_get_course_groups", {"courseid": course}, course
    )
    if isinstance(listed, Failed):
        return Fact.unverifiable(listed.reason, listed.read_at)
    open_ones = frozenset(each.id for each in listed.value if each.visibility in _KNOWN_TO_MEMBERS)
    return fact_of(groups, lambda read: _told(read, open_ones))


def _told(read: wire_people.UserGroups, among: frozenset[int] | None) -> tuple[PersonGroup, ...]:
    told = (each for each in read.groups if among is None or each.id in among)
    return tuple(PersonGroup(each.id, each.name) for each in sorted(told, key=lambda each: each.id))
