"""Which language a few words lean to."""

import pytest

from fidedigno.verify.leaning import leaning


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("los costes de la obra", "es"),
        ("the costs of the work", "en"),
        ("los costs of the work with it", "en"),
    ],
)
def test_the_language_with_more_function_words_wins(words: str, language: str) -> None:
    assert leaning(words.split(), "es") == leaning(words.split(), "en") == language


@pytest.mark.parametrize("words", ["", "SKU 441", "no"])
def test_where_nothing_tells_it_is_the_other_given(words: str) -> None:
    assert (leaning(words.split(), "es"), leaning(words.split(), "en")) == ("es", "en")
