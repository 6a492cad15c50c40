"""Fills the scope of a question: course, activity and group, from the strongest origin to the weakest.

What the question names comes first, then the conversation, the context that the caller handed in, the
person's own groups, and last the only choice that there is. Nothing is filled by likeness alone: where two
places fit, both are returned as choices and somebody is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from fidedigno.ingest.analyse import fold, words_of
from fidedigno.ingest.stopwords import STOPWORDS
from fidedigno.model import Slot, SlotOrigin
from fidedigno.plan.mentions import Mention, find_mentions
from fidedigno.plan.places import ACTIVITY, COURSE, GROUP, Place, Places
from fidedigno.plan.proper_names import names_another_place

MAX_CHOICES = 7
"""More than these are not listed in a clarifying question."""
_LEAST_WORD = 4


@dataclass(frozen=True, slots=True)
class Filled:
    """The slots that are filled, and for each that could not be, the places that it could have been.

    ``spoken`` are the slots of which the question itself says something, a whole name or a word of one.
    """

    slots: Mapping[str, Slot] = field(default_factory=dict)
    open: Mapping[str, tuple[Place, ...]] = field(default_factory=dict)
    spoken: frozenset[str] = frozenset()


def fill_slots(
    text: str,
    places: Places,
    *,
    conversation: Mapping[str, str] | None = None,
    context: Mapping[str, str] | None = None,
) -> Filled:
    """Fill course, activity and group for a question.

    Args:
        text: the question.
        places: what the person may see; nothing else can be filled in.
        conversation: slot values of earlier turns.
        context: slot values that the caller knows of the place where it is asked.
    """
    if places.complete and names_another_place(text, places):
        places = Places(places.all, complete=False)  # then nothing is the only choice
    mentions = find_mentions(text, places.all)
    given = ((SlotOrigin.CONVERSATION, conversation or {}), (SlotOrigin.CONTEXT, context or {}))
    course, course_open = _course(mentions, places, given)
    within = {COURSE: course.value} if course else {}
    activity, activity_open = _activity(text, mentions, places, within, given, course_open)
    if activity is not None and course is None:
        course = _course_around(activity, places)
        within = {COURSE: course.value} if course else {}
        course_open = () if course else course_open
    group = _group(mentions, places, within, given)
    filled = {slot.name: slot for slot in (course, activity, group) if slot is not None}
    still_open = {name: each for name, each in ((COURSE, course_open), (ACTIVITY, activity_open)) if each}
    spoken = {each.place.slot for each in mentions}
    alike, contradicted = _alike(text, places.of(ACTIVITY))
    spoken |= {ACTIVITY} if alike or contradicted else set()
    left_open = {name: each for name, each in still_open.items() if name not in filled}
    return Filled(filled, left_open, frozenset(spoken))


_Given = Sequence[tuple[SlotOrigin, Mapping[str, str]]]


def _course(
    mentions: Sequence[Mention], places: Places, given: _Given
) -> tuple[Slot | None, tuple[Place, ...]]:
    all_courses = places.of(COURSE)
    named = _distinct(each.place for each in mentions if each.place.slot == COURSE)
    if len(named) == 1:
        return _slot(named[0], SlotOrigin.QUESTION), ()
    if named:
        return None, named
    around = {each.place.within.get(COURSE) for each in mentions if each.place.slot == ACTIVITY}
    if len(around) == 1 and (course := places.find(COURSE, next(iter(around)) or "")):
        return _slot(course, SlotOrigin.QUESTION), ()
    found = _given_slot(COURSE, places, {}, given)
    if found is not None:
        return found, ()
    if around:
        return None, tuple(place for place in all_courses if place.value in around)
    return _only(all_courses, places.complete)


def _activity(
    text: str,
    mentions: Sequence[Mention],
    places: Places,
    within: Mapping[str, str],
    given: _Given,
    open_courses: Sequence[Place],
) -> tuple[Slot | None, tuple[Place, ...]]:
    inside = places.of(ACTIVITY, within)
    if not within and open_courses:
        courses = {each.value for each in open_courses}
        inside = tuple(each for each in inside if each.within.get(COURSE, "") in courses)
    named = _distinct(each.place for each in mentions if each.place in inside)
    if len(named) == 1:
        return _slot(named[0], SlotOrigin.QUESTION), ()
    if named:
        return None, named
    alike, contradicted = _alike(text, inside)
    found = None if contradicted or alike else _given_slot(ACTIVITY, places, within, given)
    if found is not None:
        return found, ()
    if alike and not contradicted:
        remembered = _given_slot(ACTIVITY, places, within, given)
        if remembered is not None and any(each.value == remembered.value for each in alike):
            return remembered, ()
        return (_slot(alike[0], SlotOrigin.QUESTION), ()) if len(alike) == 1 else (None, alike)
    if contradicted:
        return None, inside
    return _only(inside, places.complete)


def _alike(text: str, places: Sequence[Place]) -> tuple[tuple[Place, ...], bool]:
    """Places of which the question says a content word ("la práctica"), and whether it says a number that
    none of them has ("la práctica 7")."""
    words = [fold(word) for word in words_of(text)]
    alike, numbered = [], False
    for place in places:
        # Of its label only: one word of an alias ("trabajo de SQL") would make it the only "trabajo".
        parts = [fold(word) for word in words_of(place.label)]
        shared = [w for w in parts if len(w) >= _LEAST_WORD and w in words and w not in STOPWORDS["es"]]
        if not shared:
            continue
        after = {words[n + 1] for n, w in enumerate(words[:-1]) if w in shared and words[n + 1].isdigit()}
        if after and not after & set(parts):
            numbered = True
        else:
            alike.append(place)
    return _distinct(alike), numbered and not alike


def _group(
    mentions: Sequence[Mention], places: Places, within: Mapping[str, str], given: _Given
) -> Slot | None:
    inside = places.of(GROUP, within)
    named = _distinct(each.place for each in mentions if each.place in inside)
    if len(named) == 1:
        return _slot(named[0], SlotOrigin.QUESTION)
    found = None if named else _given_slot(GROUP, places, within, given)
    if found is not None:
        return found
    own = tuple(place for place in inside if place.own)
    return _slot(own[0], SlotOrigin.IDENTITY) if len(own) == 1 and not named and within else None


def _course_around(activity: Slot, places: Places) -> Slot | None:
    around = {place.within.get(COURSE, "") for place in places.of(ACTIVITY) if place.value == activity.value}
    course = places.find(COURSE, next(iter(around))) if len(around) == 1 else None
    return replace(_slot(course, activity.origin)) if course else None


def _given_slot(name: str, places: Places, within: Mapping[str, str], given: _Given) -> Slot | None:
    """The value of an earlier turn or of the caller, if the person may see that place."""
    for origin, values in given:
        place = places.find(name, values[name], within) if name in values else None
        if place is not None:
            return _slot(place, origin)
    return None


def _only(found: tuple[Place, ...], complete: bool) -> tuple[Slot | None, tuple[Place, ...]]:
    if len(found) == 1 and complete:
        return _slot(found[0], SlotOrigin.ONLY_CHOICE), ()
    return None, found


def _slot(place: Place, origin: SlotOrigin) -> Slot:
    return Slot(place.slot, place.value, origin, place.label)


def _distinct(places: Iterable[Place]) -> tuple[Place, ...]:
    by_key = {(place.value, *sorted(place.within.items())): place for place in places}
    return tuple(by_key.values())
