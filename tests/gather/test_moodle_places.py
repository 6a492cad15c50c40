"""What Moodle shows, in declared names; and the numbers behind the names."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.gather.moodle_places import (
    NO_ASSIGNMENT,
    Seen,
    assignment_number,
    live_places,
    plain_name,
)
from fidedigno.plan.places import ACTIVITY, COURSE, GROUP
from fidedigno.sources.moodle import ActivityListed, Fact, Reason
from tests.fakes.campus import PLACES, person

NOW = datetime(2026, 11, 12, 9, tzinfo=UTC)
BD, REDES, HISTORIA = PLACES.courses
SHOWN = PLACES.seen_by(person("ana", groups=["grupo-a"]))


def listed(instance: int, name: str, kind: str = "assign") -> ActivityListed:
    return ActivityListed(1000 + instance, instance, kind, name, 41, Fact.unverifiable(Reason.NO_SOURCE, NOW))


def values(slot: str, *seen: Seen) -> list[str]:
    return [each.value for each in live_places(SHOWN, PLACES, seen).of(slot)]


def test_without_anything_seen_only_courses_outside_moodle_are_left() -> None:
    assert values(COURSE) == ["historia"]
    assert values(ACTIVITY) == ["ensayo"]
    assert values(GROUP) == []


def test_a_seen_course_has_the_activities_that_moodle_lists_and_no_declared_one_besides() -> None:
    seen = Seen(BD, (listed(901, "Práctica 1"), listed(902, "Práctica 2"), listed(801, "Normas", "page")))
    assert values(COURSE, seen) == ["bd", "historia"]
    assert values(ACTIVITY, seen) == ["ensayo", "p1", "assign:902", "page:801"]
    assert values(GROUP, seen) == ["A"]


def test_moodle_gives_the_label_and_the_declaration_the_other_names() -> None:
    (place,) = [
        each for each in live_places(SHOWN, PLACES, [Seen(BD, (listed(901, "P1 &amp; más"),))]).all
        if each.value == "p1"
    ]  # fmt: skip
    assert place.label == "P1 & más"
    assert place.aliases == ("Práctica 1", "Assignment 1")
    assert place.within == {COURSE: "bd"}


def test_a_page_with_the_number_of_a_declared_assignment_is_not_that_assignment() -> None:
    assert "p1" not in values(ACTIVITY, Seen(BD, (listed(901, "Página", "page"),)))


def test_a_course_that_moodle_shows_is_shown_although_the_declaration_does_not_open_it() -> None:
    nobody = PLACES.seen_by(person("ana"))
    closed = type(nobody)(tuple(each for each in nobody.all if each.value != "bd"))
    shown = live_places(closed, PLACES, [Seen(BD, ())])
    assert BD.place in shown.all


@pytest.mark.parametrize("name", ["", "   ", "\x1b\x07", "\u202e"])
def test_an_activity_without_a_name_that_shows_is_called_by_its_identifier(name: str) -> None:
    (place,) = [each for each in live_places(SHOWN, PLACES, [Seen(REDES, (listed(5, name),))]).of(ACTIVITY)
                if each.within == {COURSE: "redes"}]  # fmt: skip
    assert place.label == "assign:5"


@given(st.text())
def test_a_plain_name_is_one_line_that_does_nothing_on_a_terminal(written: str) -> None:
    name = plain_name(written)
    assert not set(name) & set("\x1b\x07\r\n\t\u202e\ud800")
    assert name == " ".join(name.split())


@pytest.mark.parametrize(
    ("activity", "number"),
    [
        ("p1", 901),
        ("oculta", 904),
        ("assign:902", 902),
        ("quiz:902", None),
        ("page:1", None),
        ("nope", NO_ASSIGNMENT),
        ("", NO_ASSIGNMENT),
        ("assign:", NO_ASSIGNMENT),
        ("assign:-1", NO_ASSIGNMENT),
        ("assign:٣", NO_ASSIGNMENT),
        ("assign:" + "9" * 5000, NO_ASSIGNMENT),
    ],
    ids=lambda value: str(value)[:20],
)
def test_the_number_of_an_activity(activity: str, number: int | None) -> None:
    assert assignment_number(BD, activity) == number


def test_an_activity_declared_for_one_course_is_none_of_another() -> None:
    assert assignment_number(REDES, "p1") == NO_ASSIGNMENT
    assert HISTORIA.moodle == 0
