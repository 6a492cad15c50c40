import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.verify.polarity import level_words as module
from fidedigno.verify.polarity.level_changes import amounts_in
from fidedigno.verify.polarity.level_words import level_of, level_words, trend_of
from fidedigno.verify.polarity.roots import root_of
from fidedigno.verify.statement import Statement


@pytest.mark.parametrize(
    ("word", "language", "sign"),
    [
        ("aumentó", "es", 1),
        ("caída", "es", -1),
        ("rose", "en", 1),
        ("declined", "en", -1),
        ("opened", "en", 0),
    ],
)
def test_a_verb_tells_a_rise_or_a_fall(word: str, language: str, sign: int) -> None:
    assert trend_of(root_of(word, language), language) == sign


@pytest.mark.parametrize(
    ("word", "amount", "near", "sign"),
    [
        ("cheap", "£3", "", -1),
        ("cheap", "3 km", "", 0),
        ("heavy", "3 kg", "", 1),
        ("dry", "80%", "", 0),
        ("dry", "80%", "humidity", -1),
        ("high", "80%", "", 1),
    ],
)
def test_an_adjective_is_of_the_scale_of_its_measure(word: str, amount: str, near: str, sign: int) -> None:
    value = amounts_in(Statement.of(f"It is {amount}."))[0]
    assert level_of(root_of(word, "en"), value, frozenset({root_of(near, "en")}), "en") == sign


def test_a_file_without_its_groups_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "load", lambda name: {"words": {}})
    level_words.cache_clear()
    try:
        with pytest.raises(ConfigurationError):
            level_words("en")
    finally:
        level_words.cache_clear()
