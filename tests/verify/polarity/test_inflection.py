import pytest

from fidedigno.verify.polarity.inflection import fits


@pytest.mark.parametrize(
    ("word", "base", "other", "other_base", "language", "before", "can"),
    [
        ("abre", "abrir", "cierra", "cerrar", "es", "", True),
        ("abren", "abrir", "cierra", "cerrar", "es", "", False),
        ("obligatoria", "obligatorio", "opcional", "opcional", "es", "", True),
        ("obligatorias", "obligatorio", "opcional", "opcional", "es", "", False),
        ("opens", "open", "closes", "close", "en", "", True),
        ("opened", "open", "closes", "close", "en", "", False),
        ("internal", "internal", "external", "external", "en", "an", True),
        ("increase", "increase", "decrease", "decrease", "en", "an", False),
        ("bought", "buy", "sold", "sell", "en", "", False),
    ],
)
def test_a_word_stands_for_its_opposite_in_the_same_inflection_only(
    word: str, base: str, other: str, other_base: str, language: str, before: str, can: bool
) -> None:
    assert fits(word, base, other, other_base, language, before) is can
