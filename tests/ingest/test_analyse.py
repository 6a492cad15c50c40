"""Words are found with and without their accents, in both languages, and nothing breaks the analyser."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.analyse import analyse, analyse_question, fold, words_of


def found(question: str, text: str, language: str) -> bool:
    return bool(set(analyse_question(question)) & set(analyse(text, language)))


@pytest.mark.parametrize(
    ("question", "text", "language"),
    [
        ("corazon", "El corazón", "es"),
        ("corazón", "El corazon", "es"),
        ("respiracion", "Respiración", "es"),
        ("entregas", "La entrega de la práctica", "es"),
        ("entregar", "entregando", "es"),
        ("matrículas", "matricula", "es"),
        ("configuration", "configuring", "en"),
        ("deadlines", "the deadline", "en"),
        ("server's", "the server", "en"),
        ("plan B", "el plan B", "es"),
        ("vitamina C", "vitamina C", "es"),
        ("škola", "škola", "es"),
        ("ESPAÑA", "España", "es"),
    ],
)
def test_a_word_is_found_in_its_other_forms(question: str, text: str, language: str) -> None:
    assert found(question, text, language)


def test_function_words_find_nothing_by_themselves() -> None:
    assert analyse("¿Qué es lo que se hace con los de la…?", "es") == []
    assert analyse("what is the of that which and", "en") == []


def test_a_question_is_searched_in_both_languages_without_the_function_words_of_its_own() -> None:
    terms = analyse_question("¿Cuándo se entregan los informes?")
    assert "inform" in terms
    assert not {"cuando", "los", "se"} & set(terms)


@given(st.text(max_size=200), st.sampled_from(["es", "en"]))
def test_terms_are_single_words_whatever_the_text(text: str, language: str) -> None:
    for term in analyse(text, language):
        assert term
        assert not any(character.isspace() for character in term)
    assert all(len(word) <= 64 for word in words_of(text))


@given(st.text(max_size=100))
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)
