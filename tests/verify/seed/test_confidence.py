"""How assertive an answer sounds, in both languages."""

import pytest

from fidedigno.verify.confidence import read_confidence

ANSWERS = {
    "es": [
        "El comedor abre a la una.",
        "Seguro, seguro, seguro, sin duda, definitivamente, claramente, garantizado.",
        "Quizá, tal vez, a lo mejor, puede que, creo, supongo, podría.",
        "Definitivamente quizá.",
        "¿Abre el comedor?",
        "42",
        "...",
    ],
    "en": [
        "The canteen opens at one.",
        "Certainly, certainly, without a doubt, definitely, clearly, guaranteed.",
        "Perhaps, maybe, might, could, I think, I believe, possibly.",
        "Definitely maybe.",
        "Does the canteen open?",
        "42",
        "...",
    ],
}


@pytest.mark.parametrize(
    ("language", "answer"),
    [
        ("es", "Definitivamente el aula es la 3.12. Está garantizado y queda claramente indicado, sin duda."),
        ("en", "It is definitely room 3.12. That is guaranteed and clearly stated, without a doubt."),
    ],
)
def test_an_assertive_answer_scores_high(language: str, answer: str) -> None:
    assert read_confidence(answer, language).score >= 0.75


@pytest.mark.parametrize(
    ("language", "answer"),
    [
        ("es", "Creo que quizá podría ser el aula 3.12, aunque no estoy seguro."),
        ("en", "I think it might perhaps be room 3.12, but I'm not sure."),
    ],
)
def test_a_hedged_answer_scores_low(language: str, answer: str) -> None:
    assert read_confidence(answer, language).score <= 0.4


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_score_stays_between_zero_and_one(language: str) -> None:
    for answer in ANSWERS[language]:
        for repeated in (answer, f"{answer} " * 50):
            assert 0.0 <= read_confidence(repeated, language).score <= 1.0


@pytest.mark.parametrize("language", ["es", "en"])
def test_an_empty_answer_sounds_neither_sure_nor_unsure(language: str) -> None:
    assert read_confidence("", language).score == 0.5


@pytest.mark.parametrize(
    ("language", "answer"),
    [
        ("es", "日本語 ñandú 🦙 définitif «¿Qué?» ﷽ \u202eabc"),
        ("en", "naïve 🦜 Ωmega “quoted” 数学 \u202eabc"),
    ],
)
def test_any_script_is_read(language: str, answer: str) -> None:
    assert 0.0 <= read_confidence(answer, language).score <= 1.0


@pytest.mark.parametrize(
    ("language", "answer"),
    [
        ("es", "No es seguro que el aula sea la 3.12; no está garantizado."),
        ("en", "It is not certain that the room is 3.12; it is not guaranteed."),
    ],
)
def test_a_denied_certainty_is_no_certainty(language: str, answer: str) -> None:
    assert read_confidence(answer, language).score <= 0.5


@pytest.mark.parametrize(
    ("language", "sure", "plain", "unsure"),
    [
        ("es", "Sin duda abre a la una.", "Abre a la una.", "Tal vez abra a la una."),
        ("en", "Undoubtedly it opens at one.", "It opens at one.", "Maybe it opens at one."),
    ],
)
def test_sure_plain_and_unsure_wording_stand_in_this_order(
    language: str, sure: str, plain: str, unsure: str
) -> None:
    scores = [read_confidence(answer, language).score for answer in (sure, plain, unsure)]
    assert scores[0] > scores[1] > scores[2]
