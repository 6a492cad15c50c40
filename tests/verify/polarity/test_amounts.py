import pytest

from fidedigno.verify.polarity.amount_words import Amount
from fidedigno.verify.polarity.amounts import quantities_in
from fidedigno.verify.polarity.reading import read
from fidedigno.verify.statement import Statement


def amounts(text: str, language: str) -> list[tuple[Amount, str]]:
    found = quantities_in(read(Statement.of(text, language)))
    return [(each.amount, each.of.text if each.of else "") for each in found]


@pytest.mark.parametrize(
    ("language", "text", "amount", "of"),
    [
        ("en", "Both parents sign.", Amount.EVERY, "parents"),
        ("en", "The room is for members only.", Amount.ONLY, "members"),
        ("en", "All the chemistry students agree.", Amount.EVERY, "students"),
        ("en", "Everybody agrees.", Amount.EVERY, ""),
        ("es", "La sala es solo para socios.", Amount.ONLY, "socios"),
        ("es", "Uno de los progenitores firma.", Amount.ONE, "progenitores"),
        ("es", "Casi ningún vecino vino.", Amount.FEW, "vecino"),
    ],
)
def test_what_is_counted(language: str, text: str, amount: Amount, of: str) -> None:
    assert amounts(text, language) == [(amount, of)]


@pytest.mark.parametrize(
    ("language", "text", "amount"),
    [
        ("en", "All rooms lack a desk.", Amount.NONE),
        ("en", "It does not cover all devices.", Amount.PART),
        ("en", "It does not hold any lead.", Amount.NONE),
        ("es", "No vino ningún vecino.", Amount.NONE),
        ("es", "Algunas salas carecen de mesa.", Amount.PART),
    ],
)
def test_a_denial_turns_the_amount(language: str, text: str, amount: Amount) -> None:
    assert [each for each, _ in amounts(text, language)] == [amount]


def test_belonging_is_no_share() -> None:
    assert amounts("The desk is part of the kit.", "en") == []
    assert amounts("La mesa forma parte del lote.", "es") == []
