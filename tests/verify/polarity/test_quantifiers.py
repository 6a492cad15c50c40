import pytest

from fidedigno.verify.polarity.overlap import Pair
from fidedigno.verify.polarity.quantifiers import Amount, differing_quantifiers, quantities_in
from fidedigno.verify.polarity.reading import read
from fidedigno.verify.statement import Statement


def surest(claim: str, evidence: str, language: str) -> float:
    pair = Pair(read(Statement.of(claim, language)), read(Statement.of(evidence, language)))
    return max((each.certainty for each in differing_quantifiers(pair)), default=0.0)


@pytest.mark.parametrize(
    ("language", "text", "amount"),
    [
        ("es", "No todos los planes caducan.", Amount.PART),
        ("es", "Casi todos los planes caducan.", Amount.MOST),
        ("en", "None of the plans expire.", Amount.NONE),
        ("en", "Plans rarely expire.", Amount.FEW),
    ],
)
def test_phrases_are_read_whole(language: str, text: str, amount: Amount) -> None:
    assert [each.amount for each in quantities_in(read(Statement.of(text, language)))] == [amount]


def test_a_claim_may_say_less_than_its_evidence_and_not_more() -> None:
    every, some = "All plans expire in May.", "Some plans expire in May."
    assert surest(every, some, "en") >= 0.5
    assert surest(some, every, "en") == 0.0


@pytest.mark.parametrize(
    ("language", "claim", "evidence"),
    [
        ("es", "Siempre se cobra comisión.", "A veces se cobra comisión."),
        ("es", "La mayoría de los socios vota.", "Pocos socios votan."),
        ("en", "The alarm always rings.", "The alarm never rings."),
    ],
)
def test_shares_that_exclude_each_other_are_found(language: str, claim: str, evidence: str) -> None:
    assert surest(claim, evidence, language) >= 0.5


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Every room has a balcony.", "All rooms have a balcony."),
        ("All rooms have a balcony.", "Some guests have a dog."),
        ("Not all rooms have a balcony.", "Some rooms have a balcony."),
        ("Rooms have a balcony.", "Some rooms have a balcony."),
    ],
)
def test_what_does_not_exclude_is_left(claim: str, evidence: str) -> None:
    assert surest(claim, evidence, "en") == 0.0
