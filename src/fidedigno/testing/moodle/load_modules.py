"""Reads what a course page holds: pages, files, and assignments with their overrides, marks and extensions."""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from typing import cast

from fidedigno.testing.moodle.fields import Fields
from fidedigno.testing.moodle.numbers import Numbers
from fidedigno.testing.moodle.scenario import (
    Assignment,
    Completion,
    File,
    Flags,
    Grade,
    ManualItem,
    Module,
    Override,
    Page,
    Section,
    Status,
    Submission,
)

CONTEXT_OFFSET = 1_000
Counters = Mapping[str, Numbers]


def read_module(
    fields: Fields,
    section: Section,
    members: tuple[str, ...],
    groups: tuple[str, ...],
    numbers: Counters,
    changed: int,
) -> Module:
    """One module of ``section``; ``members`` and ``groups`` are the names that it may use.

    Raises:
        ConfigurationError: if a key is missing, unknown or of another type.
    """
    kind = fields.word("kind", ("page", "file", "assignment"))
    body: Page | File | Assignment
    if kind == "page":
        body = Page(fields.text("content"))
    elif kind == "file":
        body = _file(fields)
    else:
        body = _assignment(fields, members, groups, numbers, changed)
    identity = numbers["module"].take(fields)
    completion = fields.word("completion", ("none", "manual", "submit"), "none")
    if completion == "submit" and kind != "assignment":
        fields.fail("completion", "only an assignment can be completed by handing in")
    completed = _moments(fields, "completed", members)
    if completed and completion == "none":
        fields.fail("completed", "needs completion: manual or submit")
    module = Module(
        key=fields.key,
        id=identity,
        instance=numbers[kind].take(fields, "instance"),
        context=numbers["context"].take(fields, "context", start=CONTEXT_OFFSET),
        course=section.course,
        section=section.key,
        name=fields.text("name"),
        intro=fields.text("intro", ""),
        idnumber=fields.text("idnumber", ""),
        body=body,
        changed=changed,
        visible=fields.flag("visible", default=True),
        stealth=fields.flag("stealth", default=False),
        only_group=fields.word("only_group", groups) if "only_group" in fields.given() else None,
        completion=cast(Completion, completion),
        completed=completed,
    )
    fields.done()
    return module


def read_manual_item(
    fields: Fields, course: str, members: tuple[str, ...], numbers: Counters, changed: int
) -> ManualItem:
    """One column of the gradebook that no activity feeds.

    Raises:
        ConfigurationError: if a key is missing, unknown or of another type.
    """
    maximum = fields.integer("max_grade", 100)
    item = ManualItem(
        key=fields.key,
        course=course,
        name=fields.text("name"),
        max_grade=maximum,
        hidden=fields.flag("hidden", default=False),
        grades=_grades(fields, members, maximum, numbers, changed),
    )
    fields.done()
    return item


def _file(fields: Fields) -> File:
    filename = fields.text("filename")
    if "/" in filename or filename in {".", ".."} or not filename.isprintable():
        fields.fail("filename", "must be a name without folders")
    guessed = mimetypes.guess_type(filename)[0] or "application/octet-stream"
    return File(filename, fields.text("content").encode(), fields.text("mimetype", guessed))


def _assignment(
    fields: Fields,
    members: tuple[str, ...],
    groups: tuple[str, ...],
    numbers: Counters,
    changed: int,
) -> Assignment:
    team = fields.flag("team", default=False)
    maximum = fields.integer("max_grade", 100)
    flags = {
        who: Flags(numbers["flags"].draw(), extension=until)
        for who, until in _moments(fields, "extensions", members).items()
    }
    submissions: dict[str, Submission] = {}
    locked = set()
    for each in fields.mapping("submissions"):
        _among(each, groups if team else members)
        submissions[each.key] = _submission(each, numbers, changed)
        if each.flag("locked", default=False):
            if team:
                each.fail("locked", "a person is locked, not a group")
            locked.add(each.key)
        each.done()
    grades = _grades(fields, members, maximum, numbers, changed)
    for who in grades:
        # Moodle makes both rows when somebody is marked.
        if not team and who not in submissions:
            submissions[who] = Submission(numbers["submission"].draw(), "new", 0, "", changed)
        if who not in flags:
            flags[who] = Flags(numbers["flags"].draw())
    for who in locked:
        row = flags.get(who) or Flags(numbers["flags"].draw())
        flags[who] = Flags(row.id, row.extension, locked=True)
    return Assignment(
        opens=fields.moment("opens") or 0,
        due=fields.moment("due") or 0,
        cutoff=fields.moment("cutoff") or 0,
        grading_due=fields.moment("grading_due") or 0,
        max_grade=maximum,
        team=team,
        overrides=_overrides(fields, members, groups),
        flags=flags,
        submissions=submissions,
        grades=grades,
    )


def _submission(fields: Fields, numbers: Counters, changed: int) -> Submission:
    status = fields.word("status", ("new", "draft", "submitted", "reopened"))
    return Submission(
        numbers["submission"].draw(),
        cast(Status, status),
        fields.integer("attempt", 0),
        fields.text("text", ""),
        changed,
    )


def _overrides(fields: Fields, members: tuple[str, ...], groups: tuple[str, ...]) -> dict[str, Override]:
    overrides: dict[str, Override] = {}
    for each in fields.mapping("overrides"):
        override = _override(each, members, groups)
        if any((other.user, other.group) == (override.user, override.group) for other in overrides.values()):
            each.fail("", "this person or group has an override already")
        overrides[each.key] = override
    return overrides


def _override(fields: Fields, members: tuple[str, ...], groups: tuple[str, ...]) -> Override:
    given = set(fields.given())
    if ("user" in given) == ("group" in given):
        fields.fail("", "needs either a user or a group")
    override = Override(
        key=fields.key,
        user=fields.word("user", members) if "user" in given else None,
        group=fields.word("group", groups) if "group" in given else None,
        order=fields.integer("order", 1) if "group" in given else 0,
        opens=fields.moment("opens"),
        due=fields.moment("due"),
        cutoff=fields.moment("cutoff"),
    )
    fields.done()
    return override


def _grades(
    fields: Fields, members: tuple[str, ...], maximum: int, numbers: Counters, changed: int
) -> dict[str, Grade]:
    grades = {}
    for each in fields.mapping("grades"):
        _among(each, members)
        value = each.number("value")
        if value > maximum:
            each.fail("value", f"is more than the maximum, {maximum}")
        grades[each.key] = Grade(
            numbers["grade"].draw(),
            value,
            each.text("feedback", ""),
            changed,
            hidden=each.flag("hidden", default=False),
            hidden_until=each.moment("hidden_until") or 0,
        )
        each.done()
    return grades


def _moments(fields: Fields, key: str, members: tuple[str, ...]) -> dict[str, int]:
    """A mapping of people to moments."""
    listed = fields.within(key)
    if listed is None:
        return {}
    moments = {}
    for who in listed.given():
        if who not in members:
            listed.fail(who, "is not a member of the course")
        moments[who] = listed.moment(who) or 0
    return moments


def _among(fields: Fields, names: tuple[str, ...]) -> None:
    if fields.key not in names:
        fields.fail("", "is not a member (or, for a team, a group) of the course")
