"""A short reply completes the question that was asked back; anything longer asks by itself."""

import pytest

from fidedigno.model import Question, Turn
from fidedigno.plan.followups import Resumed
from fidedigno.plan.load import shipped_pack
from fidedigno.plan.replies import complete, named_choice

PACK = shipped_pack("lms")
MATTERS = PACK.slots["matter"].choices
LACKS = Turn("¿Qué me falta?", "missing_work", (("course", "bd"),))


def completed(text: str, last: Turn) -> Resumed:
    return complete(Question(text, conversation=(last,)), Resumed(text, "", {"course": "bd"}), PACK)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("nota", "grade"),
        ("¡La NOTA!", "grade"),
        ("actividades sin completar", "completion"),
        ("notable", None),
        ("nota y documentos", None),
        ("", None),
    ],
)
def test_one_choice_is_named_by_whole_words(text: str, value: str | None) -> None:
    assert named_choice(text, MATTERS) == value


def test_a_reply_is_joined_to_the_question_and_keeps_its_scope() -> None:
    assert completed("la nota", LACKS) == Resumed("¿Qué me falta? la nota", "missing_work", {"course": "bd"})


@pytest.mark.parametrize("text", ["¿Qué nota tengo?", "la nota de todas las prácticas del curso", "mañana"])
def test_what_asks_by_itself_or_names_no_choice_is_no_reply(text: str) -> None:
    assert completed(text, LACKS).question_class == ""


def test_a_slot_that_was_filled_is_not_replied_to_again() -> None:
    filled = Turn(LACKS.question, "missing_work", (*LACKS.slots, ("matter", "grade")))
    assert completed("documentos", filled).question_class == ""


@pytest.mark.parametrize("text", ["plazo y mi nota", "plazos"])
def test_a_class_in_doubt_is_settled_by_one_whole_label_alone(text: str) -> None:
    assert completed(text, Turn("la práctica 1")).question_class == ""
    assert completed("plazo", Turn("la práctica 1")).question_class == "deadline"
    assert completed("plazo", Turn("la práctica 1", "invented")).question_class == ""
