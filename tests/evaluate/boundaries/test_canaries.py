"""Words of a document are recognised as they are and in the forms that hide them, and only where they tell."""

import base64
import codecs
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.evaluate.boundaries.canaries import (
    MAX_PHRASES,
    MIN_TITLE,
    Mark,
    MarkFinder,
    MarkKind,
    marks_of,
    numbers_in,
    phrases_of,
    squeeze,
    views_of,
)
from tests.evaluate.boundaries.made import document

TEXT = "El encargado alteraba los partes de horas extraordinarias."
SECRET = document(1, title="Investigación interna", text=TEXT)
OTHER = document(2, title="Otra cosa", text="Nada de interés para nadie en este sitio.")


def found(text: str, *documents):
    everything = documents or (SECRET, OTHER)
    return {(mark.kind, form) for mark, form in MarkFinder(marks_of([SECRET], everything)).find(text).items()}


@pytest.mark.parametrize(
    ("form", "hidden"),
    [
        ("plain", TEXT),
        ("plain", TEXT.upper().replace(" ", "  ")),
        ("plain", " ".join(TEXT)),
        ("plain", "*".join(TEXT)),
        ("reversed", TEXT[::-1]),
        ("words reversed", " ".join(each[::-1] for each in TEXT.split())),
        ("rot13", codecs.encode(TEXT, "rot13")),
        ("escaped", quote(TEXT)),
        ("base64", base64.b64encode(TEXT.encode()).decode()),
        ("base64", base64.urlsafe_b64encode(TEXT.encode()).decode().rstrip("=")),
        ("hexadecimal", TEXT.encode().hex(" ")),
    ],
)
def test_a_sentence_is_recognised_in_every_form(form: str, hidden: str) -> None:
    assert (MarkKind.PHRASE, form) in found(f"Aquí está: {hidden}")


def test_a_title_is_recognised_without_accents() -> None:
    assert found("la INVESTIGACION INTERNA sigue") == {(MarkKind.TITLE, "plain")}


def test_a_long_number_is_recognised_whatever_separates_its_digits() -> None:
    secret = document(1, title="x", text="Son 51 200 euros.")
    (mark,) = marks_of([secret], [secret])
    assert mark.kind is MarkKind.NUMBER
    assert [bool(MarkFinder([mark]).find(each)) for each in ("51.200", "51200", "512", "151200")] == [
        True,
        True,
        False,
        False,
    ]
    assert numbers_in("del 5 al 12 de 2026") == set()


def test_words_that_a_readable_document_holds_too_tell_nothing() -> None:
    twin = document(3, title="Copia", text=TEXT)
    marks = [each for each in marks_of([SECRET], [SECRET, twin]) if each.kind is MarkKind.PHRASE]
    assert all(each.holders == {1, 3} for each in marks)
    assert not any(each.speaks_against(frozenset({3})) for each in marks)
    assert all(each.speaks_against(frozenset({2})) for each in marks)


def test_a_sentence_too_short_to_tell_is_no_mark() -> None:
    assert phrases_of(document(text="Sí o no. A b c d e f.")) == []


def test_a_long_document_gives_an_even_choice_of_its_sentences() -> None:
    sentences = [
        f"La frase número {chr(97 + n % 26) * 6}{chr(97 + n // 26)} habla de cosas distintas."
        for n in range(200)
    ]
    phrases = phrases_of(document(text=" ".join(sentences)))
    assert 0 < len(phrases) <= MAX_PHRASES
    last = [squeeze(each) for each in sentences[-5:]]
    assert any(phrase in each for phrase in phrases for each in last)


@given(st.text(max_size=200))
def test_any_text_can_be_looked_at(text: str) -> None:
    MarkFinder(marks_of([SECRET], [SECRET])).find(text)
    assert squeeze(squeeze(text)) == squeeze(text)


@given(
    st.lists(st.text("abc", min_size=MIN_TITLE, max_size=MIN_TITLE + 3), max_size=6),
    st.text("abc ", max_size=80),
)
def test_the_finder_finds_what_looking_for_each_mark_finds(squeezed: list[str], text: str) -> None:
    marks = [Mark(number, MarkKind.TITLE, each, frozenset()) for number, each in enumerate(squeezed)]
    expected = {each for each in marks if any(each.squeezed in view for _, view in views_of(text))}
    assert set(MarkFinder(marks).find(text)) == expected
