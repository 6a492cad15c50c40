"""Every word of healing exists in both languages, and is recognised in an answer again."""

import pytest

from fidedigno.catalogue import read_catalogue
from fidedigno.errors import ConfigurationError
from fidedigno.ingest.analyse import LANGUAGES
from fidedigno.verify.heal.changes import ChangeKind
from fidedigno.verify.heal.strategy import Strategy
from fidedigno.verify.heal.wording import catalogue, own_words, say


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_strategy_and_kind_has_its_words(language: str) -> None:
    assert all(say(f"done.{each}", language) for each in Strategy)
    assert all(say(f"kind.{each}", language) for each in ChangeKind)


def test_another_language_is_told_in_english() -> None:
    assert say("decline", "fr") == say("decline", "en")


@pytest.mark.parametrize("values", [{}, {"number": 1, "more": 2}])
def test_a_text_takes_exactly_its_values(values: dict[str, int]) -> None:
    with pytest.raises(ConfigurationError):
        say("label.see", "es", **values)


def test_a_text_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(ConfigurationError, match="no text"):
        say("nothing", "es")


@pytest.mark.parametrize(
    "data",
    [None, {"a": "x"}, {"a": {"es": "x"}}, {"a": {"es": "x", "en": " "}}, {"a": {"es": "{n}", "en": "x"}}],
)
def test_an_incomplete_catalogue_is_refused(data: object) -> None:
    with pytest.raises(ConfigurationError):
        read_catalogue(data)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["note.names", "note.claims", "note.other_language", "decline"])
def test_own_words_are_found_wherever_they_stand(key: str, language: str) -> None:
    text = say(key, language)
    assert own_words(f"Uno 🙂. {text}") == ((7, 7 + len(text)),)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_prefix_counts_at_the_beginning_alone(language: str) -> None:
    text = say("prefix.data", language)
    assert own_words(f"  {text} x") == ((2, 2 + len(text)),)
    assert own_words(f"x {text} x") == ()


def test_texts_in_the_answer_take_no_values() -> None:
    inside = [key for key in catalogue() if key.startswith(("prefix.", "note.")) or key == "decline"]
    assert len(inside) == 7
    assert all("{" not in text for key in inside for text in catalogue()[key].values())


def test_the_three_beginnings_differ() -> None:
    for language in LANGUAGES:
        assert len({say(f"prefix.{kind}", language) for kind in ("data", "policy", "source")}) == 3
