"""Moodle as a source, over its web services.

In: a :class:`MoodleSite` (plain values) and, for live state, a person. Out: live state as facts
(:class:`MoodleState`), people and groups for the directory (:func:`read_people`), and a mirror of a
course as files with their access lists (:func:`mirror_course`).

Live state is read for the asking person at question time and is never written into the mirror: a date in a
text is what somebody wrote once. Needs the extra ``connectors``.
"""

from fidedigno.sources.moodle.asker import MoodlePerson
from fidedigno.sources.moodle.client import MoodleClient
from fidedigno.sources.moodle.connector import MoodleCourse
from fidedigno.sources.moodle.errors import (
    MoodleError,
    MoodleNotAvailableError,
    MoodleRevokedError,
    MoodleUnknownError,
)
from fidedigno.sources.moodle.facts import (
    ActivityListed,
    AssignmentState,
    CourseListed,
    Fact,
    Grade,
    PersonGroup,
    ReadStatus,
    Reason,
    SubmissionState,
    TokenKind,
    Visibility,
)
from fidedigno.sources.moodle.mirror import (
    CorpusOptions,
    CourseMirror,
    course_declaration,
    mirror_course,
    mirror_folder,
)
from fidedigno.sources.moodle.people import PeopleRead, read_people, user_attribute
from fidedigno.sources.moodle.site import Limits, MoodleSite
from fidedigno.sources.moodle.state import MoodleState
from fidedigno.sources.secret import SecretLike

__all__ = [
    "ActivityListed",
    "AssignmentState",
    "CorpusOptions",
    "CourseListed",
    "CourseMirror",
    "Fact",
    "Grade",
    "Limits",
    "MoodleClient",
    "MoodleCourse",
    "MoodleError",
    "MoodleNotAvailableError",
    "MoodlePerson",
    "MoodleRevokedError",
    "MoodleSite",
    "MoodleState",
    "MoodleUnknownError",
    "PeopleRead",
    "PersonGroup",
    "ReadStatus",
    "Reason",
    "SecretLike",
    "SubmissionState",
    "TokenKind",
    "Visibility",
    "course_declaration",
    "mirror_course",
    "mirror_folder",
    "read_people",
    "user_attribute",
]
