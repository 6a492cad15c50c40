import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.verify.polarity import lexicon as module
from fidedigno.verify.polarity.lexicon import Kind, lexicon, opposition, places_of, sides_of_root
from fidedigno.verify.polarity.roots import root_of


def test_there_are_enough_pairs_and_each_is_in_both_languages() -> None:
    for language in ("es", "en"):
        rows = {place.row for places in lexicon().by_root[language].values() for place in places}
        assert len(rows) == lexicon().rows >= 250


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("abren", "cerraron", "es"),
        ("prohibición", "permite", "es"),
        ("opened", "closing", "en"),
        ("sold", "buys", "en"),
    ],
)
def test_inflected_and_derived_forms_are_opposed(one: str, other: str, language: str) -> None:
    found = opposition(root_of(one, language), language, root_of(other, language), language)
    assert found is not None
    assert found[0].side != found[1].side


def test_opposites_meet_across_languages() -> None:
    assert opposition(root_of("gratuito", "es"), "es", root_of("paid", "en"), "en") is not None


def test_words_of_one_side_are_not_opposed() -> None:
    one, other = root_of("rejects", "en"), root_of("denies", "en")
    assert opposition(one, "en", other, "en") is None
    assert sides_of_root(one, "en") & sides_of_root(other, "en")


def test_no_root_stands_on_both_sides_of_a_pair() -> None:
    for places in (*lexicon().by_root["es"].values(), *lexicon().by_root["en"].values()):
        assert len({place.row for place in places}) == len(places)


def test_an_unknown_root_stands_nowhere() -> None:
    assert places_of("zzz", "en") == ()


@pytest.mark.parametrize(
    "row",
    [
        {"es": "alto | bajo"},
        {"es": "alto", "en": "high | low"},
        {"es": "Ágil | bajo", "en": "a | b"},
        {"es": "cama | camas", "en": "bed | floor"},
    ],
)
def test_a_row_that_is_not_two_sides_in_both_languages_is_refused(
    row: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "load", lambda name: {kind.value: [row] for kind in Kind})
    lexicon.cache_clear()
    try:
        with pytest.raises(ConfigurationError):
            lexicon()
    finally:
        lexicon.cache_clear()
