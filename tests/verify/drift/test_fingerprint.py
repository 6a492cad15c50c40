"""Fingerprints: equal answers are at 0, another wording is near, another figure or a turned denial is far."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.verify.drift.fingerprint import WORDS_KEPT, Fingerprint, distance, fingerprint
from fidedigno.verify.drift.marks import Marks
from fidedigno.verify.settings import VerifySettings

MARKS = Marks(b"k" * 32)
MARK = MARKS.under(MARKS.question("", "q"))
FAR = VerifySettings().drift_threshold


def apart(one: str, other: str) -> float:
    return distance(fingerprint(one, MARK), fingerprint(other, MARK))


@given(st.text())
def test_equal_answers_are_at_distance_zero_exactly(text: str) -> None:
    assert apart(text, text) == 0.0


@given(st.text(max_size=60), st.text(max_size=60))
def test_the_distance_is_the_same_both_ways_and_bounded(one: str, other: str) -> None:
    assert apart(one, other) == pytest.approx(apart(other, one))
    assert 0.0 <= apart(one, other) <= 1.0


def test_answers_without_figures_are_not_apart_for_that() -> None:
    assert apart("The library opens on Mondays.", "The library opens on Mondays!") == 0.0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("SKU-441 costs $49.99 and ships in 5-7 days.", "SKU-441 costs $39.99 and ships in 5-7 days."),
        ("El ratón cuesta 49,99 € y llega en 5 días.", "El ratón cuesta 39,99 € y llega en 5 días."),
        (
            "It has 20 users, 5 rooms, 3 teams, 8 reports for $10.",
            "It has 20 users, 5 rooms, 3 teams, 8 reports for $12.",
        ),
        ("Puede devolverlo en 14 días.", "Puede devolverlo en 30 días."),
    ],
)  # fmt: skip
def test_a_changed_figure_is_far_however_many_stay(one: str, other: str) -> None:
    assert apart(one, other) > FAR


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Puede cancelar la suscripción cuando quiera.", "No puede cancelar la suscripción cuando quiera."),
        ("Customers can cancel the plan.", "Customers cannot cancel the plan."),
        ("Sí, se puede.", "No, no se puede."),
        ("Yes, it is open.", "No, it is closed."),
        ("No se admiten devoluciones.", "Se admiten devoluciones."),
    ],
)
def test_a_turned_denial_is_far(one: str, other: str) -> None:
    assert apart(one, other) > FAR


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "You have 14 days to return it, with the receipt.",
            "It can be returned within two weeks if you bring the receipt.",
        ),
        ("Puede cancelar su suscripción en cualquier momento.", "La suscripción se puede cancelar cuando quiera."),
        ("El contrato no se renueva automáticamente.", "No hay renovación automática del contrato."),
        ("The API limit is 1,000 requests per minute.", "You can make up to 1000 requests a minute."),
        ("No se admiten devoluciones después de 14 días.", "Las devoluciones se admiten hasta 14 días."),
        ("The plan costs $120 per year, billed annually.", "Billed annually, the plan costs $120 per year [1]."),
        ("El plazo es de 15 días desde la publicación.", "Desde la publicación, el plazo es de quince días."),
    ],
)  # fmt: skip
def test_another_wording_of_the_same_is_near(one: str, other: str) -> None:
    assert apart(one, other) < FAR


def test_another_matter_is_far_even_without_figures() -> None:
    assert apart("Puede cancelar su suscripción.", "La biblioteca abre los lunes.") > FAR
    assert apart("", "The plan is open to all students.") > FAR


def test_more_words_than_are_kept_do_not_make_another_order_another_answer() -> None:
    words = [f"{first}{second}ola" for first in "bcdfghjkl" for second in "aeiou"]
    assert len(fingerprint(" ".join(words), MARK).words) == WORDS_KEPT
    assert apart(" ".join(words), " ".join(reversed(words))) == 0.0


def test_nothing_but_marks_is_in_a_fingerprint() -> None:
    made = fingerprint("No, the Pro plan is not sold for $49.99.", MARK)
    assert all(set(each) <= set("0123456789abcdef:") for each in (*made.figures, *made.words, *made.denied))
    assert (made.polarity, made.denies, made.length_bucket) == (-1, True, 0)


def test_only_what_is_beyond_doubt_a_yes_or_a_no_has_a_polarity() -> None:
    assert fingerprint("Si llega tarde, no entra.", MARK).polarity == 0
    assert fingerprint("No refunds after May.", MARK).polarity == 0
    assert fingerprint("«Sí, claro.»", MARK).polarity == 1


def test_length_alone_is_never_drift() -> None:
    assert distance(Fingerprint(length_bucket=0), Fingerprint(length_bucket=900)) < FAR


@pytest.mark.parametrize("piece", ["no word ", "no", "—", "sí, ", "a1", "\n \t", "🙂", "\ud800"])
def test_a_very_long_answer_has_a_fingerprint(piece: str) -> None:
    assert fingerprint(piece * (20_000 // len(piece)), MARK).length_bucket >= 100
