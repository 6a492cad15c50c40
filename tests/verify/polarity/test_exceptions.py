import pytest

from fidedigno.verify.polarity.exceptions import differing_exceptions
from fidedigno.verify.polarity.overlap import Pair
from fidedigno.verify.polarity.reading import read
from fidedigno.verify.polarity.weighed import standing
from fidedigno.verify.statement import Statement


def surest(claim: str, evidence: str, language: str) -> float:
    pair = Pair(read(Statement.of(claim, language)), read(Statement.of(evidence, language)))
    return max((each.certainty for each in standing(differing_exceptions(pair))), default=0.0)


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
