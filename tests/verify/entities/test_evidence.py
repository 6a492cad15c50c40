from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.verify.entities.evidence import Evidence, forms
from fidedigno.verify.passage import Passage, as_passages


def of(*passages: str, question: str = "") -> Evidence:
    return Evidence.of(question, as_passages(passages))


def test_words_are_found_in_any_case_number_and_accent() -> None:
    evidence = of("Las LEYES y una Compañía")
    assert evidence.has("leyes")
    assert evidence.has("ley")
    assert evidence.has("compania")
    assert not evidence.has("rey")


def test_humps_and_joined_words_are_found() -> None:
    evidence = of("PaymentService and order router")
    assert evidence.has("payment")
    assert "orderrouter" in evidence.runs
    assert "paymentservice" in evidence.runs


def test_words_of_two_sources_never_stand_in_a_row() -> None:
    evidence = of("one two", "three four")
    assert list(evidence.found(["two", "three"])) == []
    assert len(list(evidence.found(["three", "four"]))) == 1


@given(
    st.lists(st.sampled_from("abc"), max_size=30), st.lists(st.sampled_from("abc"), min_size=1, max_size=3)
)
def test_a_row_is_found_wherever_it_stands(words: list[str], row: list[str]) -> None:
    evidence = of(" ".join(words))
    expected = [at for at in range(len(words)) if words[at : at + len(row)] == row]
    first = min(evidence.tokens, default=0)
    assert [place - first for place in evidence.found(row)] == expected


def test_a_span_is_of_its_passage_and_the_question_has_none() -> None:
    evidence = of("skip", "see Helen Marlow now", question="Helen?")
    in_question, in_passage = evidence.places("helen")
    span = evidence.span(in_passage, in_passage + 1)
    assert span is not None
    assert (span.passage, span.text) == (1, "Helen Marlow")
    assert evidence.span(in_question, in_question) is None


def test_neighbours_are_capitalised_words_with_blanks_between() -> None:
    evidence = of("Helen Marlow, Reed and J. Tan")
    helen, marlow, reed, j = (evidence.places(word)[0] for word in ("helen", "marlow", "reed", "j"))
    assert evidence.neighbour(helen, 1) == marlow
    assert evidence.neighbour(marlow, 1) is None
    assert evidence.neighbour(reed, 1) is None
    assert evidence.neighbour(j, 1) == j + 1


def test_initials_leave_sources_apart() -> None:
    every, content = of("council of the land", "and river").initials
    assert every.split() == ["cotl", "ar"]
    assert content.split() == ["cl", "r"]


@pytest.mark.parametrize(
    ("passage", "languages"),
    [
        (Passage("The plan covers all of it."), {"en"}),
        (Passage("El plan lo cubre todo, según la norma."), {"es"}),
        (Passage("x", language="es"), {"es"}),
    ],
)
def test_the_languages_of_the_passages(passage: Passage, languages: set[str]) -> None:
    assert Evidence.of("", [passage]).languages == languages


def test_names_of_passages_are_known_words() -> None:
    assert Evidence.of("", [Passage("x", "Zephyr-handbook")]).has("zephyr")


def test_singular_and_plural() -> None:
    assert "companies" in forms("company")
    assert "company" in forms("companies")
    assert forms("ab") == ()
