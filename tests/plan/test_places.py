"""Places are found inside what surrounds them, and joined without losing a name."""

from dataclasses import replace

from fidedigno.plan.places import ACTIVITY, COURSE, Place, Places
from tests.fakes.places import BD, CAMPUS, P1, QUIZ_BD, QUIZ_REDES


def test_places_of_a_slot_are_those_inside_the_given_course() -> None:
    inside = CAMPUS.of(ACTIVITY, {COURSE: "redes"})
    assert {each.value for each in inside} == {"memo", "quiz-redes"}
    assert QUIZ_BD not in inside
    assert QUIZ_REDES in CAMPUS.of(ACTIVITY)


def test_what_surrounds_nothing_is_inside_everything() -> None:
    assert CAMPUS.find(COURSE, "bd", {COURSE: "bd"}) is BD
    assert CAMPUS.find(ACTIVITY, "p1", {COURSE: "redes"}) is None


def test_joining_keeps_the_first_label_and_all_names_once() -> None:
    live = Place(COURSE, "bd", "Databases 2026", ("BD",), own=True)
    joined = Places((live,)).merged([BD])
    (course,) = joined.all
    assert course.label == "Databases 2026"
    assert course.aliases == ("BD", "Bases de Datos", "Databases")
    assert (course.own, course.timezone) == (True, "Europe/Madrid")


def test_two_activities_of_one_value_in_two_courses_stay_two() -> None:
    twin = replace(P1, within={COURSE: "redes"})
    assert len(Places((P1,)).merged([twin]).all) == 2


def test_a_list_that_could_not_be_read_whole_stays_incomplete() -> None:
    assert not Places((P1,), complete=False).merged([BD]).complete
    assert not Places((P1,)).merged([BD], complete=False).complete
