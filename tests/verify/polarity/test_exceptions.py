import pytest

from fidedigno.verify.polarity.exceptions import differing_exceptions
from tests.verify.polarity.comparing import surest_of


def surest(claim: str, evidence: str, language: str) -> float:
    return surest_of(differing_exceptions, claim, evidence, language)


@pytest.mark.parametrize(
    ("language", "claim", "evidence"),
    [
        ("en", "Everyone signs, including trainees.", "Everyone except trainees signs."),
        ("es", "Firman todos, incluidos los becarios.", "Todos menos los becarios firman."),
        ("en", "Everyone except cooks wears a badge.", "Everyone wears a badge, including cooks."),
    ],
)
def test_what_is_excepted_is_not_included(language: str, claim: str, evidence: str) -> None:
    assert surest(claim, evidence, language) >= 0.5


@pytest.mark.parametrize(
    ("language", "claim", "evidence"),
    [
        ("en", "All signed but the trainees.", "Everyone except trainees signed."),
        ("es", "Todos salvo los becarios firman.", "Todos menos los becarios firman."),
        ("en", "Trainees need not sign.", "Everyone except trainees has to sign."),
        ("en", "Most of the lamps work.", "All but two of the lamps work."),
    ],
)
def test_the_same_exception_and_its_contrary_agree(language: str, claim: str, evidence: str) -> None:
    assert surest(claim, evidence, language) < 0.5
