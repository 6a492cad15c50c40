"""How sure a wording is: assertions and hedges in both languages, denied ones, quotations, hostile texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.verify.confidence import Confidence, read_confidence


def texts(answer: str, language: str = "es") -> tuple[list[str], list[str]]:
    read = read_confidence(answer, language)
    return [each.text for each in read.assertive], [each.text for each in read.hedging]


@pytest.mark.parametrize(
    ("answer", "language"),
    [
        ("Garantizamos la devolución; está claramente establecido, sin lugar a dudas.", "es"),
        ("This is definitely covered, without any doubt, and clearly stated in the policy.", "en"),
    ],
)
def test_an_assertive_answer_scores_high(answer: str, language: str) -> None:
    assert read_confidence(answer, language).score > 0.75


@pytest.mark.parametrize(
    ("answer", "language"),
    [
        ("Creo que podría tardar unos días, aunque quizá sea más.", "es"),
        ("I think it might take a few days, perhaps more.", "en"),
    ],
)
def test_a_hedged_answer_scores_low(answer: str, language: str) -> None:
    assert read_confidence(answer, language).score < 0.25


@given(st.text(), st.sampled_from(["es", "en"]))
def test_the_score_is_bounded_and_every_span_is_where_it_says(answer: str, language: str) -> None:
    read = read_confidence(answer, language)
    assert 0.0 <= read.score <= 1.0
    for each in (*read.assertive, *read.hedging):
        assert answer[each.start : each.end] == each.text


def test_the_empty_answer_is_neutral() -> None:
    assert read_confidence("", "es") == Confidence(0.5)
    assert read_confidence(" \n\t", "en") == Confidence(0.5)


@pytest.mark.parametrize(
    "answer",
    [
        "答えは確かです。",
        "الجواب مؤكد",
        "🙂" * 50,
        "a\x00b\ud800 definitely",
        "ß İ ﬁ Ŀ sin duda",
        "e\u0301" * 9,
    ],
)
def test_a_unicode_answer_is_handled(answer: str) -> None:
    read = read_confidence(answer, "es")
    assert 0.0 <= read.score <= 1.0
    for each in (*read.assertive, *read.hedging):
        assert answer[each.start : each.end] == each.text


def test_an_answer_without_markers_is_neutral() -> None:
    assert read_confidence("La biblioteca abre a las nueve y cierra a las diez.", "es").score == 0.5


def test_one_marker_in_twenty_words_moves_the_score_by_half_of_its_half() -> None:
    filler = "la sala abre hoy a las diez y cierra a las nueve con los libros de aula"
    answer = f"definitivamente {filler} y más"
    assert len(answer.split()) == 20
    assert read_confidence(answer, "es").score == pytest.approx(0.75)


def test_assertions_and_hedges_weigh_against_each_other() -> None:
    assert read_confidence("Definitely, perhaps.", "en").score == 0.5


@pytest.mark.parametrize(
    "word",
    [
        "garantizamos", "garantizado", "garantiza", "garantizadas", "guarantees", "guaranteed", "definitely",
        "without any doubt", "sin lugar a dudas", "está claramente establecido", "no cabe duda",
        "there is no doubt", "beyond a shadow of a doubt", "con total seguridad", "es evidente", "innegable",
    ],
)  # fmt: skip
def test_inflected_forms_and_denied_doubts_are_assertive_whatever_the_language_given(word: str) -> None:
    for language in ("es", "en"):
        assertive, hedging = texts(f"x, {word}, y.", language)
        assert len(assertive) == 1
        assert hedging == []


@pytest.mark.parametrize(
    ("answer", "span"),
    [
        ("El reembolso no está garantizado.", "no está garantizado"),
        ("No es seguro que llegue hoy.", "No es seguro que"),
        ("Nada está garantizado.", "Nada está garantizado"),
        ("No siempre ni necesariamente.", "ni necesariamente"),
        ("The refund is not guaranteed.", "not guaranteed"),
        ("It isn't yet fully guaranteed.", "isn't yet fully guaranteed"),
        ("It isn’t guaranteed.", "isn’t guaranteed"),
        ("We cannot guarantee that.", "cannot guarantee"),
        ("It does not necessarily apply.", "not necessarily"),
        ("No lo sabemos.", "No lo sabemos"),
        ("We can't be sure.", "can't be sure"),
    ],
)
def test_a_denied_assertion_is_a_hedge_from_its_denial_on(answer: str, span: str) -> None:
    assert texts(answer) == ([], [span])


@pytest.mark.parametrize(
    ("answer", "span"),
    [
        ("No admite cambios y está garantizado.", "garantizado"),
        ("No se admite; garantizado.", "garantizado"),
        ("It is not only guaranteed.", "guaranteed"),
        ("You will definitely not get it.", "definitely"),
        ("No solo está garantizado.", "garantizado"),
    ],
)
def test_a_denial_of_something_else_takes_no_assertion_back(answer: str, span: str) -> None:
    assert texts(answer) == ([span], [])


def test_a_denial_inside_a_marker_denies_nothing_behind_it() -> None:
    assert texts("Sin duda está garantizado.") == (["Sin duda", "garantizado"], [])


@pytest.mark.parametrize(
    "answer", ["I don't think so.", "No creo que abra.", "It may not be open.", "Unlikely."]
)
def test_a_denied_hedge_stays_a_hedge(answer: str) -> None:
    assertive, hedging = texts(answer, "en")
    assert assertive == []
    assert len(hedging) == 1


@pytest.mark.parametrize(
    "quoted",
    [
        '"definitely"', "“sin duda”", "«garantizado»", "‘certainly’", "`definitely`", "```\ndefinitely\n```",
        "~~~ text\nsin duda\n\nsin duda\n~~~", "> definitely, without any doubt", "```\ndefinitely, never closed",
    ],
)  # fmt: skip
def test_quoted_text_and_code_do_not_count(quoted: str) -> None:
    assert read_confidence(f"It says:\n{quoted}\n", "en") == Confidence(0.5)


def test_an_apostrophe_or_a_lone_mark_opens_no_quotation() -> None:
    assert texts("It's definitely so, isn't it?")[0] == ["definitely"]
    assert texts('A 5" screen, definitely')[0] == ["definitely"]
    assert texts("It’s definitely the students’ own")[0] == ["definitely"]


def test_the_words_around_a_quotation_are_not_joined_over_it() -> None:
    assert texts('sin "x" duda') == ([], [])


def test_a_permission_is_no_hedge() -> None:
    assert texts("Puede cancelar en cualquier momento.") == ([], [])
    assert texts("You may cancel at any time.", "en") == ([], [])


@pytest.mark.parametrize(
    "piece",
    [
        '"',
        "« ",
        "```\n",
        "definitely ",
        "no ",
        "is is ",
        "> \n",
        "`",
        "‘a",
        " ",
        "\n",
        "*_",
        "no is not ",
        "sin duda ",
    ],
)
def test_a_very_long_answer_is_read(piece: str) -> None:
    read = read_confidence(piece * (20_000 // len(piece)), "en")
    assert 0.0 <= read.score <= 1.0
