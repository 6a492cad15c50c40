"""Follow-ups take what they leave out from the conversation and nothing else."""

import pytest

from fidedigno.model import Question, Turn
from fidedigno.plan.followups import joined, resume
from tests.fakes.places import CAMPUS

BEFORE = Turn("¿Hasta cuándo se entrega la práctica 1?", "deadline", (("activity", "p1"), ("course", "bd")))


@pytest.mark.parametrize(
    "text",
    [
        "¿Y la práctica 2?",
        "y la practica 2",
        "práctica 2",
        "what about assignment 2?",
        "La práctica 2, por favor",
    ],
)
def test_a_continuation_inherits_the_class_and_puts_its_place_in(text: str) -> None:
    resumed = resume(Question(text, conversation=(BEFORE,)), CAMPUS)
    assert resumed.question_class == "deadline"
    assert "práctica 1" not in resumed.text
    assert resumed.text.startswith("¿Hasta cuándo se entrega la ")


@pytest.mark.parametrize(
    "text",
    [
        "¿Qué es la tercera forma normal?",
        "¿Cuánto vale la práctica 2?",
        "¿Y qué nota he sacado en la práctica 2?",
        "And how are late submissions penalised in databases?",
        "Hazme un resumen de las transacciones",
    ],
)
def test_a_question_that_asks_by_itself_inherits_the_scope_alone(text: str) -> None:
    resumed = resume(Question(text, conversation=(BEFORE,)), CAMPUS)
    assert (resumed.question_class, resumed.text) == ("", text)
    assert resumed.slots == {"activity": "p1", "course": "bd"}


def test_the_reply_to_a_clarification_completes_the_question() -> None:
    asked = Turn("¿Cuándo cierra el cuestionario final?", "deadline")
    resumed = resume(Question("redes", conversation=(asked,)), CAMPUS)
    assert resumed.question_class == "deadline"
    assert resumed.text == "¿Cuándo cierra el cuestionario final? redes"


def test_later_turns_win_and_without_a_conversation_nothing_is_inherited() -> None:
    later = Turn("¿Y en redes?", "deadline", (("course", "redes"),))
    assert resume(Question("¿y?", conversation=(BEFORE, later)), CAMPUS).slots["course"] == "redes"
    alone = resume(Question("¿Y la práctica 2?"), CAMPUS)
    assert (alone.question_class, alone.text, dict(alone.slots)) == ("", "¿Y la práctica 2?", {})


@pytest.mark.parametrize(
    "text", ["el martes", "¿Y el 3 de mayo?", "mañana, por favor", "on Tuesday 17 November"]
)
def test_a_turn_that_is_hardly_more_than_a_date_continues_the_last_one(text: str) -> None:
    resumed = resume(Question(text, conversation=(BEFORE,)), CAMPUS)
    assert (resumed.question_class, resumed.text) == ("deadline", f"{BEFORE.question} {text}")


def test_what_would_be_too_long_for_a_question_keeps_the_question_before() -> None:
    base = f"¿Cuándo? {'a ' * 1_900}"
    assert joined(base, "b " * 500) == base
    assert joined("c" * 5_000, "¿Y la práctica 2?") == "¿Y la práctica 2?"
    assert joined("¿Cuándo?", "¿Y la 2?") == "¿Cuándo? ¿Y la 2?"
