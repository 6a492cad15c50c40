"""The people and groups of courses, as entries that the directory can load.

Groups, for a site named ``campus``: ``moodle:campus:course:2`` (whoever takes part),
``moodle:campus:course:2:staff`` (whoever sees hidden activities), ``moodle:campus:group:1``.

What could not be learnt is closed, and said: a group that looks empty although it may only be hidden from
us is written without members (so that nobody reads through it) and named in ``unknown_groups`` (so that
nobody takes it for empty).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from fidedigno.access.content import (
    DirectoryContent,
    EntryError,
    GroupEntry,
    UserEntry,
    checked_email,
    checked_name,
)
from fidedigno.model import Principal, normalise_name
from fidedigno.sources.moodle import wire_people
from fidedigno.sources.moodle.client import MoodleClient
from fidedigno.sources.moodle.enrolment import PAGE, CoursePerson, enrolled_people, people_who_can
from fidedigno.sources.moodle.errors import MoodleError
from fidedigno.sources.moodle.site import MoodleSite
from fidedigno.sources.moodle.wire_types import read_shape

STAFF_CAPABILITY = "moodle/course:viewhiddenactivities"


def user_attribute(site: MoodleSite) -> str:
    """The attribute of a directory user that holds the user's id in a site."""
    return f"moodle.{site.name}.id"


@dataclass(slots=True)
class _Collected:
    users: dict[str, UserEntry] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    members: dict[str, set[int]] = field(default_factory=dict)
    unknown: set[str] = field(default_factory=set)
    unusable: set[int] = field(default_factory=set)
    suspended: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class PeopleRead:
    """What was read.

    ``content`` goes to :meth:`fidedigno.access.Directory.load`. ``unknown_groups`` were written without
    members because their members could not be learnt. ``left_out`` are the Moodle ids of enrolled people
    who hold nothing: suspended, of unknown standing, or with a name that a directory cannot hold.
    """

    content: DirectoryContent
    unknown_groups: tuple[str, ...]
    left_out: tuple[int, ...]

    def find(self, name: str) -> UserEntry | None:
        """The user of that name or e-mail address, without regard to case; ``None`` where not exactly one.

        Moodle's own look-up by address regards case on some databases.
        """
        try:
            wanted = normalise_name(name)
        except ValueError:
            return None
        found = [each for each in self.content.users if wanted in {each.name, each.email}]
        return found[0] if len(found) == 1 else None


async def read_people(
    client: MoodleClient,
    courses: Iterable[int],
    *,
    extra_groups: Iterable[int] = (),
    page: int = PAGE,
) -> PeopleRead:
    """Read who takes part in courses, and the groups inside them, with the service account.

    Args:
        client: of the site.
        courses: ids of courses.
        extra_groups: groups that access lists name, which the site may not list.
        page: people asked for at once.

    Raises:
        MoodleError: if a course cannot be read whole; nothing is to be loaded then.
    """
    site = client.site
    read = _Collected()
    for course in courses:
        await _read_course(client, course, read, page)
    named = {site.group(each) for each in extra_groups} - read.members.keys()
    read.unknown |= named
    for name in named:
        read.members[name] = set()
    groups = tuple(
        GroupEntry(
            name,
            name,
            frozenset(Principal.user(read.names[each]) for each in ids if each in read.names),
            f"moodle {site.name}",
        )
        for name, ids in sorted(read.members.items())
    )
    content = DirectoryContent(tuple(read.users.values()), groups)
    return PeopleRead(content, tuple(sorted(read.unknown)), tuple(sorted(read.unusable | read.suspended)))


async def _read_course(client: MoodleClient, course: int, read: _Collected, page: int) -> None:
    site = client.site
    active: set[int] = set()
    async for person in enrolled_people(client, course, page=page):
        _take(site, person, read)
        if person.is_active:
            active.add(person.id)
    read.members[site.course_group(course)] = active
    try:
        staff = await people_who_can(client, course, STAFF_CAPABILITY)
        read.members[site.staff_group(course)] = set(staff) & active
    except MoodleError:
        read.members[site.staff_group(course)] = set()
        read.unknown.add(site.staff_group(course))
    await _read_groups(client, course, active, read)


def _take(site: MoodleSite, person: CoursePerson, read: _Collected) -> None:
    """Make an entry of a person. A suspended account is switched off; an active one is not switched on."""
    try:
        name, written = checked_name(person.username)
    except EntryError:
        read.unusable.add(person.id)
        return
    try:
        display = checked_name(person.full_name, "display")[1]
    except EntryError:
        display = written
    try:
        email = checked_email(person.email)
    except EntryError:
        email = None
    if not person.is_active:
        read.suspended.add(person.id)
    else:
        read.names[person.id] = name
    attributes = {user_attribute(site): str(person.id)}
    twin = read.users.get(name)
    if twin is not None and twin.attributes != attributes:
        # Two people with one name would share their rights: neither gets any.
        read.unusable |= {person.id, int(twin.attributes[user_attribute(site)])}
        read.names = {key: value for key, value in read.names.items() if value != name}
        return
    enabled = False if person.suspended else None
    where = f"moodle user {person.id}"
    read.users[name] = UserEntry(name, display, email, enabled, attributes, where=where)


async def _read_groups(client: MoodleClient, course: int, active: set[int], read: _Collected) -> None:
    site = client.site
    answer = await client.call("core_group_get_course_groups", {"courseid": course})
    groups: tuple[wire_people.Group, ...] = read_shape(tuple[wire_people.Group, ...], answer)
    members = await _members(client, [each.id for each in groups])
    for group in groups:
        name = site.group(group.id)
        found = members.get(group.id, ())
        read.members[name] = set(found) & active
        # Only a group that is shown to everybody can be seen to be empty.
        if group.id not in members or (not found and group.visibility != 0):
            read.unknown.add(name)


async def _members(client: MoodleClient, groups: Sequence[int]) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for first in range(0, len(groups), PAGE):
        wanted = list(groups[first : first + PAGE])
        answer = await client.call("core_group_get_group_members", {"groupids": wanted})
        rows: tuple[wire_people.GroupMembers, ...] = read_shape(tuple[wire_people.GroupMembers, ...], answer)
        found |= {each.groupid: each.userids for each in rows}
    return found
