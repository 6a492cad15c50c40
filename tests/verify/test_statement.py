"""A claim or a sentence of evidence, read once: every place is one of its text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.consolidate.plain import plain
from fidedigno.verify.statement import Comparison, Difference, Statement


@settings(deadline=None)
@given(st.text(max_size=80), st.sampled_from(["es", "en"]))
def test_words_and_folded_text_keep_every_place(text: str, language: str) -> None:
    read = Statement.of(text, language)
    assert len(read.folded) == len(text)
    for word in read.words:
        assert word.text == plain(text[word.start : word.end])
    assert all(one.end <= other.start for one, other in zip(read.words, read.words[1:], strict=False))


@pytest.mark.parametrize(
    ("text", "language", "function"), [("el Horno", "es", "el"), ("the Kiln", "en", "the")]
)
def test_function_words_have_no_stems_and_others_do(text: str, language: str, function: str) -> None:
    first, second = Statement.of(text, language).words
    assert (first.text, first.terms) == (function, frozenset())
    assert second.text == plain(second.text)
    assert second.terms


def test_statements_are_equal_by_what_they_say_and_where() -> None:
    assert Statement.of("a kiln") == Statement("a kiln")
    assert Statement.of("a kiln", context="Stock") != Statement.of("a kiln")
    assert len({Statement.of("a kiln"), Statement.of("a kiln")}) == 1


def test_a_comparison_that_found_nothing_is_empty() -> None:
    assert Comparison() == ((), (), ())
    assert Difference("number_differs", 0, 1, 2, 3)[5:] == ("", 1.0)
