"""A person's released mark and feedback, from the grade report and nowhere else.

``mod_assign_get_grades`` and the feedback of a submission hold marks that are hidden in the gradebook.
The report is what Moodle shows to the person. A hidden mark, one hidden until a date, and none at all
come out the same: no grade. Whoever reads with a right to see hidden marks gets them with a sign on them,
and they are dropped here.
"""

from __future__ import annotations

from fidedigno.sources.moodle.facts import Grade
from fidedigno.sources.moodle.wire import GradeItem, GradeReport


def released_item(report: GradeReport, person: int, assignment: int) -> GradeItem | None:
    """The item of an assignment for a person, if it is not hidden in any way."""
    items = [
        item
        for grades in report.usergrades
        if grades.userid == person
        for item in grades.gradeitems
        if item.itemtype == "mod"
        and item.itemmodule == "assign"
        and item.iteminstance == assignment
        # Other item numbers are outcomes, which are marks of another kind.
        and item.itemnumber in {0, None}
    ]
    if len(items) != 1:
        return None
    item = items[0]
    # ``null`` is no promise that it is not hidden.
    return None if item.gradeishidden is not False or item.gradehiddenbydate else item


def released_grade(report: GradeReport, person: int, assignment: int) -> Grade | None:
    """The mark, if there is one that the person may see."""
    item = released_item(report, person, assignment)
    if item is None or item.graderaw is None:
        return None
    return Grade(item.graderaw, item.grademin, item.grademax, item.gradeformatted or "")


def released_feedback(report: GradeReport, person: int, assignment: int) -> str | None:
    """The feedback (HTML, as the teacher wrote it), if there is one that the person may see."""
    item = released_item(report, person, assignment)
    return (item.feedback or None) if item is not None and item.graderaw is not None else None
