import pytest

from fidedigno.catalogue import placeholders
from fidedigno.deliver.wording import message, message_keys, template
from fidedigno.errors import ConfigurationError

SAME_IN_BOTH = {"clarify_choices"}


def test_the_refusal_is_that_of_the_permissions_article() -> None:
    assert message("refusal", "es") == "No tengo una fuente aprobada disponible para responder eso."
    assert message("refusal", "en") == "I have no approved source available to answer that."


@pytest.mark.parametrize("key", message_keys())
def test_every_message_is_in_both_languages_and_differs(key: str) -> None:
    written = {language: template(key, language) for language in ("es", "en")}
    values = dict.fromkeys(placeholders(written["es"]), "7")
    shown = {language: message(key, language, **values) for language in written}
    assert all(text.strip() and "{" not in text for text in shown.values())
    if key not in SAME_IN_BOTH:
        assert shown["es"] != shown["en"]


def test_values_are_put_in_and_never_interpreted() -> None:
    assert message("version", "es", version="{0} {key}") == "versión {0} {key}"
    assert placeholders("a {b} c {d}") == {"b", "d"}


def test_an_unknown_message_or_a_wrong_value_is_an_error() -> None:
    with pytest.raises(ConfigurationError, match="no message is called"):
        message("nothing", "es")
    with pytest.raises(ConfigurationError, match="takes"):
        message("page", "es")
    with pytest.raises(ConfigurationError, match="takes"):
        message("refusal", "es", page=1)
