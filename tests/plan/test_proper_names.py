"""A proper name that the person's places do not have is noticed; everything else passes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.plan.proper_names import names_another_place
from fidedigno.plan.slots import fill_slots
from tests.fakes.places import CAMPUS, ONE_COURSE


@pytest.mark.parametrize(
    ("text", "another"),
    [
        ("¿Cuánto cuesta la cuota de Tenis?", True),
        ("What is the deadline of Physics 2?", True),
        ("¿Puedo entregar el trabajo de Anatomía el lunes?", True),
        ("¿Puedo entregar el trabajo de Bases de Datos el Lunes?", False),
        ("Can I hand in my work on Monday?", False),
        ("¿Hasta cuándo? ¿Puedo el martes?", False),
        ("Oye. Puedo entregar el PDF en Moodle", False),
        ("cuota de tenis", False),
        ("¿PUEDO ENTREGAR EL TRABAJO DE TENIS?", False),
        ("I think I'm late, am I?", False),
        ("", False),
    ],
)
def test_a_name_inside_the_sentence_tells_another_place(text: str, another: bool) -> None:
    assert names_another_place(text, CAMPUS) is another


def test_the_only_course_is_not_taken_for_another_one_that_is_named() -> None:
    taken = fill_slots("¿Puedo entregar el trabajo el lunes?", ONE_COURSE)
    asked = fill_slots("¿Puedo entregar el trabajo de Anatomía el lunes?", ONE_COURSE)
    assert "course" in taken.slots
    assert "course" not in asked.slots
    assert [place.value for place in asked.open["course"]] == ["bd"]


@given(st.text(max_size=80))
def test_any_text_is_judged_without_error(text: str) -> None:
    assert names_another_place(text, CAMPUS) in {True, False}
