"""Effective dates: the recorded ones, and any overrides against a reference of ten lines."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.testing.moodle import MoodleServer
from fidedigno.testing.moodle.dates import dates_of, effective_dates
from fidedigno.testing.moodle.scenario import Assignment, Override, Scenario
from tests.testing.moodle.client import ask, essay_of

OPENS, DUE, CUTOFF = 1799020800, 1800316740, 1800921540

RECORDED = {
    "tess": (OPENS, DUE, CUTOFF),
    "alice": (1799107200, DUE, CUTOFF),
    "bob": (OPENS, 1800575940, 1801180740),
    "carol": (OPENS, 1800748740, CUTOFF),
    "dave": (OPENS, 1800748740, CUTOFF),
    "erin": (OPENS, 1800748740, CUTOFF),
}


def as_owner(moodle: MoodleServer, user: str) -> tuple[int, int, int]:
    essay = essay_of(moodle, user)
    return essay["allowsubmissionsfromdate"], essay["duedate"], essay["cutoffdate"]


def as_service(moodle: MoodleServer, user: int) -> tuple[int, int, int]:
    row = ask(moodle, "wsbot", "mod_assign_get_participant", {"assignid": 1, "userid": user})
    return row["allowsubmissionsfromdate"], row["duedate"], row["cutoffdate"]


@pytest.mark.parametrize(("user", "dates"), RECORDED.items())
def test_each_person_has_the_recorded_dates(
    moodle: MoodleServer, user: str, dates: tuple[int, int, int]
) -> None:
    assert as_owner(moodle, user) == dates
    if user != "tess":
        assert as_service(moodle, moodle.scenario.users[user].id) == dates


def test_the_recorded_changes_move_the_dates_as_recorded(moodle: MoodleServer) -> None:
    moodle.leave_group("alice", "A")
    assert as_owner(moodle, "alice") == (OPENS, DUE, CUTOFF)
    moodle.remove_override("a1", user="bob")
    assert as_owner(moodle, "bob") == as_service(moodle, 5) == (1799107200, DUE, CUTOFF)
    moodle.move_due("a1", "2027-01-25 23:59")
    assert as_owner(moodle, "alice") == (OPENS, CUTOFF, CUTOFF)
    assert as_owner(moodle, "carol") == as_service(moodle, 6) == RECORDED["carol"]
    moodle.withdraw_extension("dave", "a1")
    assert as_owner(moodle, "dave") == RECORDED["dave"]


def reference(base: tuple[int, int, int], rows: list[dict[str, Any]], user: str, groups: set[str]) -> Any:
    """Person first, then the group with the lowest order; that row alone, over the assignment's dates."""
    chosen = None
    for row in rows:
        if row["group"] in groups and (chosen is None or row["order"] < chosen["order"]):
            chosen = row
    for row in rows:
        if row["user"] == user:
            chosen = row
    own = (None, None, None) if chosen is None else chosen["dates"]
    return tuple(b if mine is None else mine for b, mine in zip(base, own, strict=True))


MOMENT = st.integers(0, 5)
DATES = st.tuples(*[st.none() | MOMENT] * 3)


@given(
    base=st.tuples(MOMENT, MOMENT, MOMENT),
    of_users=st.dictionaries(st.sampled_from("xyz"), DATES),
    of_groups=st.dictionaries(st.sampled_from("ABCD"), DATES),
    orders=st.permutations(range(4)),
    groups=st.sets(st.sampled_from("ABCD")),
)
def test_one_row_wins_whole(
    base: tuple[int, int, int],
    of_users: dict[str, tuple[int | None, int | None, int | None]],
    of_groups: dict[str, tuple[int | None, int | None, int | None]],
    orders: list[int],
    groups: set[str],
) -> None:
    rows: list[dict[str, Any]] = [
        {"user": user, "group": None, "order": 0, "dates": dates} for user, dates in of_users.items()
    ]
    rows += [
        {"user": None, "group": group, "order": order, "dates": dates}
        for (group, dates), order in zip(of_groups.items(), orders, strict=False)
    ]
    overrides = {
        str(i): Override(str(i), row["user"], row["group"], row["order"], *row["dates"])
        for i, row in enumerate(rows)
    }
    assignment = Assignment(*base, overrides=overrides)
    found = effective_dates(assignment, "x", groups)
    assert (found.opens, found.due, found.cutoff) == reference(base, rows, "x", groups)


def test_an_extension_moves_the_last_moment_only(site: Scenario) -> None:
    dates = dates_of(site, site.modules["a1"], "dave")
    assert dates.last_moment(0) == CUTOFF
    assert dates.last_moment(1801785540) == 1801785540
    assert dates.last_moment(DUE) == CUTOFF
    assert dates_of(site, site.modules["a3"], "dave").last_moment(DUE) == 0


def test_only_an_assignment_has_dates(site: Scenario) -> None:
    with pytest.raises(TypeError):
        dates_of(site, site.modules["syllabus"], "dave")
