"""Marks of lists, emphasis and citations are outside a claim's words."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.ingest.sentences import units
from fidedigno.verify.claim_marks import (
    after_clause_mark,
    after_footnote,
    after_mark,
    bare,
    blanked,
    citations_in,
    leading_citations,
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("- horno", "horno"),
        ("  12) horno", "horno"),
        ("a. horno", "horno"),
        ("- [X] horno", "horno"),
        ("* - horno", "- horno"),
        ("> horno", "horno"),
        ("A. Vega lo firmó", "A. Vega lo firmó"),
        ("5 hornos", "5 hornos"),
        ("-5 °C", "-5 °C"),
        ("## horno", " horno"),
        ("| horno | 3 |", "| horno | 3 |"),
        ("a) horno", "horno"),
    ],
)
def test_words_begin_behind_the_mark(text: str, words: str) -> None:
    (unit,) = units(text)
    assert text[after_mark(text, unit) : unit.end] == words


def test_an_enumeration_may_run_on_in_a_sentence() -> None:
    assert after_clause_mark(" b) horno", 0, 9) == 4
    assert after_clause_mark(" horno", 0, 6) == 1


def test_a_footnote_begins_behind_its_mark() -> None:
    assert after_footnote("[^a1]: horno", 0, 12) == 7
    assert after_footnote("[^1] horno", 0, 10) == 0


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("[1]", [(1,)]),
        ("[1] [2]", [(1,), (2,)]),
        ("[1; 3–5]", [(1, 3, 4, 5)]),
        ("[1-999]", [(1, 999)]),
        ("[^12]", [(12,)]),
        ("【3】", [(3,)]),
        ("【15:2†guía】", [()]),
        ("【guía】", [()]),
        ("(Source 4) [docs. 2, 3] (Pasaje: 7)", [(4,), (2, 3), (7,)]),
        ("[^1]: nota", []),
        ("[01]", []),
        ("[2024] (4) [a] [x] 【a\nb】", []),
    ],
)
def test_citations_are_told_from_other_brackets(text: str, numbers: list[tuple[int, ...]]) -> None:
    assert [each.numbers for each in citations_in(text)] == numbers


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("**horno** [1].", "horno"),
        ("horno. [1]", "horno."),
        ("[1] horno [2] nuevo [3][4];", "horno [2] nuevo"),
        ("_`horno`_", "horno"),
        ("[1]", ""),
        ("horno [1]a", "horno [1]a"),
    ],
)
def test_a_stretch_is_bared(text: str, words: str) -> None:
    start, end = bare(text, 0, len(text), citations_in(text))
    assert text[start:end] == words


def test_citations_before_a_sentence_are_told() -> None:
    text = " [1] [2, 3] horno [4]"
    start, numbers = leading_citations(text, 0, len(text), citations_in(text))
    assert (text[start:], numbers) == (" horno [4]", (1, 2, 3))


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from(["horno", "[1]", "[2, 3]", "【4】", "**", " ", ".", "_", "\n"]), max_size=15
    ).map("".join)
)
def test_baring_and_blanking_lose_no_word(text: str) -> None:
    marks = citations_in(text)
    start, end = bare(text, 0, len(text), marks)
    assert 0 <= start <= end <= len(text)
    assert text[start:end].count("horno") == text.count("horno")
    blank = blanked(text, 0, len(text), marks)
    assert len(blank) == len(text)
    assert blank.count("horno") == text.count("horno")
    assert not any(sign.isdigit() for sign in blank)
