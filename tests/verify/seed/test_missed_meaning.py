"""Changed meanings in the same words: denials, opposites, roles, quantities of things, free invention."""

import pytest

from fidedigno.verify import Check, Risk, Verifier
from tests.verify.seed.cases import Case, at, contradictions, in_both, inspected, unsupported


@in_both(
    es=Case(
        "¿Puedo cancelar la inscripción?",
        ("La inscripción puede cancelarse hasta la víspera.",),
        "No puedes cancelar la inscripción hasta la víspera.",
        "No puedes",
    ),
    en=Case(
        "Can I cancel my registration?",
        ("Registrations can be cancelled until the day before.",),
        "You cannot cancel your registration until the day before.",
        "cannot",
    ),
)
def test_a_denial_of_another_form_of_the_verb(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert at(case, contradictions(report))
    assert report.risk is Risk.CRITICAL


@in_both(
    es=Case(
        "¿Puedo cancelar la inscripción?",
        ("La inscripción no puede cancelarse.",),
        "Puedes cancelar la inscripción.",
        "Puedes cancelar",
    ),
    en=Case(
        "Can I cancel my registration?",
        ("Registrations can't be cancelled.",),
        "You can cancel your registration.",
        "can cancel",
    ),
)
def test_a_permission_made_of_a_denial_of_another_form(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert at(case, contradictions(report))
    assert report.has_contradiction


@in_both(
    es=Case(
        "¿Qué cubre el seguro de la bici?",
        ("El seguro cubre el robo de la bicicleta y de sus ruedas.",),
        "El seguro de la bicicleta jamás cubre el robo de sus ruedas.",
        "jamás",
    ),
    en=Case(
        "What does the bike insurance cover?",
        ("The insurance covers theft of the bicycle and of its wheels.",),
        "The insurance never covers theft of the bicycle's wheels.",
        "never",
    ),
)
def test_a_denial_by_never(verifier: Verifier, case: Case) -> None:
    assert at(case, contradictions(inspected(verifier, case)))


@in_both(
    es=Case(
        "¿Se permiten perros?",
        ("En la playa sur están permitidos los perros.",),
        "En la playa sur están prohibidos los perros.",
        "prohibidos",
    ),
    en=Case(
        "Are dogs allowed?",
        ("Dogs are allowed on the south beach.",),
        "Dogs are forbidden on the south beach.",
        "forbidden",
    ),
)
def test_an_opposite(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert at(case, contradictions(report))
    assert report.risk is Risk.CRITICAL


@in_both(
    es=Case(
        "¿Qué pasó con el nivel del embalse?",
        ("El nivel del embalse subió en primavera.",),
        "El nivel del embalse bajó en primavera.",
        "bajó",
    ),
    en=Case(
        "What happened to the reservoir?",
        ("The level of the reservoir rose in spring.",),
        "The level of the reservoir fell in spring.",
        "fell",
    ),
)
def test_a_movement_the_other_way(verifier: Verifier, case: Case) -> None:
    assert at(case, contradictions(inspected(verifier, case)))


@in_both(
    es=Case(
        "¿Quién denunció a quién?",
        ("La vecina denunció al casero por ruido.",),
        "El casero denunció a la vecina por ruido.",
        "casero denunció a la vecina",
    ),
    en=Case(
        "Who reported whom?",
        ("The neighbour reported the landlord for noise.",),
        "The landlord reported the neighbour for noise.",
        "landlord reported the neighbour",
    ),
)
def test_roles_that_were_swapped(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert report.has_contradiction or unsupported(report) == [case.answer]


@in_both(
    es=Case(
        "¿Quién debe firmar?",
        ("Algunos socios deben firmar el acta.",),
        "Todos los socios deben firmar el acta.",
        "Todos",
    ),
    en=Case(
        "Who must sign?",
        ("Some members must sign the minutes.",),
        "All members must sign the minutes.",
        "All",
    ),
)
def test_all_made_of_some(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert report.has_contradiction or unsupported(report) == [case.answer]


@pytest.mark.xfail(
    strict=True,
    reason="known limit: an invention that shares most of its words with the evidence; see docs/verification.md",
)
@in_both(
    es=Case(
        "¿Qué dice la garantía?",
        ("La garantía del calentador cubre las piezas del quemador durante el primer invierno.",),
        "La garantía cubre el calentador y paga las vacaciones de invierno de quien lo instala por primera vez.",
    ),
    en=Case(
        "What does the warranty say?",
        ("The warranty of the heater covers the parts of the burner during the first winter.",),
        "The warranty covers the heater and pays the winter holidays of whoever installs it first.",
    ),
)
def test_free_invention_in_the_words_of_the_evidence(verifier: Verifier, case: Case) -> None:
    assert unsupported(inspected(verifier, case)) == [case.answer]


@in_both(
    es=Case(
        "¿Qué dice el cartel?",
        ("En el cartel se lee: «Cierre la verja al salir».",),
        "En el cartel se lee: «Cierre la verja y la ventana al salir».",
        "y la ventana",
    ),
    en=Case(
        "What does the sign say?",
        ("The sign reads: “Close the gate when you leave”.",),
        "The sign reads: “Close the gate and the window when you leave”.",
        "and the window",
    ),
)
def test_a_quotation_that_was_added_to(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert at(case, report.findings) or unsupported(report)


@in_both(
    es=Case(
        "¿Quién redactó el plan?",
        ("El plan de movilidad lo redactó Sonia Ferrán.",),
        "El plan de movilidad lo redactó Sonia Ferrer.",
        "Ferrer",
    ),
    en=Case(
        "Who wrote the plan?",
        ("The mobility plan was written by Sonia Farrell.",),
        "The mobility plan was written by Sonia Farrow.",
        "Farrow",
    ),
)
def test_another_surname(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert at(case, report.findings)
    assert report.is_hallucinating


@in_both(
    es=Case(
        "¿Quién paga la obra?",
        ("La obra del puente la paga la provincia.",),
        "La obra del puente la paga la Fundación Arcoíris del Norte.",
        "Fundación Arcoíris",
    ),
    en=Case(
        "Who pays for the works?",
        ("The works on the bridge are paid for by the county.",),
        "The works on the bridge are paid for by the Northern Rainbow Foundation.",
        "Rainbow Foundation",
    ),
)
def test_an_invented_organisation(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert at(case, report.of(Check.ENTITIES))


@in_both(
    es=Case(
        "¿Dónde me apunto?",
        ("La inscripción se hace en https://cursos.ayto.example/alta.",),
        "La inscripción se hace en https://cursos.ayto.example/baja.",
        "https://cursos.ayto.example/baja",
    ),
    en=Case(
        "Where do I enrol?",
        ("Enrol at https://courses.town.example/join.",),
        "Enrol at https://courses.town.example/leave.",
        "https://courses.town.example/leave",
    ),
)
def test_another_address_of_a_page(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert at(case, report.findings)
    assert report.is_hallucinating


@in_both(
    es=Case(
        "¿Qué artículo lo regula?",
        ("El permiso por estudios se regula en el artículo 52 del convenio.",),
        "El permiso por estudios se regula en el artículo 25 del convenio.",
        "25",
    ),
    en=Case(
        "Which section is it?",
        ("Study leave is governed by section 52 of the agreement.",),
        "Study leave is governed by section 25 of the agreement.",
        "25",
    ),
)
def test_another_article(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert at(case, report.findings)
    assert report.is_hallucinating


@in_both(
    es=Case(
        "¿Qué pieza falta?",
        ("Falta la pieza REF-8841 del telar.",),
        "Falta la pieza REF-8814 del telar.",
        "REF-8814",
    ),
    en=Case(
        "Which part is missing?",
        ("Part REF-8841 of the loom is missing.",),
        "Part REF-8814 of the loom is missing.",
        "REF-8814",
    ),
)
def test_another_identifier(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert at(case, report.findings)
    assert report.is_hallucinating


@in_both(
    es=Case(
        "¿Qué se sabe del hallazgo?",
        ("Aún se estudia de dónde procede la moneda.",),
        "Definitivamente la moneda fue acuñada en Tarento. Sin duda alguna es un regalo de bodas, claramente.",
    ),
    en=Case(
        "What is known of the find?",
        ("The origin of the coin is still being studied.",),
        "The coin was definitely struck in Tarentum. It is, without a doubt, clearly a wedding present.",
    ),
)
def test_certainty_without_ground_is_named(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert "confident_but_unfaithful" in report.triggered
    assert report.is_hallucinating
