"""Released, hidden and absent marks."""

from typing import Any

import pytest

from fidedigno.sources.moodle.grades import released_feedback, released_grade
from fidedigno.sources.moodle.wire import GradeReport
from fidedigno.sources.moodle.wire_types import read_shape

ITEM: dict[str, Any] = {
    "itemtype": "mod",
    "itemmodule": "assign",
    "iteminstance": 1,
    "itemnumber": 0,
    "graderaw": 64,
    "gradeformatted": "64.00",
    "grademin": 0,
    "grademax": 100,
    "gradeishidden": False,
    "gradehiddenbydate": False,
    "feedback": "<p>Well done</p>",
}


def report(*items: dict[str, Any], user: int = 5) -> GradeReport:
    read: GradeReport = read_shape(GradeReport, {"usergrades": [{"userid": user, "gradeitems": list(items)}]})
    return read


def test_a_released_mark_is_told() -> None:
    grade = released_grade(report(ITEM), 5, 1)
    assert grade is not None
    assert (grade.value, grade.minimum, grade.maximum, grade.shown) == (64, 0, 100, "64.00")
    assert released_feedback(report(ITEM), 5, 1) == "<p>Well done</p>"


@pytest.mark.parametrize(
    "change",
    [
        {"gradeishidden": True},
        {"gradeishidden": None},
        {"gradehiddenbydate": True},
        {"graderaw": None, "gradeformatted": "-"},
        {"iteminstance": 2},
        {"itemmodule": "quiz"},
        {"itemtype": "manual"},
        {"itemnumber": 1000},
    ],
)
def test_t47_whatever_is_not_released_looks_like_no_mark(change: dict[str, Any]) -> None:
    changed = report({**ITEM, **change})
    assert released_grade(changed, 5, 1) is released_grade(report(), 5, 1) is None
    assert released_feedback(changed, 5, 1) is None


def test_a_report_of_another_person_tells_nothing() -> None:
    assert released_grade(report(ITEM, user=6), 5, 1) is None


def test_two_items_that_could_be_meant_tell_nothing() -> None:
    assert released_grade(report(ITEM, {**ITEM, "graderaw": 70}), 5, 1) is None


def test_a_mark_of_zero_is_a_mark() -> None:
    grade = released_grade(report({**ITEM, "graderaw": 0}), 5, 1)
    assert grade is not None
    assert grade.value == 0
