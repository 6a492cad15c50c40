"""The scope of a question is filled from what was said, or asked for; never guessed."""

import pytest

from fidedigno.model import SlotOrigin
from fidedigno.plan.places import Places
from fidedigno.plan.slots import Filled, fill_slots
from tests.fakes.places import BD, CAMPUS, GROUP_A, GROUP_B, NOWHERE, ONE_COURSE, P1


def values(filled: Filled) -> dict[str, str]:
    return {name: slot.value for name, slot in filled.slots.items()}


def choices(filled: Filled) -> dict[str, list[str]]:
    return {name: [place.value for place in each] for name, each in filled.open.items()}


def test_an_activity_that_is_named_brings_its_course() -> None:
    filled = fill_slots("¿Hasta cuándo se entrega la práctica 1?", CAMPUS)
    assert values(filled) == {"course": "bd", "activity": "p1", "group": "A"}
    assert filled.slots["course"].origin is SlotOrigin.QUESTION
    assert filled.slots["group"].origin is SlotOrigin.IDENTITY


def test_an_activity_of_two_courses_asks_for_the_course() -> None:
    filled = fill_slots("¿Cuándo cierra el cuestionario final?", CAMPUS)
    assert choices(filled)["course"] == ["bd", "redes"]
    named = fill_slots("¿Cuándo cierra el cuestionario final de redes?", CAMPUS)
    assert values(named)["activity"] == "quiz-redes"


def test_a_general_word_with_several_activities_gives_choices() -> None:
    filled = fill_slots("¿Cuándo se entrega la práctica de bases de datos?", CAMPUS)
    assert choices(filled) == {"activity": ["p1", "p2"]}


def test_a_number_that_no_activity_has_is_not_another_activity() -> None:
    filled = fill_slots("¿Cuándo se entrega la práctica 7?", Places((BD, P1)))
    assert "activity" not in filled.slots
    assert choices(filled) == {"activity": ["p1"]}


def test_the_only_choice_is_taken_unless_the_list_may_be_incomplete() -> None:
    assert values(fill_slots("¿Puedo entregar el trabajo el lunes?", ONE_COURSE))["activity"] == "p1"
    broken = Places(ONE_COURSE.all, complete=False)
    filled = fill_slots("¿Puedo entregar el trabajo el lunes?", broken)
    assert choices(filled) == {"course": ["bd"], "activity": ["p1"]}


def test_the_order_of_origins_is_question_conversation_context() -> None:
    both = {"conversation": {"course": "redes"}, "context": {"course": "bd", "activity": "p2"}}
    assert values(fill_slots("¿cuándo?", CAMPUS, **both))["course"] == "redes"
    assert values(fill_slots("¿cuándo, en bases de datos?", CAMPUS, **both)) == {
        "course": "bd",
        "activity": "p2",
        "group": "A",
    }


@pytest.mark.parametrize("given", [{"course": "secret"}, {"activity": "p1' OR 1=1"}, {"group": ""}])
def test_a_given_place_that_the_person_may_not_see_fills_nothing(given: dict[str, str]) -> None:
    assert fill_slots("¿cuándo?", CAMPUS, context=given) == fill_slots("¿cuándo?", CAMPUS)


def test_a_named_group_goes_before_ones_own_and_two_of_ones_own_leave_it_open() -> None:
    assert values(fill_slots("¿Y para el grupo B la práctica 1?", CAMPUS))["group"] == "B"
    from dataclasses import replace

    two = Places((BD, P1, GROUP_A, replace(GROUP_B, own=True)))
    assert "group" not in values(fill_slots("la práctica 1", two))


def test_without_places_there_is_neither_scope_nor_choice() -> None:
    assert fill_slots("¿Cuándo se entrega la práctica 1?", NOWHERE) == Filled()
