"""Who may read what is mirrored: the access list of a module or section, as ``corpus.yaml`` writes it.

Every document of a course is for its participants; this says what narrows that further. Staff (whoever
sees hidden activities) read what is hidden. What is not understood is for nobody.
"""

from __future__ import annotations

from typing import TypeAlias

from fidedigno.sources.moodle import wire
from fidedigno.sources.moodle.availability import Clauses, read_availability
from fidedigno.sources.moodle.site import MoodleSite

Acl: TypeAlias = "str | list[str] | dict[str, list[list[str]]]"

NOBODY = "nobody"


STATE_FUNCTION = "core_courseformat_get_state"
"""Tells which sections have conditions; their contents tell it only to people whom those keep out."""


def section_is_open(section: wire.Section, open_sections: frozenset[int] | None) -> bool:
    """Whether a section is shown, and without conditions of its own."""
    return section.visible and not _is_conditional(section, open_sections)


def _is_conditional(section: wire.Section, open_sections: frozenset[int] | None) -> bool:
    """Whether a section has conditions. Of a hidden section it is not told; staff alone see it anyway."""
    if section.availabilityinfo:
        return True
    return section.visible and open_sections is not None and section.id not in open_sections


def section_acl(
    site: MoodleSite, course: int, section: wire.Section, open_sections: frozenset[int] | None
) -> Acl:
    """Who may read a section's summary."""
    if _is_conditional(section, open_sections):
        return NOBODY
    return [_group(site.course_group(course) if section.visible else site.staff_group(course))]


def module_acl(
    site: MoodleSite,
    course: int,
    section: wire.Section,
    module: wire.Module,
    open_sections: frozenset[int] | None,
) -> Acl:
    """Who may read a module's texts and files. ``open_sections``: ``None`` where it was not asked."""
    clauses = read_availability(module.availability) if module.tells_availability else None
    if clauses is None or _is_conditional(section, open_sections):
        return NOBODY
    staff = site.staff_group(course)
    if not (section.visible and module.visible and module.visibleoncoursepage):
        return [_group(staff)]
    if not clauses:
        return [_group(site.course_group(course))]
    return {"all_of": [[_group(site.course_group(course))], *_written(site, clauses, staff)]}


def groups_named(module: wire.Module) -> frozenset[int]:
    """The groups that a module's conditions name."""
    clauses = read_availability(module.availability)
    return frozenset[int]().union(*clauses) if clauses else frozenset()


def _written(site: MoodleSite, clauses: Clauses, staff: str) -> list[list[str]]:
    rows = [[*(_group(site.group(each)) for each in sorted(clause)), _group(staff)] for clause in clauses]
    return sorted(rows)


def _group(name: str) -> str:
    return f"group:{name}"
