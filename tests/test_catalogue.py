import pytest

from fidedigno.catalogue import Wording, placeholders, read_catalogue
from fidedigno.errors import ConfigurationError

WORDS = Wording("fidedigno.verify", "messages.yaml")


def test_a_text_is_said_in_the_language_asked_and_in_english_for_any_other() -> None:
    assert WORDS.say("question", "es") == "Pregunta"
    assert WORDS.say("question", "en") == WORDS.say("question", "fr") == "Question"


def test_values_are_put_in_and_never_interpreted() -> None:
    assert WORDS.say("passage_label", "en", passage="{x}") == "Passage {x}"
    assert placeholders("a {b} c {d}") == {"b", "d"}


def test_an_unknown_text_or_a_wrong_value_is_an_error() -> None:
    with pytest.raises(ConfigurationError, match="no text is called"):
        WORDS.say("nothing", "es")
    with pytest.raises(ConfigurationError, match="takes"):
        WORDS.say("question", "es", extra=1)
    assert not WORDS.has("nothing")


@pytest.mark.parametrize(
    "data", [None, {"a": {"es": "x"}}, {"a": {"es": "x", "en": " "}}, {"a": {"es": "{x}", "en": "{y}"}}]
)
def test_a_catalogue_that_is_not_whole_in_both_languages_is_refused(data: object) -> None:
    with pytest.raises(ConfigurationError):
        read_catalogue(data)
