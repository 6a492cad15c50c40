"""The shapes of Moodle's answers: what we need of them, strictly; whatever else they hold is let pass.

A date of ``0`` means "not set" and becomes ``None``; a date that is absent or ``null`` where one is due is
not the same, and refused. Versions differ in the fields they add, hardly ever in those read here.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, TypeAdapter, ValidationError

from fidedigno.sources.moodle.errors import MoodleUnknownError, UnknownCause

M = TypeVar("M")
_LAST_EPOCH = 253_402_300_799  # the end of the year 9999


def _instant(value: object) -> datetime | None:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _LAST_EPOCH:
        raise ValueError("not a time in seconds")
    return None if value == 0 else datetime.fromtimestamp(value, UTC)


def _instant_or_null(value: object) -> datetime | None:
    return None if value is None else _instant(value)


def _decoded(value: object) -> object:
    if not isinstance(value, str):
        raise ValueError("not a text")  # noqa: TRY004 - pydantic takes a ValueError as a complaint
    decoded: object = json.loads(value)
    return decoded


Id = Annotated[int, Field(strict=True, ge=0)]
Instant = Annotated[datetime | None, BeforeValidator(_instant)]
"""Seconds since 1970 in UTC; 0 is "not set"."""
NullableInstant = Annotated[datetime | None, BeforeValidator(_instant_or_null)]
Flag = Annotated[bool, BeforeValidator(lambda value: bool(value) if value in (0, 1) else value), StrictBool]
"""``true``/``false``, or ``1``/``0`` as some functions write it."""
Text = Annotated[str, Field(strict=True, max_length=20_000_000)]


class _Shape(BaseModel):
    # Values stay out of the errors: they may be names, marks or feedback.
    model_config = ConfigDict(extra="ignore", frozen=True, hide_input_in_errors=True)


class Warning_(_Shape):  # noqa: N801 - Warning is a built-in
    """Why something asked for is not in the answer. A warning is never the same as an empty answer."""

    item: Text = ""
    itemid: int | None = None
    warningcode: Text = ""


class SiteInfo(_Shape):
    """``core_webservice_get_site_info``: whose token it is. The private key in it is not read."""

    userid: Id
    release: Text = ""


class UserCourse(_Shape):
    """A course of ``core_enrol_get_users_courses``."""

    id: Id
    shortname: Text
    fullname: Text
    visible: Flag = True


class ModuleDate(_Shape):
    """A date of a module; ``dataid`` says which, in every language."""

    timestamp: NullableInstant = None
    dataid: Text | None = None


class ModuleContent(_Shape):
    """A file of a module."""

    type: Text
    filename: Text | None = None
    filepath: Text | None = None
    filesize: Id | None = None
    fileurl: Text | None = None
    timemodified: NullableInstant = None
    mimetype: Text | None = None
    isexternalfile: bool | None = None


class Module(_Shape):
    """A module of ``core_course_get_contents``. ``availability`` is only there for who may see it."""

    id: Id
    name: Text
    modname: Text
    instance: Id | None = None
    visible: Flag
    uservisible: Flag
    visibleoncoursepage: Flag
    availability: Text | None = None
    availabilityinfo: Text | None = None
    description: Text | None = None
    dates: tuple[ModuleDate, ...] = ()
    contents: tuple[ModuleContent, ...] = ()

    @property
    def tells_availability(self) -> bool:
        """Whether the reading account may see the conditions: without the field there may be some."""
        return "availability" in self.model_fields_set


class Section(_Shape):
    """A section of ``core_course_get_contents``."""

    id: Id
    name: Text
    visible: Flag
    uservisible: Flag
    summary: Text = ""
    availabilityinfo: Text | None = None
    modules: tuple[Module, ...]


class SectionState(_Shape):
    """A section of a course's state: whether it has conditions of its own, which its contents do not tell."""

    id: Annotated[int, Field(ge=0)]
    hasrestrictions: bool | None = None


class CourseState(_Shape):
    """``core_courseformat_get_state``, which comes as JSON inside of a text."""

    section: tuple[SectionState, ...]

    @property
    def open_sections(self) -> frozenset[int]:
        """The sections that are said to have no conditions."""
        return frozenset(each.id for each in self.section if each.hasrestrictions is False)


EncodedCourseState = Annotated[CourseState, BeforeValidator(_decoded)]


class Assignment(_Shape):
    """An assignment of ``mod_assign_get_assignments``: its dates are those of the token's owner."""

    id: Id
    cmid: Id
    course: Id
    name: Text
    intro: Text = ""
    timemodified: Instant
    allowsubmissionsfromdate: Instant
    duedate: Instant
    cutoffdate: Instant


class AssignmentCourse(_Shape):
    """A course of ``mod_assign_get_assignments``."""

    id: Id
    assignments: tuple[Assignment, ...]


class Assignments(_Shape):
    """``mod_assign_get_assignments``."""

    courses: tuple[AssignmentCourse, ...]
    warnings: tuple[Warning_, ...]


class Participant(_Shape):
    """``mod_assign_get_participant``: the dates that count for one person."""

    id: Id
    grantedextension: Flag
    allowsubmissionsfromdate: Instant
    duedate: Instant
    cutoffdate: Instant
    submissionstatus: Text | None = None


class Submission(_Shape):
    """A submission; of a person, or of a team (``userid`` 0)."""

    status: Text
    userid: Id


class LastAttempt(_Shape):
    """The last attempt of one person. ``graded`` is not read: it tells of marks that are not released."""

    submission: Submission | None = None
    teamsubmission: Submission | None = None
    locked: Flag
    caneditowner: Flag
    cansubmit: Flag
    extensionduedate: NullableInstant


class SubmissionStatus(_Shape):
    """``mod_assign_get_submission_status``. Its ``feedback`` is not read, for the same reason."""

    lastattempt: LastAttempt | None = None
    warnings: tuple[Warning_, ...]


class UserFlag(_Shape):
    """The extension and lock of one person."""

    userid: Id
    locked: Flag
    extensionduedate: NullableInstant


class AssignmentFlags(_Shape):
    """The flags of one assignment."""

    assignmentid: Id
    userflags: tuple[UserFlag, ...]


class UserFlags(_Shape):
    """``mod_assign_get_user_flags``."""

    assignments: tuple[AssignmentFlags, ...]


class GradeItem(_Shape):
    """A grade item as the person asked for may see it."""

    itemtype: Text
    itemmodule: Text | None = None
    iteminstance: Id | None = None
    itemnumber: int | None = None
    graderaw: float | None
    gradeformatted: Text | None
    grademin: float | None = None
    grademax: float | None = None
    gradeishidden: bool | None
    gradehiddenbydate: bool | None = None
    feedback: Text | None = None


class UserGrades(_Shape):
    """The grade items of one person."""

    userid: Id
    gradeitems: tuple[GradeItem, ...]


class GradeReport(_Shape):
    """``gradereport_user_get_grade_items``."""

    usergrades: tuple[UserGrades, ...]


class CompletionOf(_Shape):
    """Whether an activity is complete."""

    modname: Text
    instance: Id
    state: Id


class Completions(_Shape):
    """``core_completion_get_activities_completion_status``."""

    statuses: tuple[CompletionOf, ...]


class Group(_Shape):
    """A group of a course. ``visibility`` 0: shown to all, 1: to members, 2: own membership, 3: to nobody."""

    id: Id
    name: Text
    visibility: int | None = None


class UserGroups(_Shape):
    """``core_group_get_course_user_groups``."""

    groups: tuple[Group, ...]
    warnings: tuple[Warning_, ...]


class GroupMembers(_Shape):
    """``core_group_get_group_members``."""

    groupid: Id
    userids: tuple[Id, ...]


class Role(_Shape):
    """A role in a course, by the short name that does not depend on the language."""

    shortname: Text


class EnrolledUser(_Shape):
    """A person of ``core_enrol_get_enrolled_users``."""

    id: Id
    username: Text | None = None
    fullname: Text | None = None
    email: Text | None = None
    roles: tuple[Role, ...] = ()


class Account(_Shape):
    """An account of ``core_user_get_users_by_field``; ``suspended`` is only there for who may see it."""

    id: Id
    suspended: Flag | None = None


class Page(_Shape):
    """A page of ``mod_page_get_pages_by_courses``."""

    coursemodule: Id
    name: Text
    content: Text
    timemodified: Instant


class Pages(_Shape):
    """``mod_page_get_pages_by_courses``."""

    pages: tuple[Page, ...]


def read_shape(shape: type[M] | Any, answer: object) -> M:
    """Check an answer.

    Raises:
        MoodleUnknownError: if it has another shape. Its values are not told.
    """
    try:
        checked: M = TypeAdapter(shape).validate_python(answer)
    except (ValidationError, RecursionError):
        pass
    else:
        return checked
    raise MoodleUnknownError(UnknownCause.SHAPE)
