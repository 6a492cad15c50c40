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


@pytest.mark.parametrize(
    ("language", "claim", "evidence"),
    [
        ("en", "The pilot has yet to sign the log.", "The pilot signed the log."),
        ("es", "El vecino olvidó firmar el acta.", "El vecino firmó el acta."),
        ("en", "The club refrained from naming the buyer.", "The club named the buyer."),
        ("es", "El club se abstuvo de nombrar al comprador.", "El club nombró al comprador."),
        ("en", "The council accepted the plan.", "The council turned down the plan."),
        ("es", "Los socios aprobaron la cuota, y el club aceptó la queja.", "El club rechazó la queja."),
        ("es", "Guardarlo al sol está permitido.", "Guardarlo al sol está descartado."),
        ("en", "The shop still takes cheques.", "The shop no longer takes cheques."),
        ("es", "Los coches de Lugo pueden girar.", "Los coches de la línea Lugo–Vigo ya no pueden girar."),
    ],
)
def test_verbs_of_not_doing_deny(language: str, claim: str, evidence: str) -> None:
    assert surest(claim, evidence, language) >= 0.5


@pytest.mark.parametrize(
    ("language", "claim", "evidence"),
    [
        (
            "en",
            "The man has never been identified.",
            "The photograph was published to help identify the man.",
        ),
        ("en", "The staff use the tool.", "The report asks why the staff are not using the tool."),
        ("en", "The lift moved slightly.", "The lift shook, not the sudden moves of old films."),
        ("en", "The claim for wages was dismissed.", "The court rejected the claim for wages."),
        ("es", "El juez desestimó la demanda.", "El juez rechazó la demanda."),
        ("en", "No admission is charged.", "Admission is free."),
        ("en", "No, but it has a pool.", "It has a pool."),
        ("es", "Los cinco voluntarios reciben un mapa.", "Reciben un mapa cinco voluntarios."),
        ("en", "He signed the log.", "He denied having signed the log."),
        ("en", "The price was cut.", "They saved money by not cutting the price."),
    ],
)
def test_what_is_no_denial_of_the_same_is_no_contradiction(language: str, claim: str, evidence: str) -> None:
    assert surest(claim, evidence, language) < 0.5
