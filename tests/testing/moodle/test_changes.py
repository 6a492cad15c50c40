"""Changes from one state to the next."""

import pytest

from fidedigno.errors import UsageError
from fidedigno.testing.moodle import changes
from fidedigno.testing.moodle.handed_in import assignment_of
from fidedigno.testing.moodle.scenario import Assignment, Override, Scenario


def essay(site: Scenario) -> Assignment:
    return assignment_of(site.modules["a1"])


def test_a_withdrawn_extension_leaves_its_row(site: Scenario) -> None:
    after = changes.set_extension(site, "dave", "a1", 0)
    assert (essay(after).flags["dave"].id, essay(after).flags["dave"].extension) == (1, 0)
    assert essay(site).flags["dave"].extension == 1801785540, "the former state is as it was"


def test_a_new_row_has_a_new_id(site: Scenario) -> None:
    taken = {row.id for row in essay(site).flags.values()}
    after = changes.set_extension(site, "erin", "a1", 5)
    assert essay(after).flags["erin"].id not in taken
    handed_in = changes.submit(site, "erin", "a1", "text", 5)
    assert essay(handed_in).submissions["erin"].id not in {row.id for row in essay(site).submissions.values()}


def test_an_override_takes_the_place_of_the_one_before(site: Scenario) -> None:
    row = Override("new", "bob", None, 0, None, 9, None)
    after = essay(changes.set_override(site, "a1", row)).overrides
    assert [each.due for each in after.values() if each.user == "bob"] == [9]
    assert len(after) == 3


def test_looking_twice_makes_one_row(site: Scenario) -> None:
    once = changes.ensure_submission(site, "dave", "a1", 5)
    assert essay(once).submissions["dave"].status == "new"
    assert changes.ensure_submission(once, "dave", "a1", 6) is once


def test_a_released_mark_is_hidden_by_nothing(site: Scenario) -> None:
    for who in ("bob", "carol"):
        grade = essay(changes.release_grade(site, who, "a1")).grades[who]
        assert (grade.hidden, grade.hidden_until) == (False, 0)


def test_hiding_a_module_hides_its_marks(site: Scenario) -> None:
    hidden = changes.set_visible(site, "a1", False)
    assert essay(hidden).grades_hidden
    assert not essay(changes.set_visible(hidden, "a1", True)).grades_hidden


def test_unenrolling_ends_the_groups_of_that_course(site: Scenario) -> None:
    after = changes.unenrol(site, "erin", "CS101")
    assert not [group.key for group in after.groups.values() if "erin" in group.members]
    assert "erin" not in after.courses["CS101"].members


@pytest.mark.parametrize(
    "change",
    [
        lambda site: changes.delete_module(site, "nothing"),
        lambda site: changes.make_stealth(site, "nothing"),
        lambda site: changes.set_visible(site, "nothing", False),
        lambda site: changes.unenrol(site, "alice", "nothing"),
        lambda site: changes.unenrol(site, "gina", "CS101"),
        lambda site: changes.suspend(site, "nobody"),
        lambda site: changes.leave_group(site, "alice", "B"),
        lambda site: changes.release_grade(site, "erin", "a1"),
        lambda site: changes.remove_override(site, "a1", "alice", None),
        lambda site: changes.set_override(site, "a1", Override("o", None, "Z", 1, None, None, None)),
        lambda site: changes.set_lock(site, "gina", "a1", True),
        lambda site: changes.submit(site, "alice", "a5", "", 5),
        lambda site: changes.submit(site, "gina", "a1", "", 5),
    ],
)
def test_what_does_not_exist_cannot_change(site: Scenario, change) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(UsageError):
        change(site)
