"""``places.yaml``: the courses, activities and groups of an organisation, declared by whoever runs it.

It gives questions their scope where no live system lists places, and gives those of a live system the
names that people use and the identifiers that documents carry. Each course says to whom it may be shown;
one that does not say is shown to nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from zoneinfo import ZoneInfo

from fidedigno.model import NOBODY, AccessList, Identity, Principal
from fidedigno.plan.places import ACTIVITY, COURSE, GROUP, Place, Places
from fidedigno.plan.sections import Problems, Section, text_of, top_section

_COURSE_KEYS = ("name", "aliases", "timezone", "visible_to", "moodle", "activities", "groups")
_MOST_NUMBER = 10**9 - 1


@dataclass(frozen=True, slots=True)
class DeclaredCourse:
    """A course with what it holds. ``moodle`` is its number in the connected Moodle, 0 where it is not
    there; the two mappings give the identifiers of Moodle's assignments and groups by their numbers."""

    place: Place
    visible_to: AccessList = NOBODY
    activities: tuple[Place, ...] = ()
    groups: tuple[tuple[Place, Principal | None], ...] = ()
    moodle: int = 0
    moodle_activities: Mapping[int, str] = field(default_factory=dict)
    moodle_groups: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DeclaredPlaces:
    """Everything declared. :meth:`seen_by` is the only way to give it to somebody."""

    courses: tuple[DeclaredCourse, ...] = ()

    def seen_by(self, identity: Identity) -> Places:
        """The places of the courses that may be shown to ``identity``; a group is *own* where the identity
        holds its principal."""
        shown: list[Place] = []
        for course in self.courses:
            if not course.visible_to.allows(identity):
                continue
            shown += [course.place, *course.activities]
            shown += [
                replace(group, own=principal is not None and principal in identity.principals)
                for group, principal in course.groups
            ]
        return Places(tuple(shown))

    def course(self, value: str) -> DeclaredCourse | None:
        """The declared course of that identifier."""
        return next((each for each in self.courses if each.place.value == value), None)


NOWHERE = DeclaredPlaces()


def load_places(path: Path) -> DeclaredPlaces:
    """Read ``places.yaml``.

    Raises:
        ConfigurationError: if it cannot be read or is not valid, with every problem, its line and a hint.
    """
    return parse_places(text_of(path), where=path.name)


def parse_places(text: str, *, where: str = "places.yaml") -> DeclaredPlaces:
    """Read declared places from their text; ``where`` is named in messages.

    Raises:
        ConfigurationError: if it is not valid.
    """
    problems = Problems()
    top = top_section(text, where, problems)
    top.only(("courses",), ("courses",))
    courses: list[DeclaredCourse] = []
    for key, section in top.section("courses").sections() if top.has("courses") else ():
        course = _course(key, section)
        same = next(
            (each.place.value for each in courses if course.moodle and each.moodle == course.moodle), ""
        )
        if same:
            section.problem(f"{same!r} has the number {course.moodle} already", key="moodle")
        courses.append(course)
    problems.raise_if_any()
    return DeclaredPlaces(tuple(courses))


def _course(key: str, section: Section) -> DeclaredCourse:
    section.only(_COURSE_KEYS, ("name", "visible_to"))
    timezone = section.word("timezone") or "UTC"
    try:
        ZoneInfo(timezone)
    except (KeyError, ValueError, OSError):
        section.problem(
            f"unknown timezone {timezone!r}", key="timezone", hint="an IANA name, as Europe/Madrid"
        )
    within = {COURSE: key}
    activities, numbered = _inner(section, "activities", ACTIVITY, within)
    groups, numbered_groups = _inner(section, "groups", GROUP, within)
    return DeclaredCourse(
        Place(COURSE, key, section.word("name"), section.words("aliases"), timezone=timezone),
        section.access("visible_to"),
        tuple(place for place, _ in activities),
        tuple((place, _principal(inner)) for place, inner in groups),
        section.whole("moodle", 0, _MOST_NUMBER),
        numbered,
        numbered_groups,
    )


def _inner(
    section: Section, key: str, slot: str, within: Mapping[str, str]
) -> tuple[list[tuple[Place, Section]], dict[int, str]]:
    """The activities or groups of a course, and their identifiers by their numbers in Moodle."""
    found: list[tuple[Place, Section]] = []
    numbered: dict[int, str] = {}
    if not section.has(key):
        return found, numbered
    for value, inner in section.section(key).sections():
        inner.only(("name", "aliases", "moodle", *(("members",) if slot == GROUP else ())), ("name",))
        number = inner.whole("moodle", 0, _MOST_NUMBER)
        if number in numbered:
            inner.problem(f"{numbered[number]!r} has the number {number} already", key="moodle")
        if number:
            numbered[number] = value
        found.append((Place(slot, value, inner.word("name"), inner.words("aliases"), within), inner))
    return found, numbered


def _principal(section: Section) -> Principal | None:
    if not section.has("members"):
        return None
    try:
        return Principal.parse(section.word("members"))
    except ValueError as error:
        section.problem(f"members: {error}", key="members")
        return None
