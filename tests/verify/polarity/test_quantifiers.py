import pytest

from fidedigno.verify.polarity.amount_words import Amount
from fidedigno.verify.polarity.amounts import quantities_in
from fidedigno.verify.polarity.quantifiers import differing_quantifiers
from fidedigno.verify.polarity.reading import read
from fidedigno.verify.statement import Statement
from tests.verify.polarity.comparing import surest_of


def surest(claim: str, evidence: str, language: str) -> float:
    return surest_of(differing_quantifiers, claim, evidence, language)


@pytest.mark.parametrize(
    ("language", "text", "amount"),
    [
        ("es", "No todos los planes caducan.", Amount.PART),
        ("es", "Casi todos los planes caducan.", Amount.NEARLY),
        ("en", "None of the plans expire.", Amount.NONE),
        ("en", "Plans rarely expire.", Amount.FEW),
    ],
)
def test_phrases_are_read_whole(language: str, text: str, amount: Amount) -> None:
    assert [each.amount for each in quantities_in(read(Statement.of(text, language)))] == [amount]


def test_more_than_the_evidence_differs_more_surely_than_less() -> None:
    every, some = "All plans expire in May.", "Some plans expire in May."
    assert surest(every, some, "en") > surest(some, every, "en") >= 0.5


def test_who_alone_may_is_told_from_anyone() -> None:
    assert surest("Anyone may enter the lab.", "Only members may enter the lab.", "en") >= 0.5
    assert (
        surest("Cualquiera puede entrar en la sala.", "Solo los socios pueden entrar en la sala.", "es")
        >= 0.5
    )
    assert surest("Only members may enter the lab.", "Nobody but members may enter the lab.", "en") == 0.0


def test_how_often_meets_how_many_times() -> None:
    assert surest("Se calibra en algunas sesiones.", "Se calibra siempre antes de la sesión.", "es") >= 0.5


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
