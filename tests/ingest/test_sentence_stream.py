from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.ingest.sentence_stream import Sentence, SentenceReader
from fidedigno.ingest.sentences import sentences

PLAIN = [
    "El plazo es de 3.5 días. ", "Escriba a la Sra. López. ", "See e.g. the guide. ", "Is it so? ", "¿Y eso? ¡Sí! ",
    "- item\n", "1. Uno.\n", "\n", "\n\n", "```\n", "# Title\n", "    code\n", "word\n", "[x]\n", "\r\n", "\r", "...",
    "«", '"', ". ", "a. ", "2024-01-01 10:00:00 log. Line\n", "\u2028", "😀", "\ud800", "\x00", "שלום. ",
]  # fmt: skip
AWKWARD = ["x.log. ", "x | y | z\n", "| a | b |\n", "\t", "----\n", "====\n", "---\n", "Foo.\n===\n"]


def read(text: str, cuts: Sequence[int]) -> list[Sentence]:
    reader, found, last = SentenceReader(), [], 0
    for cut in [*sorted(cuts), len(text)]:
        found += reader.feed(text[last:cut])
        last = cut
    return found + reader.close()


def pieces(parts: list[str]) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(parts), max_size=14).map("".join)


@settings(max_examples=300, deadline=None)
@given(pieces(PLAIN + AWKWARD), st.data())
def test_the_sentences_do_not_depend_on_how_the_text_is_cut(text: str, data: st.DataObject) -> None:
    cuts = data.draw(st.lists(st.integers(0, len(text)), max_size=6))
    whole = read(text, [])
    assert read(text, cuts) == whole
    assert read(text, range(len(text))) == whole
    assert all(text[each.start : each.end] == each.text for each in whole)


@settings(max_examples=300, deadline=None)
@given(pieces(PLAIN))
def test_they_are_the_sentences_of_the_whole_text(text: str) -> None:
    assert [(each.start, each.end) for each in read(text, range(len(text)))] == sentences(text)


@pytest.mark.parametrize(
    "text", ["Un plazo.\n======\n\nSí.", "| a | b |\n|---|---|\n| 1. B | 2 |\n", "- a\n- b. C\n\nd"]
)
def test_titles_tables_and_lists_stay_whole(text: str) -> None:
    assert [(each.start, each.end) for each in read(text, range(len(text)))] == sentences(text)


@pytest.mark.parametrize(
    ("before", "after", "given_out"),
    [
        ("El plazo es de 3", ".5 días.", []),
        ("Hable con la Sra. ", "López.", []),
        ("See e.g. ", "this.", []),
        ("It costs 5 euros. ", "", []),
        ("It costs 5 euros. T", "hat is all.", ["It costs 5 euros."]),
        ("Cuesta 5 euros. ¿", "Y qué?", []),
        ("Cuesta 5 euros. ¿Y", " qué?", ["Cuesta 5 euros."]),
        ("- first\n- s", "econd", ["- first"]),
    ],
)
def test_a_sentence_comes_as_soon_as_nothing_can_change_it(
    before: str, after: str, given_out: list[str]
) -> None:
    reader = SentenceReader()
    assert [each.text for each in reader.feed(before)] == given_out
    reader.feed(after)
    reader.close()


def test_what_was_given_out_is_not_held() -> None:
    reader = SentenceReader()
    for _ in range(2_000):
        reader.feed("A sentence of some words. ")
    assert len(reader._text) < 100


def test_a_closed_text_takes_no_more() -> None:
    reader = SentenceReader()
    assert [each.text for each in [*reader.feed("one"), *reader.close()]] == ["one"]
    assert reader.close() == []
    with pytest.raises(ValueError, match="closed"):
        reader.feed("two")
