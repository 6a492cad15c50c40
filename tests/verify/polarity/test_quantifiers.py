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


@pytest.mark.parametrize(
    ("language", "claim", "evidence"),
    [
        ("en", "One in four members cycles.", "Half of the members cycle."),
        ("es", "La mitad de los socios vota.", "Uno de cada diez socios vota."),
        ("en", "About half of the pupils walk.", "Nearly all of the pupils walk."),
        (
            "es",
            "Aproximadamente la mitad de los alumnos camina.",
            "La inmensa mayoría de los alumnos camina.",
        ),
        ("en", "The bin is emptied every Monday.", "The bin is emptied every other Monday."),
        ("es", "La ruta sale todos los lunes.", "La ruta sale en lunes alternos."),
        ("en", "Two of the three lamps failed.", "None of the three lamps passed."),
        ("es", "Suspendió uno de los dos aspirantes.", "No aprobó ninguno de los dos aspirantes."),
        ("en", "The library rarely opens on Sundays.", "With few exceptions, the library opens on Sundays."),
        ("es", "El ferri rara vez zarpa puntual.", "El ferri zarpa puntual salvo contadas excepciones."),
        (
            "en",
            "Each and every one of those on board has a licence.",
            "At least one person on board has a licence.",
        ),
        ("es", "La totalidad de los jarrones es griega.", "Algunos de los jarrones, no todos, son griegos."),
    ],
)
def test_other_shares_of_the_same_differ(language: str, claim: str, evidence: str) -> None:
    assert surest_of(differing_quantifiers, claim, evidence, language) >= 0.5


@pytest.mark.parametrize(
    ("language", "claim", "evidence"),
    [
        ("en", "Every second Monday the bin is emptied.", "The bin is emptied on alternate Mondays."),
        ("es", "La mitad de los socios vota.", "Uno de cada dos socios vota."),
        ("en", "A quarter of the members cycle.", "One in four members cycles."),
        ("en", "All of the lamps failed.", "None of the lamps passed."),
        ("es", "Los dos aspirantes suspendieron.", "Ninguno de los dos aspirantes aprobó."),
        ("en", "She is one of the best divers.", "She is among the best divers of all time."),
        ("en", "Only people with a badge are admitted.", "Nobody without a badge is admitted."),
        ("en", "People of many faiths came.", "People of all faiths and none came."),
        ("en", "Every other member of the crew was ill.", "All the members of the crew were ill."),
        ("es", "Casi siempre zarpa puntual.", "Zarpa puntual salvo contadas excepciones."),
    ],
)
def test_one_share_in_other_words_differs_in_nothing(language: str, claim: str, evidence: str) -> None:
    assert surest_of(differing_quantifiers, claim, evidence, language) < 0.5
