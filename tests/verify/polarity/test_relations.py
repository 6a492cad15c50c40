import pytest

from fidedigno.verify.polarity.overlap import Pair
from fidedigno.verify.polarity.reading import read
from fidedigno.verify.polarity.relations import differing_relations, relations_in, settled_by_relation
from fidedigno.verify.statement import Statement
from tests.verify.polarity.comparing import found_by, surest_of


def settled(claim: str, evidence: str, language: str) -> bool:
    pair = Pair(read(Statement.of(claim, language)), read(Statement.of(evidence, language)))
    return bool(settled_by_relation(pair))


@pytest.mark.parametrize(
    ("language", "text", "name", "first", "second"),
    [
        ("en", "Ridley employs Harker.", "employs", "ridley", "harker"),
        ("en", "Harker is employed by Ridley.", "employs", "ridley", "harker"),
        ("en", "Harker works as a clerk for Ridley.", "employs", "ridley", "harker"),
        ("en", "Korven took Brightwater to court.", "sues", "korven", "brightwater"),
        ("en", "The mill stands north of the chapel.", "north", "mill", "chapel"),
        ("en", "The store makes calls to the scheduler.", "calls", "store", "scheduler"),
        ("es", "Lerma trabaja para Cobos.", "employs", "cobos", "lerma"),
        ("es", "El lote consta de una bomba.", "contains", "lote", "bomba"),
        ("es", "La bomba forma parte del lote.", "contains", "lote", "bomba"),
        ("es", "La fuga la provocó una válvula.", "causes", "valvula", "fuga"),
        ("es", "Presentó la denuncia el árbitro contra el entrenador.", "denounces", "arbitro", "entrenador"),
        ("es", "El Aile es afluente del Corr.", "flows", "aile", "corr"),
    ],
)
def test_first_and_second_whichever_end_tells_it(
    language: str, text: str, name: str, first: str, second: str
) -> None:
    told = [
        ([t.text for t in each.first], [t.text for t in each.second])
        for each in relations_in(read(Statement.of(text, language)))
        if each.name == name
    ]
    assert told == [([first], [second])]


@pytest.mark.parametrize(
    ("language", "evidence", "faithful", "changed"),
    [
        (
            "en",
            "The coxswain manages the stokers.",
            "The stokers report to the coxswain.",
            "The coxswain reports to the stokers.",
        ),
        (
            "en",
            "The Dove runs into the Trent.",
            "The Dove is a tributary of the Trent.",
            "The Trent is a tributary of the Dove.",
        ),
        ("en", "Pax Films is a subsidiary of Orbis.", "Orbis owns Pax Films.", "Pax Films owns Orbis."),
        (
            "en",
            "The blackout resulted from a fallen pylon.",
            "A fallen pylon caused the blackout.",
            "The blackout caused a fallen pylon.",
        ),
        (
            "es",
            "La encargada supervisa a los mozos.",
            "Los mozos dependen de la encargada.",
            "La encargada depende de los mozos.",
        ),
        ("es", "El Betis perdió contra el Cádiz.", "El Cádiz ganó al Betis.", "El Betis ganó al Cádiz."),
        (
            "es",
            "La farmacia está al este del mercado.",
            "El mercado está al oeste de la farmacia.",
            "El mercado está al este de la farmacia.",
        ),
        (
            "es",
            "Sorbide se sustituye por Calmex.",
            "Calmex reemplaza a Sorbide.",
            "Sorbide reemplaza a Calmex.",
        ),
    ],
)
def test_only_exchanged_parties_differ(language: str, evidence: str, faithful: str, changed: str) -> None:
    assert surest_of(differing_relations, changed, evidence, language) >= 0.5
    assert not found_by(differing_relations, faithful, evidence, language)
    assert settled(faithful, evidence, language)
    assert not settled(changed, evidence, language)


def test_what_one_verb_denies_another_cannot_tell() -> None:
    found = found_by(differing_relations, "Harker works for Ridley.", "Ridley does not employ Harker.")
    assert [each.code for each in found] == ["negation_differs"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Herons nest behind the chapel."),
        ("en", "If the deputy replaces the captain, a note is made."),
        ("es", "Las garzas anidan detrás de la ermita."),
        ("es", "La parte norte de la finca es de pasto."),
    ],
)
def test_where_and_when_are_no_parties(language: str, text: str) -> None:
    assert not relations_in(read(Statement.of(text, language)))
