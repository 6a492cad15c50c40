import pytest

from fidedigno.verify.polarity.negation import differing_modes
from fidedigno.verify.statement import Difference
from tests.verify.polarity.comparing import found_by, surest_of


def differing(claim: str, evidence: str, language: str) -> list[Difference]:
    return found_by(differing_modes, claim, evidence, language)


def surest(claim: str, evidence: str, language: str) -> float:
    return surest_of(differing_modes, claim, evidence, language)


def test_the_stretch_holds_the_denial_and_what_it_denies() -> None:
    claim, evidence = "Puedes cancelar el plan Pro.", "El plan Pro no admite cancelación."
    found = differing(claim, evidence, "es")[0]
    assert claim[found.start : found.end] == "Puedes cancelar"
    assert evidence[found.evidence_start : found.evidence_end] == "no admite cancelación"


def test_a_narrower_denial_is_less_certain() -> None:
    whole = surest("La tienda abre.", "La tienda no abre.", "es")
    narrow = surest("La tienda abre.", "La tienda no abre domingos festivos.", "es")
    assert whole == 1.0
    assert narrow < whole


def test_naming_a_thing_is_not_saying_that_it_is_so() -> None:
    assert surest("The card does not expire.", "The expiry date of the card is printed.", "en") < 0.5


def test_what_only_some_do_is_not_denied_by_others() -> None:
    assert surest("Some banks do not charge commissions.", "Banks charge commissions.", "en") < 0.5


@pytest.mark.parametrize(
    ("language", "claim", "evidence"),
    [
        ("en", "The ticket is valid.", "The ticket is non-valid."),
        ("es", "El trato es equitativo.", "El trato es inequitativo."),
        ("en", "The soil is fertile and arable.", "The soil is fertile and unarable."),
    ],
)
def test_a_denying_prefix_denies(language: str, claim: str, evidence: str) -> None:
    assert surest(claim, evidence, language) >= 0.5


@pytest.mark.parametrize(
    ("one", "other"),
    [("Se forma el grupo.", "Se informa el grupo."), ("The lid covers it.", "He discovers it.")],
)
def test_what_only_looks_like_a_denying_prefix_denies_nothing(one: str, other: str) -> None:
    assert differing(one, other, "es" if "grupo" in one else "en") == []


def test_conditions_and_exceptions_are_not_asserted() -> None:
    assert differing("The order ships.", "If the order does not ship, call us.", "en") == []
    assert surest("Se envía el pedido.", "Se envía el pedido salvo que no se pague.", "es") == 0.0
