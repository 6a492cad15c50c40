"""Which places Moodle shows to a person, in the names that are declared; and which number a place has there."""

from __future__ import annotations

import html
from collections.abc import Iterable
from dataclasses import dataclass

from fidedigno.plan.declared import DeclaredCourse, DeclaredPlaces
from fidedigno.plan.places import ACTIVITY, COURSE, Place, Places
from fidedigno.sources.moodle import ActivityListed
from fidedigno.sources.moodle.names import one_line

ASSIGNMENT = "assign"
NO_ASSIGNMENT = 0
"""A number that no assignment has: asking for it is answered as for every one that is hidden or missing."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a person sees of one course in Moodle."""

    course: DeclaredCourse
    activities: tuple[ActivityListed, ...]


def live_places(shown: Places, declared: DeclaredPlaces, seen: Iterable[Seen]) -> Places:
    """The places to show: of courses in Moodle only what Moodle shows, with the declared names."""
    courses = tuple(seen)
    in_moodle = {each.place.value for each in declared.courses if each.moodle}
    seen_courses = {each.course.place.value for each in courses}
    kept = [
        place
        for place in shown.all
        if (course := place.within.get(COURSE, place.value)) not in in_moodle
        or (course in seen_courses and place.slot != ACTIVITY)
    ]
    for each in courses:
        kept += _activities(each)
        if each.course.place not in kept:
            kept.append(each.course.place)
    return Places(tuple(kept))


def assignment_number(course: DeclaredCourse, activity: str) -> int | None:
    """The assignment's number in Moodle: declared, or in the identifier that :func:`live_places` gave it.

    ``None`` for an activity of another kind; :data:`NO_ASSIGNMENT` for what is not in this course.
    """
    declared = next((n for n, value in course.moodle_activities.items() if value == activity), None)
    if declared is not None:
        return declared
    kind, separator, number = activity.partition(":")
    if not separator or not (number.isascii() and number.isdecimal() and len(number) <= 18):
        return NO_ASSIGNMENT
    return int(number) if kind == ASSIGNMENT else None


def plain_name(written: str) -> str:
    """A name as Moodle writes it, entities and all, as one line of plain text."""
    return one_line(html.unescape(written))


def _activities(seen: Seen) -> list[Place]:
    course = seen.course.place.value
    known = {place.value: place for place in seen.course.activities}
    places = []
    for listed in seen.activities:
        value = f"{listed.kind}:{listed.instance}"
        if listed.kind == ASSIGNMENT:
            value = seen.course.moodle_activities.get(listed.instance, value)
        label = plain_name(listed.name) or value
        names = known[value].names if value in known else ()
        aliases = tuple(name for name in names if name != label)
        places.append(Place(ACTIVITY, value, label, aliases, {COURSE: course}))
    return places
