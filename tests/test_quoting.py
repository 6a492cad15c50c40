"""Quotes and the verdict on them come together, and sentences are compared by vectors only when asked for."""

from __future__ import annotations

from fidedigno.gather import Candidate, Gathered
from fidedigno.ingest.embed import NoEmbedder
from fidedigno.model import Question
from fidedigno.quoting import COMPARED_CHARACTERS, Quoting
from tests.fakes.cards import card
from tests.fakes.embedder import CountingEmbedder

TEXT = "La biblioteca abre a las ocho de la mañana."
LONG = f"{TEXT[:-1]} {'y también en fiestas ' * 10}."


def gathered(*texts: str, embedder: CountingEmbedder | None = None, asked: str = "") -> Gathered:
    candidates = tuple(Candidate(card(n, content=text, language="es"), n) for n, text in enumerate(texts, 1))
    vector = embedder.question(asked) if embedder else None
    return Gathered(candidates, vector=vector)


def test_the_sentence_that_answers_is_quoted_and_found_sufficient() -> None:
    found = gathered(f"Antes. {TEXT}", "Nada de eso.")
    draft, support = Quoting(NoEmbedder(), 0).quote(
        Question("¿A qué hora abre la biblioteca?", language="es"), found.candidates, found
    )
    assert [each.text for each in draft.claims] == [TEXT]
    assert support.sufficient
    assert [each.text for each in support.quotes] == [each.text for each in draft.support]


def test_what_does_not_answer_is_not_sufficient_and_nothing_gives_nothing() -> None:
    question = Question("¿Cuántos satélites tiene Neptuno?", language="es")
    found = gathered(TEXT)
    assert not Quoting(NoEmbedder(), 0).quote(question, found.candidates, found)[1].sufficient
    draft, support = Quoting(NoEmbedder(), 0).quote(question, (), Gathered(()))
    assert (draft.claims, support.sufficient, support.quotes) == ((), False, ())


def test_only_the_candidates_given_are_quoted_whatever_was_gathered() -> None:
    found = gathered(TEXT, TEXT.replace("ocho", "nueve"))
    draft, _ = Quoting(NoEmbedder(), 0).quote(
        Question("¿A qué hora abre la biblioteca?", language="es"), found.candidates[1:], found
    )
    assert {each.evidence.document_id for each in draft.claims} == {2}


def test_sentences_of_another_language_are_compared_by_their_beginnings_where_there_is_a_vector() -> None:
    asked, embedder = "When does the biblioteca open?", CountingEmbedder()
    found = gathered(LONG, embedder=embedder, asked=asked)
    question = Question(asked, language="en")
    Quoting(embedder, 6).quote(question, found.candidates, found)
    assert embedder.embedded
    assert all(len(text) <= COMPARED_CHARACTERS for call in embedder.embedded for text in call)
    embedder.embedded.clear()
    Quoting(embedder, 0).quote(question, found.candidates, found)
    Quoting(embedder, 6).quote(question, found.candidates, gathered(LONG))
    assert embedder.embedded == []
