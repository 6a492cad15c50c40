"""Who may read what is mirrored: the access list of a module or section.

Every document of a course is for its participants; this says what narrows that further. Staff (whoever
sees hidden activities) read what is hidden. What is not understood is for nobody.
"""

from __future__ import annotations

from fidedigno.model import NOBODY, AccessList, Principal
from fidedigno.sources.moodle import wire
from fidedigno.sources.moodle.availability import Clauses, read_availability
from fidedigno.sources.moodle.site import MoodleSite

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
) -> AccessList:
    """Who may read a section's summary."""
    if _is_conditional(section, open_sections):
        return NOBODY
    return _for(site.course_group(course) if section.visible else site.staff_group(course))


def module_acl(
    site: MoodleSite,
    course: int,
    section: wire.Section,
    module: wire.Module,
    open_sections: frozenset[int] | None,
) -> AccessList:
    """Who may read a module's texts and files. ``open_sections``: ``None`` where it was not asked."""
    clauses = read_availability(module.availability) if module.tells_availability else None
    if clauses is None or _is_conditional(section, open_sections):
        return NOBODY
    staff, everybody = site.staff_group(course), site.course_group(course)
    if not (section.visible and module.visible and module.visibleoncoursepage):
        return _for(staff)
    return AccessList.all_of(_for(everybody), *_conditions(site, clauses, staff))


def groups_named(module: wire.Module) -> frozenset[int]:
    """The groups that a module's conditions name."""
    clauses = read_availability(module.availability)
    return frozenset[int]().union(*clauses) if clauses else frozenset()


def _conditions(site: MoodleSite, clauses: Clauses, staff: str) -> list[AccessList]:
    return [_for(*(site.group(each) for each in sorted(clause)), staff) for clause in clauses]


def _for(*groups: str) -> AccessList:
    return AccessList.any_of(*map(Principal.group, groups))
