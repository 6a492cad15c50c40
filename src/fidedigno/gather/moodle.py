"""Moodle as a source of state: places and cards for the person who asks, and for nobody else.

The connector speaks to Moodle; here its facts become evidence cards in the words of the pack. Calls run on
an event loop of their own thread, so that a question may be asked from anywhere.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol, TypeVar

from fidedigno.gather.moodle_cards import card_of
from fidedigno.gather.moodle_facts import ABSENT, gap_of, supplied_facts, value_of
from fidedigno.gather.state import Gap, StateReading
from fidedigno.model import EvidenceKind, Identity, Plan
from fidedigno.plan.declared import DeclaredCourse, DeclaredPlaces
from fidedigno.plan.pack import Pack
from fidedigno.plan.places import ACTIVITY, COURSE, Place, Places
from fidedigno.sources.moodle import (
    ActivityListed,
    AssignmentState,
    MoodleClient,
    MoodlePerson,
    MoodleSite,
    MoodleState,
    SubmissionState,
)

T = TypeVar("T")
_log = logging.getLogger(__name__)
MISSING_WORK = "missing-work"
PENDING = frozenset(
    {SubmissionState.NONE, SubmissionState.NEW, SubmissionState.DRAFT, SubmissionState.REOPENED}
)
MOST_ASSIGNMENTS = 40
"""A course with more is not read whole for a question about what is missing."""


class FindsPerson(Protocol):
    """Finds the Moodle account of an identity."""

    async def __call__(self, client: MoodleClient, identity: Identity) -> MoodlePerson | None:
        """The account, or ``None`` where there is none that is certain."""
        ...


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a person sees of one course in Moodle."""

    course: DeclaredCourse
    activities: tuple[ActivityListed, ...]


class MoodleStateSource:
    """State of the declared courses that are in one Moodle. Close it when done."""

    def __init__(
        self,
        site: MoodleSite,
        declared: DeclaredPlaces,
        find_person: FindsPerson,
        *,
        seconds: float = 10.0,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._site = site
        self._declared = declared
        self._find = find_person
        self._seconds = seconds
        self._loop = _LoopThread()
        self._client = self._loop.run(_made(lambda: MoodleClient(site)), seconds)
        self._now = now
        self._state = MoodleState(self._client, now=now)

    def places(self, identity: Identity) -> Places:
        """The declared places that this person may be shown, those in Moodle as Moodle shows them now.

        Where Moodle cannot be asked, what is declared for the course is shown, and the list is incomplete.
        """
        shown = self._declared.seen_by(identity)
        try:
            seen = self._loop.run(self._seen(identity), self._seconds)
        except TimeoutError:
            _log.warning("moodle places: timed out")
            seen = None
        if seen is None:
            return Places(shown.all, complete=False)
        return _live(shown, self._declared, seen)

    def read(self, plan: Plan, identity: Identity, pack: Pack) -> StateReading:
        """The facts of the plan that Moodle knows, as cards; every other fact of live state is a gap."""
        wanted = [
            fact.name
            for fact in plan.contract.facts
            if EvidenceKind.STATE in fact.kinds and fact.name in {*supplied_facts(), MISSING_WORK}
        ]
        unknown = [fact.name for fact in plan.contract.facts if fact.individual and fact.name not in wanted]
        gaps = dict.fromkeys(unknown, Gap.NO_SOURCE.value)
        try:
            reading = self._loop.run(self._read(plan, identity, pack, wanted), self._seconds)
        except TimeoutError:
            reading = StateReading(gaps=dict.fromkeys(wanted, Gap.SOURCE_FAILED.value), errors=("timed_out",))
        return StateReading(reading.cards, {**gaps, **reading.gaps}, reading.errors)

    def forget(self) -> None:
        """Drop every reading that is kept."""
        self._state = MoodleState(self._client, now=self._now)

    def close(self) -> None:
        """Close the connections and end the thread."""
        try:
            self._loop.run(self._client.close(), self._seconds)
        finally:
            self._loop.close()

    async def _seen(self, identity: Identity) -> tuple[_Seen, ...] | None:
        """What the person sees of the declared courses; ``None`` where any of it could not be asked."""
        person = await self._find(self._client, identity)
        if person is None:
            return ()
        listed = await self._state.courses(person)
        if not listed.is_verified:
            return () if gap_of(listed) is Gap.NOT_AVAILABLE else None
        own = {each.id for each in listed.value or ()}
        courses = [each for each in self._declared.courses if each.moodle in own]
        activities = await asyncio.gather(*(self._state.activities(person, each.moodle) for each in courses))
        if any(not each.is_verified and gap_of(each) is not Gap.NOT_AVAILABLE for each in activities):
            return None
        return tuple(
            _Seen(course, each.value or ()) for course, each in zip(courses, activities, strict=True)
        )

    async def _read(self, plan: Plan, identity: Identity, pack: Pack, wanted: Iterable[str]) -> StateReading:
        names = tuple(wanted)
        course = self._declared.course(plan.slot(COURSE) or "")
        if course is None:
            return StateReading(gaps=dict.fromkeys(names, Gap.NO_SCOPE.value))
        if not course.moodle:
            return StateReading(gaps=dict.fromkeys(names, Gap.NO_SOURCE.value))
        person = await self._find(self._client, identity)
        if person is None:
            return StateReading(gaps=dict.fromkeys(names, Gap.NOT_AVAILABLE.value))
        if names == (MISSING_WORK,):
            return await self._missing_work(plan, pack, course, person)
        number = _number(course, plan.slot(ACTIVITY))
        if number is None:
            return StateReading(gaps=dict.fromkeys(names, Gap.NO_SCOPE.value))
        state = await self._state.assignment(person, course.moodle, number)
        return _reading(plan, pack, state, names, self._site)

    async def _missing_work(
        self, plan: Plan, pack: Pack, course: DeclaredCourse, person: MoodlePerson
    ) -> StateReading:
        listed = await self._state.activities(person, course.moodle)
        if not listed.is_verified:
            return StateReading(gaps={MISSING_WORK: gap_of(listed).value}, errors=("activities",))
        assignments = [each for each in listed.value or () if each.kind == "assign"]
        if len(assignments) > MOST_ASSIGNMENTS:
            return StateReading(gaps={MISSING_WORK: Gap.NO_SOURCE.value})
        states = await asyncio.gather(
            *(self._state.assignment(person, course.moodle, each.instance) for each in assignments)
        )
        unread = next((each.submission for each in states if not each.submission.is_verified), None)
        if unread is not None:
            return StateReading(gaps={MISSING_WORK: gap_of(unread).value}, errors=("submission",))
        pending = [
            each.name
            for each, state in zip(assignments, states, strict=True)
            if state.submission.value in PENDING or state.submission.value is None
        ]
        card = card_of(
            plan,
            pack,
            MISSING_WORK,
            ", ".join(pending) or ABSENT,
            listed.read_at,
            self._site,
            str(course.moodle),
        )
        return StateReading((card,))


def _reading(
    plan: Plan, pack: Pack, state: AssignmentState, names: Iterable[str], site: MoodleSite
) -> StateReading:
    cards, gaps = [], {}
    for name in names:
        told = value_of(name, state)
        states = pack.facts[name].states
        if told is None or told.gap is not None:
            gaps[name] = (told.gap if told and told.gap else Gap.NO_SOURCE).value
        elif states and told.value not in states:
            gaps[name] = Gap.SOURCE_FAILED.value
        else:
            where = f"{state.course}.{state.assignment}"
            cards.append(card_of(plan, pack, name, told.value, told.read_at, site, where))
    errors = tuple(sorted({each for each in gaps.values() if each == Gap.SOURCE_FAILED}))
    return StateReading(tuple(cards), gaps, errors)


def _number(course: DeclaredCourse, activity: str | None) -> int | None:
    """The assignment's number in Moodle: declared, or in the identifier that :func:`_live` gave it."""
    declared = next((n for n, value in course.moodle_activities.items() if value == activity), None)
    if declared is not None or activity is None:
        return declared
    kind, _, number = activity.partition(":")
    return int(number) if kind == "assign" and number.isascii() and number.isdecimal() else None


def _live(shown: Places, declared: DeclaredPlaces, seen: tuple[_Seen, ...]) -> Places:
    """The places to show: of courses in Moodle only what Moodle shows, with the declared names."""
    in_moodle = {each.place.value for each in declared.courses if each.moodle}
    seen_courses = {each.course.place.value for each in seen}
    kept = [
        place
        for place in shown.all
        if (course := place.within.get(COURSE, place.value)) not in in_moodle
        or (course in seen_courses and place.slot != ACTIVITY)
    ]
    for each in seen:
        kept += _activities(each)
        if each.course.place not in kept:
            kept.append(each.course.place)
    return Places(tuple(kept))


def _activities(seen: _Seen) -> list[Place]:
    course = seen.course.place.value
    known = {place.value: place for place in seen.course.activities}
    places = []
    for listed in seen.activities:
        value = f"{listed.kind}:{listed.instance}"
        if listed.kind == "assign":
            value = seen.course.moodle_activities.get(listed.instance, value)
        names = known[value].names if value in known else ()
        aliases = tuple(name for name in names if name != listed.name)
        places.append(Place(ACTIVITY, value, listed.name, aliases, {COURSE: course}))
    return places


async def _made(make: Callable[[], T]) -> T:
    return make()


class _LoopThread:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="fidedigno-moodle", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        """The result of ``work``.

        Raises:
            TimeoutError: after so many seconds; the work is cancelled.
        """
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result(seconds)
        except TimeoutError:
            future.cancel()
            raise

    def close(self) -> None:
        """Stop the loop and wait for its thread."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=5)
        self._loop.close()
