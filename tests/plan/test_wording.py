import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.plan.wording import BUCKETS, MAX_CHARACTERS, matrix_of, read_pieces


def similarity(one: str, other: str) -> float:
    rows = matrix_of([one, other])
    return float(rows[0] @ rows[1] / (np.linalg.norm(rows[0]) * np.linalg.norm(rows[1])))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("¿Hasta cuándo puedo?", "hasta cuando puedo"),
        ("Task 12 please", "TASK 7, please!"),
        ("entrega  de la práctica", "entrega de la practica"),
    ],
)
def test_case_accents_punctuation_and_figures_make_no_difference(one: str, other: str) -> None:
    assert similarity(one, other) == pytest.approx(1.0)


def test_a_mistyped_word_stays_nearer_than_another_word() -> None:
    assert (
        similarity("fecha de entrega", "fecha de entrga")
        > similarity("fecha de entrega", "fecha de salida") + 0.1
    )


def test_the_order_of_words_counts() -> None:
    assert similarity("the work is open", "is the work open") < 0.99


@given(st.text(max_size=300))
def test_any_text_gives_finite_strengths_in_its_buckets(text: str) -> None:
    pieces = read_pieces(text)
    assert len(set(pieces.buckets.tolist())) == len(pieces.buckets)
    assert all(0 <= bucket < BUCKETS for bucket in pieces.buckets)
    assert (pieces.strengths >= 1).all()


def test_only_the_beginning_of_a_very_long_question_is_read() -> None:
    beginning = "a b c " * (MAX_CHARACTERS // 6 + 1)
    whole, cut = read_pieces(beginning + "extraordinary"), read_pieces(beginning)
    assert set(whole.buckets.tolist()) == set(cut.buckets.tolist())
