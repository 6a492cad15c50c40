import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.ingest.language import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("¿Cuántos días?", "es"),
        ("How many days?", "en"),
        ("Que es un plazo", "es"),
        ("what is the deadline", "en"),
        ("donde entrego la practica", "es"),
        ("plazo de entrega del TFG", "es"),
    ],
)
def test_short_questions_are_told_by_their_function_words(text: str, language: str) -> None:
    assert language_of(text) == language


def test_the_prior_decides_where_the_text_gives_no_sign() -> None:
    assert language_of("HikariPool-1", prior="es") == "es"
    assert language_of("HikariPool-1", prior="en") == "en"
    assert language_of("¿?", prior="es") == "es"


def test_the_prior_does_not_override_the_text() -> None:
    assert language_of("¿Cuándo se entrega la práctica?", prior="en") == "es"
    assert language_of("When is the assignment due?", prior="es") == "en"


@settings(deadline=None)  # the first call loads the model
@given(st.text(max_size=200))
def test_any_text_has_one_of_the_two_languages(text: str) -> None:
    assert language_of(text) in ("es", "en")


@pytest.mark.parametrize("language", ["es", "en"])
def test_nearly_every_real_question_is_told(shared_data: Path, language: str) -> None:
    data = json.loads(
        (shared_data / "public" / "xquad" / f"xquad.{language}.json").read_text(encoding="utf-8")
    )
    questions = [qa["question"] for a in data["data"] for p in a["paragraphs"] for qa in p["qas"]]
    right = sum(language_of(question) == language for question in questions)
    assert right / len(questions) > 0.99
