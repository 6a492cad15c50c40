"""What of a course becomes documents: section summaries, pages, labels, files and texts of assignments.

Left out: forums with their announcements, quizzes and everything else whose content is people's work or
state. The dates of activities are state, read live when somebody asks, and are in none of the documents; a
date that a teacher wrote into a text stays there as what the teacher once wrote.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Awaitable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html import escape
from types import MappingProxyType
from typing import Any, NamedTuple

from fidedigno.errors import ConfigurationError
from fidedigno.model import AccessList
from fidedigno.sources.moodle import wire
from fidedigno.sources.moodle.client import MoodleClient
from fidedigno.sources.moodle.errors import (
    MoodleNotAvailableError,
    MoodleRevokedError,
    MoodleUnknownError,
    UnknownCause,
)
from fidedigno.sources.moodle.names import file_name, one_line
from fidedigno.sources.moodle.reach import (
    STATE_FUNCTION,
    groups_named,
    module_acl,
    section_acl,
)
from fidedigno.sources.moodle.site import MoodleSite
from fidedigno.sources.moodle.wire_types import read_shape

_WITH_FILES = frozenset({"resource", "folder", "book"})


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A stored file that is yet to be read."""

    url: str
    size: int
    media_type: str


@dataclass(frozen=True, slots=True)
class CourseDocument:
    """A document of a course. ``content`` is its text, or where its bytes are.

    ``name`` is that of its file and stays the same as long as Moodle's object does. ``version`` changes when
    the content does.
    """

    name: str
    title: str
    acl: AccessList
    version: str
    updated: datetime | None
    content: bytes | RemoteFile | None = field(repr=False)
    """``None``: it is there and could not be read this time."""


@dataclass(frozen=True, slots=True)
class CourseDocuments:
    """All documents of a course, the groups that their access lists name, and what was left out by kind.

    ``read_at`` is a moment at which every right was at least as new as told here.
    """

    documents: tuple[CourseDocument, ...]
    groups: frozenset[int]
    left_out: Mapping[str, int]
    read_at: datetime


@dataclass(frozen=True, slots=True)
class _Texts:
    """Texts of pages and assignments by course module."""

    pages: Mapping[int, wire.Page]
    assignments: Mapping[int, wire.Assignment]


class _Course(NamedTuple):
    site: MoodleSite
    number: int
    open_sections: frozenset[int] | None


async def read_documents(client: MoodleClient, course: int) -> CourseDocuments:
    """Read what a course holds, with the service account. Files are not read yet.

    Raises:
        ConfigurationError: if the service account may not ask which sections have conditions.
        MoodleNotAvailableError: if the course is refused or absent, and nothing else failed.
        MoodleError: if any part cannot be read; a part that is missing would look like deleted documents.
    """
    read_at = datetime.now(UTC)
    ids = {"courseids": [course]}
    contents, pages, assignments, open_sections = await _all_of(
        client.call("core_course_get_contents", {"courseid": course}),
        client.call("mod_page_get_pages_by_courses", ids),
        client.call("mod_assign_get_assignments", {**ids, "includenotenrolledcourses": True}),
        _open_sections(client, course),
    )
    sections: tuple[wire.Section, ...] = read_shape(tuple[wire.Section, ...], contents)
    found_pages: wire.Pages = read_shape(wire.Pages, pages)
    found: wire.Assignments = read_shape(wire.Assignments, assignments)
    texts = _Texts(
        {each.coursemodule: each for each in found_pages.pages},
        {each.cmid: each for listed in found.courses if listed.id == course for each in listed.assignments},
    )
    return _documents(_Course(client.site, course, open_sections), sections, texts, read_at)


async def _all_of(course: Awaitable[object], *parts: Awaitable[Any]) -> list[Any]:
    """Await all. A refusal is passed on only if nothing failed and the course itself is refused."""
    answers = await asyncio.gather(course, *parts, return_exceptions=True)
    failures = [each for each in answers if isinstance(each, BaseException)]
    for failure in failures:
        if not isinstance(failure, MoodleNotAvailableError):
            raise failure
    if isinstance(answers[0], MoodleNotAvailableError):
        raise answers[0]
    if failures:
        raise MoodleUnknownError(UnknownCause.REFUSED_CALL)
    return list(answers)


async def course_is_gone(client: MoodleClient, course: int) -> bool:
    """Whether a refused course is not there any more.

    A refusal alone does not say so: a site policy or a password that the service account has to renew is
    refused in the same way, and passes.

    Raises:
        MoodleError: if it cannot be found out.
    """
    answer = await client.call("core_course_get_courses_by_field", {"field": "id", "value": course})
    found: wire.FoundCourses = read_shape(wire.FoundCourses, answer)
    return all(each.id != course for each in found.courses)


async def _open_sections(client: MoodleClient, course: int) -> frozenset[int] | None:
    if not client.site.section_check:
        return None
    try:
        answer = await client.call(STATE_FUNCTION, {"courseid": course})
    except MoodleRevokedError:
        raise ConfigurationError(
            f"the service account of Moodle may not call {STATE_FUNCTION}",
            "Add it to the external service; or set section_check to false, if no section has conditions.",
        ) from None
    state: wire.CourseState = read_shape(wire.EncodedCourseState, answer)
    return state.open_sections


def _documents(
    course: _Course, sections: tuple[wire.Section, ...], texts: _Texts, read_at: datetime
) -> CourseDocuments:
    site, number, open_sections = course
    made: dict[str, CourseDocument] = {}
    groups: set[int] = set()
    left_out: Counter[str] = Counter()
    for section in sections:
        if section.summary.strip():
            acl = section_acl(site, number, section, open_sections)
            document = _text(f"section-{section.id}.html", section.name, acl, section.summary, None)
            made[document.name] = document
        for module in section.modules:
            acl = module_acl(site, number, section, module, open_sections)
            documents = list(_of_module(module, acl, texts))
            groups |= groups_named(module) if documents else frozenset()
            left_out.update([module.modname] if not documents else [])
            made |= {each.name: each for each in documents}
    return CourseDocuments(tuple(made.values()), frozenset(groups), MappingProxyType(dict(left_out)), read_at)


def _of_module(module: wire.Module, acl: AccessList, texts: _Texts) -> Iterator[CourseDocument]:
    if module.modname == "page":
        page = texts.pages.get(module.id)
        name = f"page-{module.id}.html"
        if page is None:
            yield CourseDocument(name, _title(module), acl, "", None, None)
        else:
            yield _text(name, _title(module), acl, page.content, page.timemodified)
    elif module.modname == "assign":
        assignment = texts.assignments.get(module.id)
        name = f"assign-{module.id}.html"
        if assignment is None:
            yield CourseDocument(name, _title(module), acl, "", None, None)
        elif assignment.intro.strip():
            yield _text(name, _title(module), acl, assignment.intro, assignment.timemodified)
    elif module.modname == "label" and (module.description or "").strip():
        yield _text(f"label-{module.id}.html", _title(module), acl, module.description or "", None)
    elif module.modname in _WITH_FILES:
        yield from _files(module, acl)


def _files(module: wire.Module, acl: AccessList) -> Iterator[CourseDocument]:
    stored = [
        each
        for each in module.contents
        if each.type == "file" and each.fileurl and each.filename and not each.isexternalfile
    ]
    for each in stored:
        original = f"{each.filepath or '/'}{each.filename}"
        title = _title(module) if len(stored) == 1 else f"{_title(module)} › {one_line(each.filename or '')}"
        remote = RemoteFile(each.fileurl or "", each.filesize or 0, each.mimetype or "")
        when = each.timemodified
        version = f"{_stamp(when)}-{remote.size}" if when else f"size-{remote.size}"
        yield CourseDocument(file_name(module.id, original), title, acl, version, when, remote)


def _text(name: str, title: str, acl: AccessList, html: str, updated: datetime | None) -> CourseDocument:
    shown = one_line(title) or name
    head = f'<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>{escape(shown)}</title></head>'
    content = f"{head}<body>\n<h1>{escape(shown)}</h1>\n{html}\n</body></html>\n".encode("utf-8", "replace")
    mark = hashlib.sha256(content).hexdigest()[:12]
    version = f"{_stamp(updated)}-{mark}" if updated else mark
    return CourseDocument(name, shown, acl, version, updated, content)


def _title(module: wire.Module) -> str:
    return one_line(module.name) or f"{module.modname} {module.id}"


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
