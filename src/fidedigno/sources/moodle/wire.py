"""The shapes of Moodle's answers: what we need of them, strictly; whatever else they hold is let pass.

Versions differ in the fields they add, hardly ever in those read here.
"""

from __future__ import annotations

import json
from typing import Annotated

from pydantic import BeforeValidator, Field

from fidedigno.sources.moodle.wire_people import Warning_
from fidedigno.sources.moodle.wire_types import Flag, Id, Instant, NullableInstant, Shape, Text


def _decoded(value: object) -> object:
    if not isinstance(value, str):
        raise ValueError("not a text")  # noqa: TRY004 - pydantic takes a ValueError as a complaint
    decoded: object = json.loads(value)
    return decoded


class SiteInfo(Shape):
    """``core_webservice_get_site_info``: whose token it is. The private key in it is not read."""

    userid: Id
    release: Text = ""


class UserCourse(Shape):
    """A course of ``core_enrol_get_users_courses``."""

    id: Id
    shortname: Text
    fullname: Text
    visible: Flag = True


class FoundCourse(Shape):
    """A course of the catalogue."""

    id: Id


class FoundCourses(Shape):
    """``core_course_get_courses_by_field``. That a course is listed permits nothing."""

    courses: tuple[FoundCourse, ...]


class ModuleDate(Shape):
    """A date of a module; ``dataid`` says which, in every language."""

    timestamp: NullableInstant = None
    dataid: Text | None = None


class ModuleContent(Shape):
    """A file of a module."""

    type: Text
    filename: Text | None = None
    filepath: Text | None = None
    filesize: Id | None = None
    fileurl: Text | None = None
    timemodified: NullableInstant = None
    mimetype: Text | None = None
    isexternalfile: bool | None = None


class Module(Shape):
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


class Section(Shape):
    """A section of ``core_course_get_contents``."""

    id: Id
    name: Text
    visible: Flag
    uservisible: Flag
    summary: Text = ""
    availabilityinfo: Text | None = None
    modules: tuple[Module, ...]


class SectionState(Shape):
    """A section of a course's state: whether it has conditions of its own, which its contents do not tell."""

    id: Annotated[int, Field(ge=0)]
    hasrestrictions: bool | None = None


class CourseState(Shape):
    """``core_courseformat_get_state``, which comes as JSON inside of a text."""

    section: tuple[SectionState, ...]

    @property
    def open_sections(self) -> frozenset[int]:
        """The sections that are said to have no conditions."""
        return frozenset(each.id for each in self.section if each.hasrestrictions is False)


EncodedCourseState = Annotated[CourseState, BeforeValidator(_decoded)]


class Assignment(Shape):
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


class AssignmentCourse(Shape):
    """A course of ``mod_assign_get_assignments``."""

    id: Id
    assignments: tuple[Assignment, ...]


class Assignments(Shape):
    """``mod_assign_get_assignments``."""

    courses: tuple[AssignmentCourse, ...]
    warnings: tuple[Warning_, ...]


class Participant(Shape):
    """``mod_assign_get_participant``: the dates that count for one person."""

    id: Id
    grantedextension: Flag
    allowsubmissionsfromdate: Instant
    duedate: Instant
    cutoffdate: Instant
    submissionstatus: Text | None = None


class Submission(Shape):
    """A submission; of a person, or of a team (``userid`` 0)."""

    status: Text
    userid: Id


class LastAttempt(Shape):
    """The last attempt of one person. ``graded`` is not read: it tells of marks that are not released."""

    submission: Submission | None = None
    teamsubmission: Submission | None = None
    locked: Flag
    caneditowner: Flag
    cansubmit: Flag
    extensionduedate: NullableInstant


class SubmissionStatus(Shape):
    """``mod_assign_get_submission_status``. Its ``feedback`` is not read, for the same reason."""

    lastattempt: LastAttempt | None = None
    warnings: tuple[Warning_, ...]


class UserFlag(Shape):
    """The extension and lock of one person."""

    userid: Id
    locked: Flag
    extensionduedate: NullableInstant


class AssignmentFlags(Shape):
    """The flags of one assignment."""

    assignmentid: Id
    userflags: tuple[UserFlag, ...]


class UserFlags(Shape):
    """``mod_assign_get_user_flags``."""

    assignments: tuple[AssignmentFlags, ...]


class GradeItem(Shape):
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


class UserGrades(Shape):
    """The grade items of one person."""

    userid: Id
    gradeitems: tuple[GradeItem, ...]


class GradeReport(Shape):
    """``gradereport_user_get_grade_items``."""

    usergrades: tuple[UserGrades, ...]


class CompletionOf(Shape):
    """Whether an activity is complete."""

    modname: Text
    instance: Id
    state: Id


class Completions(Shape):
    """``core_completion_get_activities_completion_status``."""

    statuses: tuple[CompletionOf, ...]


class Page(Shape):
    """A page of ``mod_page_get_pages_by_courses``."""

    coursemodule: Id
    name: Text
    content: Text
    timemodified: Instant


class Pages(Shape):
    """``mod_page_get_pages_by_courses``."""

    pages: tuple[Page, ...]
