import pytest

from fidedigno.verify.polarity.parity import differing_parity
from tests.verify.polarity.comparing import surest_of


def surest(claim: str, evidence: str, language: str) -> float:
    return surest_of(differing_parity, claim, evidence, language)


@pytest.mark.parametrize(
    ("language", "claim", "evidence"),
    [
        ("en", "The joining fee is prorated for pupils.", "The joining fee is never staggered for pupils."),
        ("es", "La cuota de entrada se prorratea a socios.", "La cuota de entrada jamás se trocea a socios."),
    ],
)
def test_two_unknown_verbs_of_which_one_is_denied_differ(language: str, claim: str, evidence: str) -> None:
    assert surest(claim, evidence, language) >= 0.5


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The north gate stays open at night.", "The north gate is not closed at night."),
        ("The fee is never waived for pupils.", "The fee is not cut for pupils."),
        ("The lamp hums.", "The gate is not painted."),
    ],
)
def test_denied_opposites_and_other_subjects_are_left(claim: str, evidence: str) -> None:
    assert surest(claim, evidence, "en") < 0.5
