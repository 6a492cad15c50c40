import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.verify.polarity import role_words as module
from fidedigno.verify.polarity.role_words import words
from fidedigno.verify.polarity.roots import root_of


def test_verbs_are_known_in_any_form() -> None:
    assert root_of("enviaron", "es") in words("es").roots["giving"]
    assert root_of("bought", "en") in words("en").roots["receiving"]


def test_a_missing_group_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "word_groups", lambda name: {})
    words.cache_clear()
    try:
        with pytest.raises(ConfigurationError):
            words("en")
    finally:
        words.cache_clear()
