"""Keyed marks: equal for equal texts under one key, question and purpose, and for nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.verify.drift.marks import Marks, normalised

ONE, OTHER = Marks(b"1" * 32), Marks(b"2" * 32)


@pytest.mark.parametrize(
    "spelling",
    ["¿Cuánto cuesta el plan Pro?", "cuanto cuesta el plan pro", "  CUÁNTO   cuesta, el «plan» Pro… ",
     "cuanto-cuesta el plan pro?!"],
)  # fmt: skip
def test_a_question_has_one_mark_however_it_is_spelled(spelling: str) -> None:
    assert ONE.question("", spelling) == ONE.question("", "Cuanto cuesta el plan Pro")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("¿Qué es C++?", "¿Qué es C#?"),
        ("at -5 degrees", "at 5 degrees"),
        ("3.5", "35"),
        ("???", "!!!"),
        ("", "?"),
    ],
)
def test_questions_that_differ_in_more_than_spelling_have_different_marks(one: str, other: str) -> None:
    assert ONE.question("", one) != ONE.question("", other)


def test_tenants_and_keys_share_no_mark() -> None:
    assert (
        len(
            {ONE.question("a", "q"), ONE.question("b", "q"), OTHER.question("a", "q"), ONE.question("", "aq")}
        )
        == 4
    )
    assert ONE.question("a", "bq") != ONE.question("ab", "q")


def test_a_word_has_another_mark_under_another_question_and_for_another_purpose() -> None:
    first, second = (ONE.under(ONE.question("", each)) for each in ("a", "b"))
    marks = {first("word", "plan"), second("word", "plan"), first("kind", "plan"), first("word", "plans")}
    assert len(marks) == 4
    assert first("word", "plan") == first("word", "plan")


def test_the_key_is_not_shown() -> None:
    assert "1" not in repr(ONE)


@given(st.text())
def test_any_text_has_a_mark_and_a_normal_form_that_stays(text: str) -> None:
    assert len(ONE.question("", text)) == 32
    assert len(ONE.under("00" * 16)("word", text)) == 16
    assert normalised(normalised(text)) == normalised(text)
