import pytest

from fidedigno.deliver.wording import message, message_keys, placeholders, read_catalogue
from fidedigno.errors import ConfigurationError


def test_the_refusal_is_that_of_the_permissions_article() -> None:
    assert message("refusal", "es") == "No tengo una fuente aprobada disponible para responder eso."
    assert message("refusal", "en") == "I have no approved source available to answer that."


def test_every_message_is_in_both_languages_and_differs() -> None:
    assert message_keys()
    for key in message_keys():
        with_values = {}
        for language in ("es", "en"):
            try:
                text = message(key, language, **with_values)
            except ConfigurationError:
                names = {"page", "version", "date", "start", "end", "limit"}
                text = (
                    next(
                        message(key, language, **values)
                        for values in ({n: "7"} for n in names)
                        if _accepts(key, language, values)
                    )
                    if any(_accepts(key, language, {n: "7"}) for n in names)
                    else message(key, language, start=1, end=2)
                )
            assert text.strip()
            assert "{" not in text


def _accepts(key: str, language: str, values: dict[str, str]) -> bool:
    try:
        message(key, language, **values)
    except ConfigurationError:
        return False
    return True


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


@pytest.mark.parametrize(
    "data", [None, {"a": {"es": "x"}}, {"a": {"es": "x", "en": " "}}, {"a": {"es": "{x}", "en": "{y}"}}]
)
def test_a_catalogue_that_is_not_whole_in_both_languages_is_refused(data: object) -> None:
    with pytest.raises(ConfigurationError):
        read_catalogue(data)
