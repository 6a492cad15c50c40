"""Scores order stretches by fitness: coverage first, then form, rank and identifiers."""

from fidedigno.consolidate.cues import wanted_by
from fidedigno.consolidate.features import read_candidate
from fidedigno.consolidate.terms import read_question
from fidedigno.draft.scoring import Scored, Weights, score_candidate
from fidedigno.gather import Candidate
from tests.reference.cards import candidate


def scores(question: str, found: Candidate, identifiers: frozenset[str] = frozenset()) -> list[Scored]:
    passage = read_candidate(found)
    terms = read_question(question, [passage], identifiers=identifiers)
    return score_candidate(
        found, passage, terms, wanted_by(question), question,
        identifiers=identifiers, language="es", passage_language="es", weights=Weights(),
    )  # fmt: skip


def best(found: list[Scored]) -> str:
    return max(found, key=lambda each: each.score).text


def test_the_sentence_that_covers_more_of_the_question_wins() -> None:
    found = scores(
        "plazo de la beca de comedor", candidate("El comedor abre a la una. La beca de comedor tiene plazo.")
    )
    assert best(found) == "La beca de comedor tiene plazo."


def test_a_number_wins_when_a_number_is_asked_for() -> None:
    text = "La beca tiene una cuantía variable. La beca tiene una cuantía de 300 euros."
    assert "300" in best(scores("¿Cuánto es la cuantía de la beca?", candidate(text)))


def test_a_better_rank_gives_the_same_text_a_better_score() -> None:
    (first,) = scores("plazo de la beca", candidate("El plazo de la beca es mayo.", rank=1))
    (fifth,) = scores("plazo de la beca", candidate("El plazo de la beca es mayo.", rank=5))
    assert first.score > fifth.score


def test_a_stretch_about_a_sibling_of_the_asked_identifier_is_left_out() -> None:
    text = "HikariPool-2 agotó sus conexiones. HikariPool-1 agotó sus conexiones."
    found = scores("¿Qué pasó con HikariPool-1?", candidate(text), frozenset({"hikaripool-1"}))
    assert [each.text for each in found] == ["HikariPool-1 agotó sus conexiones."]
