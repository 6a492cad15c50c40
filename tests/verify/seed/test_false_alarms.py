"""Faithful answers in which counting words sees an error. Nothing may be found in them."""

import pytest

from fidedigno.verify import Check, Risk, Verifier
from tests.verify.seed.cases import Case, all_clear, contradictions, in_both, inspected


@in_both(
    es=Case(
        "¿Qué incluye la entrada?",
        ("La entrada incluye la audioguía. El precio no incluye el aparcamiento ni la consigna.",),
        "El precio no incluye el aparcamiento ni la consigna.",
    ),
    en=Case(
        "What does the ticket include?",
        ("The ticket includes the audio guide. The price does not include parking or the cloakroom.",),
        "The price does not include parking or the cloakroom.",
    ),
)
def test_a_verbatim_sentence_with_a_denial(verifier: Verifier, case: Case) -> None:
    assert all_clear(inspected(verifier, case))


@in_both(
    es=Case(
        "¿Qué incluye la entrada?",
        ("La entrada incluye la audioguía pero no incluye el aparcamiento.",),
        "La entrada incluye la audioguía.",
    ),
    en=Case(
        "What does the ticket include?",
        ("The ticket includes the audio guide but does not include parking.",),
        "The ticket includes the audio guide.",
    ),
)
def test_the_half_of_a_sentence_that_is_not_denied(verifier: Verifier, case: Case) -> None:
    assert not contradictions(inspected(verifier, case))


@in_both(
    es=Case(
        "¿Qué pasa si llueve?",
        ("Si llueve, el concierto se traslada al polideportivo.", "Las entradas siguen siendo válidas."),
        "Si llueve, el concierto se traslada al polideportivo [1]. Las entradas siguen siendo válidas [2].",
    ),
    en=Case(
        "What if it rains?",
        ("If it rains, the concert moves to the sports hall.", "Tickets remain valid."),
        "If it rains, the concert moves to the sports hall [1]. Tickets remain valid [2].",
    ),
)
def test_citation_markers_are_no_figures(verifier: Verifier, case: Case) -> None:
    assert all_clear(inspected(verifier, case))


@in_both(
    es=Case(
        "¿Cómo se purga el radiador?",
        ("Apague la caldera. Abra la llave del radiador. Cierre la llave cuando salga agua.",),
        "1. Apague la caldera.\n2. Abra la llave del radiador.\n3. Cierre la llave cuando salga agua.",
    ),
    en=Case(
        "How do I bleed the radiator?",
        ("Switch the boiler off. Open the valve of the radiator. Shut the valve when water comes out.",),
        "1. Switch the boiler off.\n2. Open the valve of the radiator.\n3. Shut the valve when water comes out.",
    ),
)
def test_numbers_of_a_list_are_no_figures(verifier: Verifier, case: Case) -> None:
    assert all_clear(inspected(verifier, case))


SAME_VALUE = [
    ("es", "El plazo de alegaciones es de dos semanas.", "El plazo de alegaciones es de 14 días."),
    ("en", "The time for objections is two weeks.", "The time for objections is 14 days."),
    ("es", "La caminata dura hora y media.", "La caminata dura 90 minutos."),
    ("en", "The walk takes an hour and a half.", "The walk takes 90 minutes."),
    ("es", "El coste total fue de 1.250,50 €.", "El coste total fue de 1250,50 €."),
    ("en", "The total cost was $1,250.50.", "The total cost was $1250.50."),
    ("es", "El sótano mide 0,4 km de largo.", "El sótano mide 400 m de largo."),
    ("en", "The cellar is 0.4 km long.", "The cellar is 400 m long."),
    ("es", "El coro tiene veintiséis voces.", "El coro tiene 26 voces."),
    ("en", "The choir has twenty-six voices.", "The choir has 26 voices."),
    ("es", "El acto es el 3 de febrero de 2026.", "El acto es el 03/02/2026."),
    ("en", "The ceremony is on 3 February 2026.", "The ceremony is on 2026-02-03."),
    ("es", "Cierra a las 20:00.", "Cierra a las 8 de la tarde."),
    ("en", "It closes at 20:00.", "It closes at 8 pm."),
    ("es", "Se presupuestaron 3.400.000 euros.", "Se presupuestaron 3,4 millones de euros."),
    ("en", "The budget was 3,400,000 euros.", "The budget was 3.4 million euros."),
    ("es", "Tiene un mínimo de 8 alumnos.", "Tiene al menos 8 alumnos."),
    ("en", "It has a minimum of 8 pupils.", "It has at least 8 pupils."),
    ("es", "Llega en 5-7 días.", "Llega en 5 a 7 días."),
    ("en", "It arrives in 5-7 days.", "It arrives in 5 to 7 days."),
]


@pytest.mark.parametrize(("language", "evidence", "answer"), SAME_VALUE)
def test_the_same_value_written_otherwise(
    verifier: Verifier, language: str, evidence: str, answer: str
) -> None:
    assert not contradictions(verifier.inspect("", [evidence], answer))


@in_both(
    es=Case(
        "¿Se puede fumar?",
        ("Está prohibido fumar en la terraza.",),
        "No está permitido fumar en la terraza.",
    ),
    en=Case(
        "May one smoke?",
        ("Smoking is forbidden on the terrace.",),
        "Smoking is not allowed on the terrace.",
    ),
)
def test_a_denied_opposite_says_the_same(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert not contradictions(report)
    assert report.risk is not Risk.CRITICAL


@in_both(
    es=Case(
        "¿Quién asesora a quién?",
        ("La archivera asesora al ayuntamiento.",),
        "El ayuntamiento es asesorado por la archivera.",
    ),
    en=Case(
        "Who advises whom?",
        ("The archivist advises the council.",),
        "The council is advised by the archivist.",
    ),
)
def test_a_passive_leaves_the_roles_as_they_are(verifier: Verifier, case: Case) -> None:
    assert not contradictions(inspected(verifier, case))


@in_both(
    es=Case(
        "¿Qué es LX-207?",
        ("La LX-207 es una lámpara de 12 vatios.",),
        "La LX-207 es una lámpara de 12 vatios.",
    ),
    en=Case("What is LX-207?", ("The LX-207 is a lamp of 12 watts.",), "The LX-207 is a lamp of 12 watts."),
)
def test_the_number_in_a_label_is_no_figure(verifier: Verifier, case: Case) -> None:
    assert all_clear(inspected(verifier, case))


@in_both(
    es=Case(
        "¿Cuánto cuesta y cuándo abre?",
        ("La sauna cuesta 7 euros.", "La sauna abre a las 10:00."),
        "La sauna cuesta 7 euros y abre a las 10:00.",
    ),
    en=Case(
        "What does it cost and when does it open?",
        ("The sauna costs 7 euros.", "The sauna opens at 10:00."),
        "The sauna costs 7 euros and opens at 10:00.",
    ),
)
def test_one_sentence_made_of_two_passages(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert not contradictions(report)
    assert report.faithfulness == 1.0


@in_both(
    es=Case(
        "¿Quién es la arquitecta?",
        ("El auditorio es obra de la arquitecta Belén Iríbar Luna.",),
        "El auditorio es obra de Iríbar.",
    ),
    en=Case(
        "Who is the architect?",
        ("The concert hall is the work of the architect Maud Ellery Finch.",),
        "The concert hall is the work of Finch.",
    ),
)
def test_a_person_by_surname_is_the_same_person(verifier: Verifier, case: Case) -> None:
    assert inspected(verifier, case).of(Check.ENTITIES) == ()


@in_both(
    es=Case(
        "¿Quién ganó?",
        ("Ganó la regata Óscar Núñez.",),
        "La regata la ganó Oscar Nuñez.",
    ),
    en=Case("Who won?", ("The regatta was won by Zoë O’Brien.",), "The regatta was won by Zoe O'Brien."),
)
def test_a_name_without_its_accents_is_the_same_name(verifier: Verifier, case: Case) -> None:
    assert inspected(verifier, case).of(Check.ENTITIES) == ()


@in_both(
    es=Case(
        "¿Qué formato se entrega?",
        ("La memoria se entrega en formato pdf y el código en un archivo zip.",),
        "La Memoria se entrega en PDF. El Código, en un ZIP.",
    ),
    en=Case(
        "In which format?",
        ("The report is handed in as a pdf file and the code as a zip archive.",),
        "The Report is handed in as a PDF. The Code, as a ZIP.",
    ),
)
def test_capitals_alone_make_no_name(verifier: Verifier, case: Case) -> None:
    assert inspected(verifier, case).of(Check.ENTITIES) == ()


@in_both(
    es=Case(
        "¿Se aprobó?",
        ("El comité no rechazó la propuesta.", "El comité aplazó el debate."),
        "La propuesta no fue rechazada por el comité.",
    ),
    en=Case(
        "Was it passed?",
        ("The committee did not reject the proposal.", "The committee put off the debate."),
        "The proposal was not rejected by the committee.",
    ),
)
def test_a_denial_that_is_kept(verifier: Verifier, case: Case) -> None:
    assert not contradictions(inspected(verifier, case))
