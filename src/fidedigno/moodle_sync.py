"""A synchronisation with Moodle: courses become folders with their rights, people and groups a directory.

The rights of a folder count as fresh only once everything that they rest on was read: its documents, their
access lists, and the people who are in the groups that those name.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fidedigno.errors import FidedignoError, UsageError
from fidedigno.model import normalise_name

if TYPE_CHECKING:
    from fidedigno.access.content import DirectoryContent
    from fidedigno.gather.moodle_connection import MoodleConnection
    from fidedigno.sources.moodle import CourseMirror, MoodleClient, MoodleSite, PeopleRead


@dataclass(frozen=True, slots=True)
class MoodleSync:
    """What a synchronisation did.

    ``folders`` are the mirrors to ingest. ``failed`` are courses by their number, with the code of what went
    wrong, and ``reasons`` says it in words; their rights stay as old as they were.
    """

    folders: tuple[Path, ...] = ()
    people: int = 0
    unknown_groups: tuple[str, ...] = ()
    failed: dict[int, str] = field(default_factory=dict)
    reasons: dict[int, str] = field(default_factory=dict)
    written: int = 0
    removed: int = 0

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "folders": [str(each) for each in self.folders],
            "people": self.people,
            "unknown_groups": list(self.unknown_groups),
            "failed": {str(course): code for course, code in self.failed.items()},
            "reasons": {str(course): text for course, text in self.reasons.items()},
            "written": self.written,
            "removed": self.removed,
        }


@dataclass(slots=True)
class Mirrored:
    """What was read of Moodle, not yet taken over: call :meth:`take_effect` once the people are loaded."""

    reports: dict[int, CourseMirror] = field(default_factory=dict)
    failed: dict[int, FidedignoError] = field(default_factory=dict)
    people: PeopleRead | None = None
    content: DirectoryContent | None = None

    def take_effect(self) -> MoodleSync:
        """Write when the rights of each folder were true, and say what was done."""
        from fidedigno.sources.files import RIGHTS_FILE
        from fidedigno.sources.private_folder import PrivateFolder

        for course in self.reports.values():
            if not course.is_gone:
                read_at = course.report.rights_read_at.isoformat()
                PrivateFolder(course.report.folder).write(RIGHTS_FILE, read_at.encode())
        done = [each.report for each in self.reports.values()]
        return MoodleSync(
            folders=tuple(report.folder for report in done),
            people=len(self.content.users) if self.content else 0,
            unknown_groups=self.people.unknown_groups if self.people else (),
            failed={course: error.code for course, error in self.failed.items()},
            reasons={course: _words(error) for course, error in self.failed.items()},
            written=sum(len(report.written) for report in done),
            removed=sum(report.removed for report in done),
        )


def mirror(connection: MoodleConnection, courses: Iterable[int], root: Path, owner: str) -> Mirrored:
    """Mirror courses below ``root`` and read their people. May be called where an event loop runs.

    Raises:
        UsageError: if ``owner`` is no name.
    """
    try:
        normalise_name(owner)
    except ValueError as error:
        raise UsageError(f"owner: {error}", "name the user who answers for the documents") from None
    with ThreadPoolExecutor(1, thread_name_prefix="fidedigno-sync") as thread:
        return thread.submit(asyncio.run, _mirror(connection, list(courses), root, owner)).result()


async def _mirror(connection: MoodleConnection, courses: list[int], root: Path, owner: str) -> Mirrored:
    from fidedigno.ingest.parse import is_supported
    from fidedigno.sources.files import RIGHTS_FILE
    from fidedigno.sources.moodle import CorpusOptions, MoodleClient, mirror_course, mirror_folder
    from fidedigno.sources.private_folder import PrivateFolder

    done = Mirrored()
    async with MoodleClient(connection.site) as client:
        for course in dict.fromkeys(courses):
            try:
                folder = PrivateFolder(mirror_folder(root, course))
                if not folder.has(RIGHTS_FILE):
                    folder.write(RIGHTS_FILE, b"")  # until the people are read, of no age that could be told
                done.reports[course] = await mirror_course(
                    client, course, root, CorpusOptions(owner), supports=is_supported
                )
            except FidedignoError as error:
                done.failed[course] = error
        await _read_people(client, done)
    done.content = _content(connection.site, done)
    return done


async def _read_people(client: MoodleClient, done: Mirrored) -> None:
    """Read the people of all courses together; where that fails, without the courses that are at fault."""
    from fidedigno.sources.moodle import MoodleError, read_people

    async def read(courses: list[int]) -> PeopleRead:
        groups = frozenset[int]().union(*(done.reports[each].groups for each in courses))
        return await read_people(client, courses, extra_groups=groups)

    # A course that is gone has no people to ask for.
    there = sorted(course for course, report in done.reports.items() if not report.is_gone)
    readable = list(there)
    try:
        done.people = await read(there) if there else None
    except MoodleError:
        readable = []
        for course in there:
            try:
                await read([course])
                readable.append(course)
            except MoodleError as error:
                done.failed[course] = error
        try:
            done.people = await read(readable) if readable else None
        except MoodleError as error:
            done.failed.update(dict.fromkeys(readable, error))
    for course in done.failed:
        done.reports.pop(course, None)


def _content(site: MoodleSite, done: Mirrored) -> DirectoryContent | None:
    """What the directory is to be told; the groups of a course that is gone are empty."""
    from fidedigno.access.content import DirectoryContent, GroupEntry

    read = done.people.content if done.people else DirectoryContent((), (), partial=True)
    gone = [course for course, report in done.reports.items() if report.is_gone]
    names = [name for course in gone for name in (site.course_group(course), site.staff_group(course))]
    if done.people is None and not gone:
        return None
    emptied = tuple(GroupEntry(name, name, where=f"moodle {site.name}") for name in names)
    return DirectoryContent(read.users, (*read.groups, *emptied), partial=True)


def _words(error: FidedignoError) -> str:
    return f"{error.message}: {error.hint}" if error.hint else error.message
