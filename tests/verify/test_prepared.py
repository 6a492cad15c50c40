"""What the checks look at: how much of it is read, and in which language."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.errors import UsageError
from fidedigno.verify.heal.wording import say
from fidedigno.verify.passage import Passage
from fidedigno.verify.prepared import MOST_VIEWS, Prepared, prepare
from fidedigno.verify.settings import VerifySettings

SPANISH = "El taller abre los lunes y los hornos se encienden a las ocho de la mañana."
ENGLISH = "The studio opens on Mondays and the kilns are lit at eight in the morning."


def prepared(question: str, passages: Sequence[str | Passage], answer: str, **settings: Any) -> Prepared:
    return prepare(question, passages, answer, VerifySettings(**settings))


@pytest.mark.parametrize(
    ("question", "answer", "language"),
    [
        ("¿Cuándo abre el taller?", SPANISH, "es"),
        ("When does the studio open?", ENGLISH, "en"),
        ("", SPANISH, "es"),
        ("", ENGLISH, "en"),
        ("¿Cuándo abre el taller?", "8:00", "es"),
        ("When does the studio open?", "8:00", "en"),
        ("¿Cuánto cuesta el barro?", "Pago mensual: 30", "es"),
        ("¿Cuándo abre el taller?", ENGLISH, "en"),
    ],
)
def test_the_language_is_that_of_the_answer_and_of_the_question_where_it_gives_no_sign(
    question: str, answer: str, language: str
) -> None:
    assert prepared(question, [], answer).language == language


def test_passages_of_two_languages_are_each_read_in_their_own() -> None:
    ready = prepared(
        "¿Cuándo abre?",
        [SPANISH, ENGLISH, Passage("Taller", language="en"), Passage("8:00", language="fr")],
        SPANISH,
    )
    assert [each.language for each in ready.passages] == ["es", "en", "en", "es"]
    assert [ready.sentence(line).language for line in range(3)] == ["es", "en", "en"]
    words = {word.text: word.terms for line in range(2) for word in ready.sentence(line).words}
    assert words["hornos"] == frozenset({"horn"})
    assert words["kilns"] == frozenset({"kiln"})


def test_a_sentence_of_the_evidence_is_read_once_with_what_stands_over_it() -> None:
    moment = datetime(2026, 3, 1, tzinfo=UTC)
    ready = prepared("", [Passage("# Horario\n\nAbre mañana.", reference=moment, language="es")], SPANISH)
    sentence = ready.sentence(0)
    assert sentence is ready.sentence(0)
    assert (sentence.text, sentence.context, sentence.reference) == ("Abre mañana.", "# Horario", moment)


def test_an_answer_is_read_up_to_the_limit_without_cutting_a_figure() -> None:
    ready = prepared("", [], "The kiln costs 1500 euros.", max_answer_characters=17)
    assert (ready.answer, ready.truncated) == ("The kiln costs ", True)
    assert [each.of(ready.answer) for each in ready.statements] == ["The kiln costs"]
    whole = prepared("", [], "The kiln costs 1500 euros.", max_answer_characters=26)
    assert not whole.truncated


def test_evidence_is_read_up_to_the_limit_and_this_is_said() -> None:
    ready = prepared("", [ENGLISH, ENGLISH], "It opens.", max_evidence_characters=len(ENGLISH))
    assert ready.truncated
    assert {line.passage for line in ready.evidence.lines} == {0}
    assert len(ready.passages) == 2


def test_only_statements_are_stated() -> None:
    ready = prepared("", [], "Hola. ¿Abre hoy? Abre a las ocho. No lo sé.")
    assert [each.of(ready.answer) for each in ready.statements] == ["Abre a las ocho."]
    assert len(ready.claims) == 4


def test_words_of_the_question_are_known_by_their_stems() -> None:
    assert "horn" in prepared("¿Y los hornos?", [], SPANISH).question_terms
    assert prepared("", [], SPANISH).question_terms == frozenset()


@pytest.mark.parametrize(("question", "answer"), [(None, ""), ("", None), (b"", ""), ("", 3)])
def test_what_is_no_text_is_refused(question: Any, answer: Any) -> None:
    with pytest.raises(UsageError):
        prepared(question, [], answer)
    with pytest.raises(UsageError):
        prepared("", "one text", "")


@settings(deadline=None)
@given(
    st.text(max_size=40), st.lists(st.text(max_size=60), max_size=3), st.text(max_size=80), st.integers(1, 60)
)
def test_whatever_is_given_is_read_and_every_place_is_of_the_text(
    question: str, passages: list[str], answer: str, limit: int
) -> None:
    ready = prepared(question, passages, answer, max_answer_characters=limit, max_evidence_characters=limit)
    assert answer.startswith(ready.answer)
    assert len(ready.answer) <= limit
    assert ready.truncated == (len(ready.answer) < len(answer) or ready.evidence.truncated)
    for number, line in enumerate(ready.evidence.lines):
        assert ready.sentence(number).text == passages[line.passage][line.start : line.end]


def test_our_own_words_are_blanked_and_every_offset_stays() -> None:
    note = say("note.claims", "en")
    ready = prepared("", [], f"{ENGLISH}\n\n{note}")
    assert len(ready.answer) == len(ENGLISH) + 2 + len(note)
    assert ready.answer.rstrip() == ENGLISH
    assert len(ready.statements) == len(prepared("", [], ENGLISH).statements)


def test_passages_are_cited_by_their_ids_and_else_by_their_numbers() -> None:
    passages = (Passage("One.", "7"), Passage("Two.", "1"), "Three.")
    ready = prepared(
        "", passages, "It is one [7]. It is two [1]. It is three [3]. It is none [9]. It is bare."
    )
    assert [sorted(ready.cited(each)) for each in ready.statements] == [[0], [1], [2], [], []]


def test_a_view_holds_the_passages_that_are_named_and_is_made_once() -> None:
    ready = prepared("", ["The kiln is hot.", "The lamp is old."], "The kiln is hot [1].")
    view = ready.view({1})
    assert [view.text.span(line).text for line in range(len(view.text.lines))] == ["The lamp is old."]
    assert "kiln" not in view.words.words
    assert ready.view({1}) is view
    assert ready.view().text is ready.evidence
    assert ready.view({0, 1}).text is ready.evidence
    assert ready.sentence(0, view) is ready.sentence(1)


def test_too_many_different_views_are_all_of_the_evidence() -> None:
    ready = prepared("", ["The kiln is hot."] * (MOST_VIEWS + 3), ENGLISH)
    views = [ready.view({place}) for place in range(MOST_VIEWS + 2)]
    assert len({len(each.passages) for each in views[:MOST_VIEWS]}) == 1
    assert views[-1].text is ready.evidence


def test_evidence_is_foreign_where_some_of_it_is_in_another_language() -> None:
    ready = prepared("", [SPANISH, ENGLISH], SPANISH)
    assert ready.is_foreign(ready.view())
    assert not ready.is_foreign(ready.view({0}))
    assert ready.is_foreign(ready.view({1}))
    assert not prepared("", [], SPANISH).is_foreign(prepared("", [], SPANISH).view())


def test_only_an_answer_that_is_longer_than_what_is_read_is_cut() -> None:
    long_answer = prepared("", [SPANISH], ENGLISH, max_answer_characters=20)
    assert (long_answer.cut, long_answer.truncated) == (True, True)
    long_evidence = prepared("", [SPANISH], ENGLISH, max_evidence_characters=20)
    assert (long_evidence.cut, long_evidence.truncated) == (False, True)


def test_the_sentence_before_is_that_of_the_same_passage_in_a_view_too() -> None:
    """Lines of a view are numbered by the view: those of the whole evidence stand elsewhere."""
    passages = ["One kiln. Two kilns. Three kilns.", "The lamp is red. It hangs in the hall."]
    prepared = prepare("", passages, "It hangs in the hall [2].", VerifySettings.default())
    view = prepared.view({1})
    assert [prepared.sentence(line, view).before for line in range(2)] == ["", "The lamp is red."]
