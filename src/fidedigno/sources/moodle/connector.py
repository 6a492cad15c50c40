"""A course of Moodle as a connected system: its documents with their rights, its people, and a live check."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from types import MappingProxyType

from fidedigno.access.content import DirectoryContent
from fidedigno.model import Identity
from fidedigno.sources.connector import (
    Change,
    Changes,
    Coverage,
    GroupExpansion,
    LiveVerdict,
    SourceItem,
    Upserted,
    known_by,
)
from fidedigno.sources.moodle.asker import Asker, Failed, MoodlePerson
from fidedigno.sources.moodle.cache import ReadingCache
from fidedigno.sources.moodle.client import MoodleClient
from fidedigno.sources.moodle.documents import (
    CourseDocument,
    CourseDocuments,
    RemoteFile,
    course_is_gone,
    read_documents,
)
from fidedigno.sources.moodle.enrolment import people_who_can
from fidedigno.sources.moodle.errors import (
    MoodleError,
    MoodleNotAvailableError,
    MoodleUnknownError,
    UnknownCause,
)
from fidedigno.sources.moodle.facts import Reason
from fidedigno.sources.moodle.people import STAFF_CAPABILITY, read_people, user_attribute
from fidedigno.sources.moodle.reach import section_is_open
from fidedigno.sources.moodle.standing import Standing, standing_of

_NAME = re.compile(r"(?P<kind>section|page|assign|label|file)-(?P<number>\d{1,18})(?:[.-].*)?", re.DOTALL)


class MoodleCourse:
    """One course, read as the service account. A :class:`~fidedigno.sources.connector.Connector`.

    After :meth:`changes` has begun, ``is_gone`` says whether the course is not there any more, ``groups`` are
    those that access lists name, by id in Moodle, and ``left_out`` counts modules by kind that make no
    document.
    """

    group_expansion = GroupExpansion.AT_QUERY

    def __init__(self, client: MoodleClient, course: int) -> None:
        self.name = f"moodle:{client.site.name}"
        self.is_gone = False
        self.groups: frozenset[int] = frozenset()
        self.left_out: Mapping[str, int] = MappingProxyType({})
        self._client = client
        self._course = course
        self._readings = ReadingCache(0.0, client.site.limits.cached_readings)

    async def changes(self, cursor: str | None) -> Changes:  # noqa: ARG002 - Moodle tells no changes
        """All documents; none of a course that is not there any more.

        Raises:
            ConfigurationError: if the service account may not ask what has to be known.
            MoodleError: if the course could not be read whole.
        """
        try:
            read = await read_documents(self._client, self._course)
        except MoodleNotAvailableError:
            read = None
        if read is None and not await course_is_gone(self._client, self._course):
            raise MoodleUnknownError(UnknownCause.REFUSED_CALL)
        self.is_gone = read is None
        self.groups = read.groups if read else frozenset()
        self.left_out = read.left_out if read else MappingProxyType({})
        return Changes.guarded(self.name, Coverage.FULL, self._stream(read), lambda: "")

    async def _stream(self, read: CourseDocuments | None) -> AsyncIterator[Change]:
        for document in read.documents if read else ():
            yield Upserted(self._item(document))

    def _item(self, document: CourseDocument) -> SourceItem:
        async def content() -> bytes:
            found = document.content
            if isinstance(found, RemoteFile):
                file = await self._client.download(found.url, size=found.size, media_type=found.media_type)
                return file.content
            if found is None:
                raise MoodleUnknownError(UnknownCause.SHAPE)
            return found

        name = document.name
        return SourceItem(
            name, name, document.title, document.acl, document.version, document.updated, content
        )

    async def people(self) -> DirectoryContent:
        """Who takes part in the course, and its groups.

        Raises:
            MoodleError: if they could not be read whole.
        """
        read = await read_people(self._client, [self._course], extra_groups=self.groups)
        return read.content

    def known_as(self, person: Identity) -> tuple[str, ...]:
        """The account of a person whom the directory links to one."""
        return known_by(person, user_attribute(self._client.site))

    async def check(self, person: str, external_id: str) -> LiveVerdict:
        """Whether the account of that number (``person``) may open a document now."""
        named = _NAME.fullmatch(external_id)
        if named is None or not _is_account(person):
            return LiveVerdict.UNKNOWN
        asker = Asker(self._client, self._readings, MoodlePerson(int(person)))
        standing = await standing_of(asker, self._course)
        if isinstance(standing, Failed):
            refused = standing.reason is Reason.NOT_PERMITTED
            return LiveVerdict.DENIED if refused else LiveVerdict.UNKNOWN
        kind, number = named["kind"], int(named["number"])
        if _shows(standing, kind, number):
            return LiveVerdict.ALLOWED
        if not _is_there(standing, kind, number):
            return LiveVerdict.DENIED
        return await self._as_staff(int(person))

    async def _as_staff(self, person: int) -> LiveVerdict:
        """Staff see what is hidden."""
        try:
            staff = await people_who_can(self._client, self._course, STAFF_CAPABILITY)
        except MoodleError:
            return LiveVerdict.UNKNOWN
        return LiveVerdict.ALLOWED if person in staff else LiveVerdict.DENIED

    async def close(self) -> None:
        """Let go of connections."""
        await self._client.close()


def _is_account(person: str) -> bool:
    """For Moodle, account 0 is whoever owns the token."""
    return person.isascii() and person.isdecimal() and len(person) <= 18 and int(person) > 0


def _shows(standing: Standing, kind: str, number: int) -> bool:
    if kind == "section":
        return any(
            each.id == number and section_is_open(each, standing.open_sections) for each in standing.sections
        )
    return any(each.id == number for each in standing.visible_modules())


def _is_there(standing: Standing, kind: str, number: int) -> bool:
    if kind == "section":
        return any(each.id == number for each in standing.sections)
    return any(module.id == number for section in standing.sections for module in section.modules)
