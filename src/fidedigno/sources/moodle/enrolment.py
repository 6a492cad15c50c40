"""Who is active in a course, page by page: thousands of people pass through, one page is held.

Moodle lists a suspended enrolment without a mark unless ``onlyactive`` is asked for, and a suspended
*account* even then. So both are asked: only active enrolments, and for each account whether it is
suspended. An account of which Moodle does not say so is left out.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

from fidedigno.sources.moodle import wire_people
from fidedigno.sources.moodle.client import MoodleClient
from fidedigno.sources.moodle.errors import MoodleUnknownError, UnknownCause
from fidedigno.sources.moodle.wire_types import read_shape

PAGE = 500
"""People asked for at once; one field each when their accounts are looked up, which PHP limits to 1,000."""
MAX_PEOPLE = 1_000_000


@dataclass(frozen=True, slots=True)
class CoursePerson:
    """Somebody with an active enrolment. ``suspended``: the account is; ``None`` where it is not said."""

    id: int
    username: str | None = field(repr=False)
    full_name: str | None = field(repr=False)
    email: str | None = field(repr=False)
    suspended: bool | None

    @property
    def is_active(self) -> bool:
        """Whether this person takes part in the course now."""
        return self.suspended is False


async def enrolled_people(
    client: MoodleClient, course: int, *, page: int = PAGE
) -> AsyncIterator[CoursePerson]:
    """Everybody with an active enrolment, once each, with the word on their account.

    A page may be short because Moodle leaves out people whom the reader may not see; only an empty page
    ends the list.

    Raises:
        MoodleError: if a page cannot be read. What came before is then not the whole.
    """
    seen: set[int] = set()
    start = 0
    while start < MAX_PEOPLE:
        people = await _page(client, course, start, page)
        if not people:
            return
        fresh = [each for each in people if each.id not in seen]
        if not fresh:
            # A site that does not page gives the same people for ever.
            raise MoodleUnknownError(UnknownCause.SHAPE)
        seen.update(each.id for each in fresh)
        suspended = await _suspended(client, [each.id for each in fresh])
        for each in fresh:
            said = suspended.get(each.id)
            yield CoursePerson(each.id, each.username, each.fullname, each.email, said)
        start += page
    raise MoodleUnknownError(UnknownCause.TOO_LARGE)


async def people_who_can(client: MoodleClient, course: int, capability: str) -> frozenset[int]:
    """The ids of the active enrolled people who hold a capability in the course.

    Raises:
        MoodleError: if they cannot be read.
    """
    options = {"onlyactive": "1", "withcapability": capability, "userfields": "id"}
    answer = await client.call(
        "core_enrol_get_enrolled_users", {"courseid": course, "options": _options(options)}
    )
    people: tuple[wire_people.EnrolledUser, ...] = read_shape(tuple[wire_people.EnrolledUser, ...], answer)
    return frozenset(each.id for each in people)


async def _page(
    client: MoodleClient, course: int, start: int, length: int
) -> tuple[wire_people.EnrolledUser, ...]:
    options = {
        "onlyactive": "1",
        "limitfrom": str(start),
        "limitnumber": str(length),
        "userfields": "id,username,email",
        "sortby": "id",
    }
    answer = await client.call(
        "core_enrol_get_enrolled_users", {"courseid": course, "options": _options(options)}
    )
    people: tuple[wire_people.EnrolledUser, ...] = read_shape(tuple[wire_people.EnrolledUser, ...], answer)
    return people


async def _suspended(client: MoodleClient, ids: Sequence[int]) -> dict[int, bool | None]:
    said: dict[int, bool | None] = {}
    for first in range(0, len(ids), PAGE):
        values = list(ids[first : first + PAGE])
        answer = await client.call("core_user_get_users_by_field", {"field": "id", "values": values})
        accounts: tuple[wire_people.Account, ...] = read_shape(tuple[wire_people.Account, ...], answer)
        said |= {each.id: each.suspended for each in accounts}
    return said


def _options(values: dict[str, str]) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in values.items()]
