import pytest

from fidedigno.verify.polarity.opposites import differing_opposites
from tests.verify.polarity.comparing import surest_of

MIRRORED = [
    ("en", "The shop is open after Easter.", "The shop is closed until Easter."),
    ("en", "After noon, tickets are dearer.", "Tickets are cheaper before noon."),
    ("en", "When temperature falls, pressure rises.", "When temperature rises, pressure falls."),
    ("en", "Opponents of the ban won the vote.", "Supporters of the ban lost the vote."),
    ("es", "La tienda abre después de Pascua.", "La tienda está cerrada hasta Pascua."),
    ("es", "Cuando baja la temperatura, sube la presión.", "Cuando sube la temperatura, baja la presión."),
    ("es", "Los contrarios al veto ganaron.", "Los partidarios del veto perdieron."),
    ("es", "La pared exterior está húmeda.", "La pared interior está seca."),
]
TURNED = [
    ("en", "The shop is open until Easter.", "The shop is closed until Easter."),
    ("en", "When temperature rises, pressure rises.", "When temperature rises, pressure falls."),
    ("en", "Supporters of the ban won the vote.", "Supporters of the ban lost the vote."),
    ("es", "La tienda está abierta hasta Pascua.", "La tienda está cerrada hasta Pascua."),
    ("es", "Cuando sube la temperatura, sube la presión.", "Cuando sube la temperatura, baja la presión."),
    ("es", "La pared exterior está seca.", "La pared exterior está húmeda."),
]


@pytest.mark.parametrize(("language", "claim", "evidence"), MIRRORED)
def test_two_opposites_at_once_are_no_contradiction(language: str, claim: str, evidence: str) -> None:
    assert surest_of(differing_opposites, claim, evidence, language) < 0.5


@pytest.mark.parametrize(("language", "claim", "evidence"), TURNED)
def test_one_of_them_alone_is(language: str, claim: str, evidence: str) -> None:
    assert surest_of(differing_opposites, claim, evidence, language) >= 0.5
