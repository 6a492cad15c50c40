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


BOTH_SAID = [
    ("en", "The gate is open in summer and closed in winter.", "In winter the gate is {}.", "closed", "open"),
    (
        "en",
        "The cold tap is on the right and the hot tap on the left.",
        "The hot tap is on the {}.",
        "left",
        "",
    ),
    ("en", "Adults pay a high fee and pupils a low one.", "Pupils pay a {} fee.", "low", ""),
    (
        "es",
        "La pared interior está seca y la exterior, húmeda.",
        "La pared exterior está {}.",
        "húmeda",
        "seca",
    ),
    (
        "es",
        "La verja se abre en verano y se cierra en invierno.",
        "La verja se {} en invierno.",
        "cierra",
        "",
    ),
    ("es", "La cuota de adultos es alta y la de alumnos, baja.", "La cuota de alumnos es {}.", "baja", ""),
]


@pytest.mark.parametrize(("language", "evidence", "frame", "right", "wrong"), BOTH_SAID)
def test_a_word_and_its_opposite_are_each_of_what_stands_nearest(
    language: str, evidence: str, frame: str, right: str, wrong: str
) -> None:
    assert surest_of(differing_opposites, frame.format(right), evidence, language) < 0.5
    if wrong:
        assert surest_of(differing_opposites, frame.format(wrong), evidence, language) >= 0.5
