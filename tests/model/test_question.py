"""Questions as they arrive: bounded, cleaned, and of a moment."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.model import Question
from fidedigno.model.question import MAX_QUESTION_CHARACTERS


@given(st.text(max_size=60))
def test_any_text_is_a_clean_question_or_refused(text: str) -> None:
    try:
        question = Question(text)
    except ValueError:
        assert not any(character.isalnum() for character in Question(f"a{text}").text[1:])
        return
    assert question.text == question.text.strip()
    assert not [c for c in question.text if ord(c) < 32 or 0x7F <= ord(c) < 0xA0 or 0xD800 <= ord(c) < 0xE000]
    assert "  " not in question.text
    assert Question(question.text).text == question.text


def test_accents_are_composed_and_blanks_are_one() -> None:
    assert Question("  \u00bfCua\u0301ndo\n\tse\x00entrega?  ").text == "\u00bfCu\u00e1ndo se entrega?"


@pytest.mark.parametrize("text", ["", " \n", "\u00bf?!...", "\x00\x1b\x07", "\ud800", "\u200b", "---"])
def test_a_question_has_a_letter_or_digit(text: str) -> None:
    with pytest.raises(ValueError, match="letter or digit"):
        Question(text)


def test_a_long_question_is_refused_and_never_cut() -> None:
    assert len(Question("a" * MAX_QUESTION_CHARACTERS).text) == MAX_QUESTION_CHARACTERS
    with pytest.raises(ValueError, match="at most 4,000"):
        Question("a" * (MAX_QUESTION_CHARACTERS + 1))


def test_the_moment_is_the_asked_one_or_now_and_has_a_timezone() -> None:
    asked = datetime(2026, 3, 1, tzinfo=UTC)
    assert Question("hola", asked_at=asked).moment == asked
    before = datetime.now(UTC)
    assert before <= Question("hola").moment <= datetime.now(UTC)
    with pytest.raises(ValueError, match="timezone"):
        Question("hola", asked_at=datetime(2026, 3, 1))  # noqa: DTZ001
