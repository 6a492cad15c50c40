"""The web service functions, one module per subject; ``FUNCTIONS`` is the whole list by Moodle's names."""

from collections.abc import Mapping

from fidedigno.testing.moodle.call import Function
from fidedigno.testing.moodle.functions import (
    assignments,
    completion,
    contents,
    course_state,
    courses,
    grades,
    groups,
    materials,
    participants,
    people,
    submissions,
    updates,
)
from fidedigno.testing.moodle.functions.site import site_functions

_SUBJECTS = (
    assignments,
    completion,
    contents,
    course_state,
    courses,
    grades,
    groups,
    materials,
    participants,
    people,
    submissions,
    updates,
)
_OTHERS: dict[str, Function] = {}
for _subject in _SUBJECTS:
    _OTHERS |= _subject.FUNCTIONS

FUNCTIONS: Mapping[str, Function] = site_functions(_OTHERS)

__all__ = ["FUNCTIONS"]
