"""A quotation is fair where it takes whole sentences from the stretch that is cited."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.draft.extractive import narrow
from fidedigno.verify.stretches import (
    cited_stretch,
    nearest_sentence,
    quotes_fairly,
    same_words,
    words_of,
)
from tests.fakes.cards import card

CONTENT = (
    "# Normas\n\nNo se admite nada tarde. Se puede consultar el manual.\n\n1. Entrega un PDF.\n2. Firma.\n"
)


def fair(text: str, content: str = CONTENT) -> bool:
    one = card(content=content)
    return quotes_fairly(text, one, cited_stretch(one))


@pytest.mark.parametrize(
    "text",
    [
        "No se admite nada tarde.",
        "Se puede consultar el manual.",
        "No se admite nada tarde. Se puede consultar el manual.",
        "Se puede consultar el manual",
        "Entrega un PDF.",
        CONTENT,
    ],
)
def test_whole_sentences_and_items_are_quoted_fairly(text: str) -> None:
    assert fair(text)


@pytest.mark.parametrize(
    "text",
    [
        "se admite nada tarde.",
        "No se admite",
        "nada tarde. Se puede consultar el manual.",
        "se puede consultar el manual.",
        "No se admite nada tarde. Entrega un PDF.",
        "Entrega",
        "",
        "  ",
        ".",
    ],
)
def test_a_part_of_a_sentence_and_sentences_put_together_are_not(text: str) -> None:
    assert not fair(text)


def test_the_whole_sentence_counts_even_if_its_words_stand_inside_another_first() -> None:
    assert fair("Se admite.", "Digo que no: Se admite. siempre no se cumple.\n\nSe admite.")


def test_only_the_narrowed_stretch_is_cited() -> None:
    one = card(content="Se admite. No se paga.")
    narrowed = narrow(one, 0, 10)
    assert cited_stretch(narrowed).text == "Se admite."
    assert quotes_fairly("Se admite.", narrowed, cited_stretch(narrowed))
    assert not quotes_fairly("No se paga.", narrowed, cited_stretch(narrowed))
    assert cited_stretch(one).text == one.content


@pytest.mark.parametrize(
    "end", ["1:5-2", "1:99-120", "1:0-999999999", "1:x-y", "1:0-99999999999999999999", "1:"]
)
def test_an_id_that_points_nowhere_carries_nothing_beyond_the_content(end: str) -> None:
    one = card(id=end, content="Se admite.")
    assert cited_stretch(one).text in one.content


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Se  admite.", "se admite", True),
        ("**Se admite**", "Se admite.", True),
        ("Si se admite", "Sí se admite", False),
        ("el 3,5 %", "el 3.5 %", False),
        ("el 10 %", "el 10", False),
        ("a 5 grados", "a -5 grados", False),
        ("Se admite?", "Se admite", False),
        ("", "", False),
        ("...", "---", False),
        ("hasta el lunes", "desde el lunes", False),
    ],
)
def test_words_are_the_same_whatever_their_marks(one: str, other: str, same: bool) -> None:
    assert same_words(one, other) is same


@given(st.text(max_size=200))
def test_hostile_text_is_cut_into_words_and_never_quoted_in_part(text: str) -> None:
    assert same_words(text, f" {text}\n") is bool(words_of(text))
    one = card(content=f"antes {text} despues")
    if words_of(text) and not set(text) & set(".!?…:\n\r\v\f|\t\x1c\x1d\x1e\x85\u2028\u2029"):
        assert not quotes_fairly(text, one, cited_stretch(one))


def test_the_nearest_sentence_shares_most_words() -> None:
    whole = cited_stretch(card(content=CONTENT))
    assert nearest_sentence("consultar un manual", whole, "es") == "Se puede consultar el manual."
    assert nearest_sentence("x", cited_stretch(card(content="")), "es") == ""
