import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.verify.polarity.roots import are_cognate, root_of


@pytest.mark.parametrize(
    ("language", "family"),
    [
        ("es", "cancelar cancela canceló cancelación cancelable cancelaciones"),
        ("es", "admitir admite admisión"),
        ("es", "renovar renueva renovación renovable"),
        ("es", "expandir expandió expansión"),
        ("en", "cancel cancelled cancellation cancellable"),
        ("en", "admit admitted admission"),
        ("en", "acquire acquired acquisition"),
        ("en", "renew renewal renewable"),
    ],
)
def test_a_family_has_one_root(language: str, family: str) -> None:
    assert len({root_of(word, language) for word in family.split()}) == 1


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("es", "más", "masas"),
        ("es", "este", "estación"),
        ("en", "general", "generous"),
        ("en", "2019", "2020"),
    ],
)
def test_other_words_have_another(language: str, one: str, other: str) -> None:
    assert root_of(one, language) != root_of(other, language)


@given(st.text(min_size=1, max_size=80), st.sampled_from(["es", "en"]))
def test_any_word_has_a_root(word: str, language: str) -> None:
    assert isinstance(root_of(word, language), str)


def test_cognates_look_alike() -> None:
    assert are_cognate(root_of("reservar", "es"), root_of("reservation", "en"))
    assert not are_cognate(root_of("mesa", "es"), root_of("message", "en"))
