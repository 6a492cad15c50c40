import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.verify.polarity import concepts as module
from fidedigno.verify.polarity.concepts import concepts_of, may_be_verb, phrase_at
from fidedigno.verify.polarity.reading import read
from fidedigno.verify.polarity.roots import root_of
from fidedigno.verify.statement import Statement


def share(one: str, language: str, other: str, other_language: str) -> bool:
    return bool(
        concepts_of(root_of(one, language), language)
        & concepts_of(root_of(other, other_language), other_language)
    )


@pytest.mark.parametrize(
    ("one", "language", "other", "other_language"),
    [
        ("bought", "en", "acquires", "en"),
        ("compró", "es", "adquirida", "es"),
        ("guardan", "es", "almacenó", "es"),
        ("purchase", "en", "compra", "es"),
    ],
)
def test_inflected_words_of_one_concept_meet(
    one: str, language: str, other: str, other_language: str
) -> None:
    assert share(one, language, other, other_language)


def test_opposites_share_no_concept() -> None:
    assert not share("open", "en", "close", "en")
    assert not share("permite", "es", "prohíbe", "es")


def test_a_phrase_is_one_word_even_with_its_object_inside() -> None:
    roots = [root_of(word, "en") for word in ["switch", "the", "pump", "off"]]
    found = phrase_at(roots, 0, "en")
    assert found is not None
    assert found[1] == (0, 3)
    tokens = read(Statement.of("The firm took over the mill.", "en")).tokens
    assert [t.text for t in tokens if t.content] == ["firm", "took", "mill"]


def test_verbs_are_known_by_their_concept() -> None:
    assert may_be_verb(root_of("vendieron", "es"), "es")
    assert not may_be_verb(root_of("tribunal", "es"), "es")


def test_a_row_without_a_language_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "load", lambda name: {"concepts": [{"es": "comprar"}]})
    module._concepts.cache_clear()
    try:
        with pytest.raises(ConfigurationError):
            module._concepts()
    finally:
        module._concepts.cache_clear()
