"""The live state of one person in Moodle, read when it is asked for. Never indexed, never guessed.

Which functions are asked, and why these: :mod:`~fidedigno.sources.moodle.own` (with the person's token,
preferred) and :mod:`~fidedigno.sources.moodle.service`.
"""

from __future__ import annotations

from fidedigno.clock import Clock, utc_now
from fidedigno.sources.moodle.asker import Asker, Failed, MoodlePerson
from fidedigno.sources.moodle.assemble import assemble, without_facts
from fidedigno.sources.moodle.cache import ReadingCache
from fidedigno.sources.moodle.client import MoodleClient
from fidedigno.sources.moodle.facts import (
    ActivityListed,
    AssignmentState,
    CourseListed,
    Fact,
    Reason,
    TokenKind,
)
from fidedigno.sources.moodle.listing import activities_of, courses_of
from fidedigno.sources.moodle.own import gather_own
from fidedigno.sources.moodle.service import gather_for


class MoodleState:
    """Reads state for one person at a time. For one event loop at a time; may serve many persons concurrently.

    A reading is kept for ``site.limits.cache`` seconds, for that person only. No method raises for what
    Moodle does: a fact that could not be read is unverifiable, and says why.
    """

    def __init__(self, client: MoodleClient, *, now: Clock = utc_now) -> None:
        limits = client.site.limits
        self._client = client
        self._now = now
        self._cache = ReadingCache(limits.cache, limits.cached_readings, now=now)

    async def assignment(self, person: MoodlePerson, course: int, assignment: int) -> AssignmentState:
        """One assignment (by its instance id) of a course, for a person.

        What is hidden, absent, of another course, restricted to others, or asked for somebody who is not
        enrolled, suspended or whose token does not count, has one and the same answer.
        """
        asker = self._asker(person)
        gather = gather_own if asker.kind is TokenKind.OWN else gather_for
        gathered = await gather(asker, course, assignment)
        if gathered is None:
            return without_facts(asker, course, assignment, self._now(), Reason.NOT_PERMITTED)
        if isinstance(gathered, Failed):
            return without_facts(asker, course, assignment, gathered.read_at, gathered.reason)
        return assemble(asker, course, assignment, gathered)

    async def courses(self, person: MoodlePerson) -> Fact[tuple[CourseListed, ...]]:
        """The courses in which the person is active and which are shown."""
        return await courses_of(self._asker(person))

    async def activities(self, person: MoodlePerson, course: int) -> Fact[tuple[ActivityListed, ...]]:
        """The activities of a course that the person sees on its page."""
        return await activities_of(self._asker(person), course)

    def forget(self, person: int) -> None:
        """Drop what is kept about a person, for instance when rights have changed."""
        self._cache.forget(person)

    def _asker(self, person: MoodlePerson) -> Asker:
        return Asker(self._client, self._cache, person, now=self._now)
