import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.verify.polarity import operators as module
from fidedigno.verify.polarity.operators import Role, operators


@pytest.mark.parametrize(
    ("language", "words", "role", "length"),
    [
        ("es", "no solo incluye", Role.CANCELS, 2),
        ("es", "no incluye", Role.NEGATOR, 1),
        ("es", "deja de funcionar", Role.REVERSE, 2),
        ("en", "not only", Role.CANCELS, 2),
        ("en", "has to pay", Role.NEED, 2),
        ("en", "has a pool", Role.HAVE, 1),
        ("en", "only if paid", Role.EXCEPTION, 2),
    ],
)
def test_the_longest_phrase_is_taken(language: str, words: str, role: Role, length: int) -> None:
    found = operators()[language].at(words.split(), 0)
    assert found is not None
    assert (found.role, found.length) == (role, length)


def test_other_words_are_none() -> None:
    assert operators()["en"].at(["table"], 0) is None
    assert operators()["en"].has("until", ["table"], 5) == 0


def test_a_missing_group_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "word_groups", lambda name: {})
    operators.cache_clear()
    try:
        with pytest.raises(ConfigurationError):
            operators()
    finally:
        operators.cache_clear()
