"""Moodle as a source of state: places and cards for the person who asks, and for nobody else.

The connector speaks to Moodle; here its facts become evidence cards in the words of the pack. Calls run on
an event loop of their own thread, so that a question may be asked from anywhere.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Protocol

from fidedigno.clock import Clock, utc_now
from fidedigno.gather.moodle_cards import can_say, card_of
from fidedigno.gather.moodle_facts import ABSENT, free_text, gap_of, supplied_facts, value_of
from fidedigno.gather.moodle_places import ASSIGNMENT, Seen, assignment_number, live_places, plain_name
from fidedigno.gather.state import Gap, StateReading
from fidedigno.loop_thread import LoopThread
from fidedigno.model import EvidenceKind, Identity, Plan
from fidedigno.plan.declared import DeclaredCourse, DeclaredPlaces
from fidedigno.plan.pack import Pack
from fidedigno.plan.places import ACTIVITY, COURSE, Places
from fidedigno.sources.moodle import (
    ActivityListed,
    AssignmentState,
    MoodleClient,
    MoodlePerson,
    MoodleSite,
    MoodleState,
    SubmissionState,
    Visibility,
)

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


class MoodleStateSource:
    """State of the declared courses that are in one Moodle. Close it when done."""

    lists_declared = True
    """Its places are all there are: those declared elsewhere are among them, where they may be shown."""

    def __init__(
        self,
        site: MoodleSite,
        declared: DeclaredPlaces,
        find_person: FindsPerson,
        *,
        seconds: float = 10.0,
        now: Clock = utc_now,
    ) -> None:
        self._site = site
        self._declared = declared
        self._find = find_person
        self._seconds = seconds
        self._now = now
        self._client = MoodleClient(site)
        self._state = MoodleState(self._client, now=now)
        self._loop = LoopThread(f"fidedigno-moodle-{site.name}")

    def __repr__(self) -> str:
        return f"MoodleStateSource({self._site.name!r})"

    def places(self, identity: Identity) -> Places:
        """The declared places that this person may be shown, those in Moodle as Moodle shows them now.

        Where Moodle cannot be asked, what is declared for the course is shown, and the list is incomplete.
        """
        shown = self._declared.seen_by(identity)
        try:
            seen = self._loop.run(self._seen(identity), self._seconds)
            if seen is not None:
                return live_places(shown, self._declared, seen)
        except TimeoutError:
            _log.warning("moodle %s: places: timed out", self._site.name)
        except Exception as error:  # noqa: BLE001 - a source that breaks is one that did not answer
            _log.error("moodle %s: places: %s", self._site.name, type(error).__name__)
        return Places(shown.all, complete=False)

    def read(self, plan: Plan, identity: Identity, pack: Pack) -> StateReading:
        """The facts of the plan that Moodle knows, as cards; every other fact of live state is a gap."""
        supplied = {*supplied_facts(), MISSING_WORK}
        facts = plan.contract.facts
        wanted = [each.name for each in facts if EvidenceKind.STATE in each.kinds and each.name in supplied]
        unknown = [each.name for each in facts if each.individual and each.name not in wanted]
        gaps = dict.fromkeys(unknown, Gap.NO_SOURCE.value)
        if not wanted:
            return StateReading(gaps=gaps)
        failed = dict.fromkeys(wanted, Gap.SOURCE_FAILED.value)
        try:
            reading = self._loop.run(self._read(plan, identity, pack, wanted), self._seconds)
        except TimeoutError:
            reading = StateReading(gaps=failed, errors=("timed_out",))
        except Exception as error:  # noqa: BLE001 - a source that breaks is one that did not answer
            _log.error("moodle %s: state: %s", self._site.name, type(error).__name__)
            reading = StateReading(gaps=failed, errors=(Gap.SOURCE_FAILED.value,))
        return StateReading(reading.cards, {**gaps, **reading.gaps}, reading.errors)

    def forget(self) -> None:
        """Drop every reading that is kept."""
        self._state = MoodleState(self._client, now=self._now)

    def close(self) -> None:
        """Cancel what is being read, close the connections, and end the thread."""
        self._loop.close(self._client.close)

    async def _seen(self, identity: Identity) -> tuple[Seen, ...] | None:
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
        return tuple(Seen(course, each.value or ()) for course, each in zip(courses, activities, strict=True))

    async def _read(self, plan: Plan, identity: Identity, pack: Pack, wanted: list[str]) -> StateReading:
        course = self._declared.course(plan.slot(COURSE) or "")
        if course is None:
            return _gaps(wanted, Gap.NO_SCOPE)
        if not course.moodle:
            return _gaps(wanted, Gap.NO_SOURCE)
        person = await self._find(self._client, identity)
        if person is None:
            return _gaps(wanted, Gap.NOT_AVAILABLE)
        reading = StateReading()
        if MISSING_WORK in wanted:
            reading = await self._missing_work(plan, pack, course, person)
        names = [name for name in wanted if name != MISSING_WORK]
        return _both(reading, await self._activity(plan, pack, course, person, names)) if names else reading

    async def _activity(
        self, plan: Plan, pack: Pack, course: DeclaredCourse, person: MoodlePerson, names: list[str]
    ) -> StateReading:
        activity = plan.slot(ACTIVITY)
        if activity is None:
            return _gaps(names, Gap.NO_SCOPE)
        number = assignment_number(course, activity)
        if number is None:
            return _gaps(names, Gap.NO_SOURCE)
        state = await self._state.assignment(person, course.moodle, number)
        return _reading(plan, pack, state, names, self._site)

    async def _missing_work(
        self, plan: Plan, pack: Pack, course: DeclaredCourse, person: MoodlePerson
    ) -> StateReading:
        listed = await self._state.activities(person, course.moodle)
        if not listed.is_verified:
            gap = gap_of(listed)
            return StateReading(gaps={MISSING_WORK: gap.value}, errors=_errors([gap]))
        assignments = [each for each in listed.value or () if each.kind == ASSIGNMENT]
        if len(assignments) > MOST_ASSIGNMENTS:
            return _gaps([MISSING_WORK], Gap.NO_SOURCE)
        states = await asyncio.gather(
            *(self._state.assignment(person, course.moodle, each.instance) for each in assignments)
        )
        unread = [gap_of(each.submission) for each in states if not each.submission.is_verified]
        if unread:
            return StateReading(gaps={MISSING_WORK: unread[0].value}, errors=_errors(unread))
        value = _pending(assignments, states)
        if not can_say(pack.facts[MISSING_WORK], value):
            return _gaps([MISSING_WORK], Gap.NO_SOURCE)
        read_at = min([listed.read_at, *(each.submission.read_at for each in states)])
        where = str(course.moodle)
        return StateReading((card_of(plan, pack, MISSING_WORK, value, read_at, self._site, where),))


def _pending(assignments: list[ActivityListed], states: list[AssignmentState]) -> str:
    """The names of the assignments that are not handed in; :data:`ABSENT` where there is none."""
    names = [
        plain_name(each.name) or str(each.instance)
        for each, state in zip(assignments, states, strict=True)
        if state.submission.value in PENDING or state.submission.value is None
    ]
    return free_text(", ".join(names)) if names else ABSENT


def _reading(
    plan: Plan, pack: Pack, state: AssignmentState, names: Iterable[str], site: MoodleSite
) -> StateReading:
    cards, gaps = [], {}
    is_seen = state.visibility.value is Visibility.VISIBLE
    # The number of what is not seen is told to nobody: hidden and missing have the very same card.
    where = f"{state.course}.{state.assignment}" if is_seen else str(state.course)
    for name in names:
        told = value_of(name, state)
        if told is None or told.gap is not None:
            gaps[name] = told.gap if told and told.gap else Gap.NO_SOURCE
        elif not can_say(pack.facts[name], told.value):
            gaps[name] = Gap.SOURCE_FAILED if told.value != ABSENT else Gap.NO_SOURCE
        else:
            cards.append(card_of(plan, pack, name, told.value, told.read_at, site, where))
    return StateReading(tuple(cards), {name: gap.value for name, gap in gaps.items()}, _errors(gaps.values()))


def _gaps(names: Iterable[str], gap: Gap) -> StateReading:
    return StateReading(gaps=dict.fromkeys(names, gap.value))


def _errors(gaps: Iterable[Gap]) -> tuple[str, ...]:
    return (Gap.SOURCE_FAILED.value,) if Gap.SOURCE_FAILED in set(gaps) else ()


def _both(first: StateReading, second: StateReading) -> StateReading:
    errors = dict.fromkeys((*first.errors, *second.errors))
    return StateReading((*first.cards, *second.cards), {**first.gaps, **second.gaps}, tuple(errors))
