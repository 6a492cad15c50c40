from __future__ import annotations

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.verify.entities.vocabulary import is_common, is_function, load, vocabulary


@pytest.mark.parametrize(
    "word",
    [
        "recognition",
        "Customers",
        "scaling",
        "Políticas",
        "devoluciones",
        "Afortunadamente",
        "Monday",
        "enero",
        "The",
        "según",
    ],
)
def test_common_words_of_both_languages_in_any_form(word: str) -> None:
    assert is_common(word)


@pytest.mark.parametrize("word", ["Marlow", "Zephyr", "Helen", "Íñigo", "Kubernetes", "Xi"])
def test_names_are_not_common(word: str) -> None:
    assert not is_common(word)


def test_function_words_are_folded() -> None:
    assert is_function("segun")
    assert not is_function("marlow")


def test_lists_are_folded_but_acronyms_are_as_written() -> None:
    assert "senora" in vocabulary().titles
    assert "IT" in vocabulary().acronyms
    assert "it" not in vocabulary().acronyms


@pytest.mark.parametrize("data", [None, {}, {"es": {"titles": ["sr"]}}, {"es": {"titles": ""}}])
def test_a_missing_list_is_refused_by_name(data: object) -> None:
    with pytest.raises(ConfigurationError, match=r"es\.titles"):
        load(data, "here")
