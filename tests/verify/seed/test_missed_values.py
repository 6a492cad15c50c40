"""Wrong values that counting words does not find: figures, words for them, units, dates, bounds.

Each case is a contradiction, and what is reported touches the wrong words.
"""

import pytest

from fidedigno.verify import Risk, Verifier
from tests.verify.seed.cases import Case, at, contradictions, in_both, inspected


def expect_contradiction(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert at(case, contradictions(report)), [each.code for each in report.findings]
    assert report.risk is Risk.CRITICAL


GYM_ES = ("El abono de mañana cuesta 18 euros. El abono completo cuesta 33 euros e incluye la sauna.",)
GYM_EN = ("The morning pass costs 18 euros. The full pass costs 33 euros and includes the sauna.",)


@in_both(
    es=Case("¿Cuánto cuesta el abono de mañana?", GYM_ES, "El abono de mañana cuesta 33 euros.", "33 euros"),
    en=Case("How much is the morning pass?", GYM_EN, "The morning pass costs 33 euros.", "33 euros"),
)
def test_the_figure_of_another_fact_of_the_same_passage(verifier: Verifier, case: Case) -> None:
    expect_contradiction(verifier, case)


@in_both(
    es=Case(
        "¿Cuánto cuesta?",
        ("La reparación del tejado cuesta 1.250 €.",),
        "La reparación del tejado cuesta 250 €.",
        "250",
    ),
    en=Case("How much?", ("Repairing the roof costs $1,250.",), "Repairing the roof costs $250.", "250"),
)
def test_a_figure_that_is_only_the_end_of_another(verifier: Verifier, case: Case) -> None:
    expect_contradiction(verifier, case)


@in_both(
    es=Case(
        "¿Cuántos vocales hay?",
        ("El consejo tiene quince vocales.",),
        "El consejo tiene cinco vocales.",
        "cinco",
    ),
    en=Case(
        "How many seats?",
        ("The council has fifteen seats.",),
        "The council has five seats.",
        "five",
    ),
)
def test_another_number_in_words(verifier: Verifier, case: Case) -> None:
    expect_contradiction(verifier, case)


@in_both(
    es=Case(
        "¿Cuántos kilos?",
        ("El contenedor admite treinta y dos kilos.",),
        "El contenedor admite 23 kilos.",
        "23",
    ),
    en=Case("How many?", ("The bin takes thirty-two kilos.",), "The bin takes 23 kilos.", "23"),
)
def test_a_figure_that_differs_from_a_number_in_words(verifier: Verifier, case: Case) -> None:
    expect_contradiction(verifier, case)


@in_both(
    es=Case(
        "¿Cuánto dura la cuarentena?",
        ("La cuarentena de las plantas dura tres semanas.",),
        "La cuarentena de las plantas dura 24 días.",
        "24 días",
    ),
    en=Case(
        "How long is the quarantine?",
        ("The quarantine of plants lasts three weeks.",),
        "The quarantine of plants lasts 24 days.",
        "24 days",
    ),
)
def test_a_wrong_conversion_of_units(verifier: Verifier, case: Case) -> None:
    expect_contradiction(verifier, case)


@in_both(
    es=Case("¿Qué saldo hay?", ("El saldo es de 7.310,25 €.",), "El saldo es de 73,10 €.", "73,10"),
    en=Case("What is the balance?", ("The balance is €7,310.25.",), "The balance is €73.10.", "73.10"),
)
def test_a_point_taken_for_a_comma(verifier: Verifier, case: Case) -> None:
    expect_contradiction(verifier, case)


@in_both(
    es=Case(
        "¿Qué recargo hay?",
        ("El recargo por demora es del 5 %.",),
        "El recargo por demora es del 50 %.",
        "50 %",
    ),
    en=Case("What surcharge?", ("The surcharge for delay is 5%.",), "The surcharge for delay is 50%.", "50%"),
)
def test_another_share(verifier: Verifier, case: Case) -> None:
    expect_contradiction(verifier, case)


@in_both(
    es=Case(
        "¿Cuándo se inauguró?",
        ("El faro se inauguró el 4 de marzo de 1887.",),
        "El faro se inauguró el 4 de mayo de 1887.",
        "mayo",
    ),
    en=Case(
        "When was it opened?",
        ("The lighthouse was opened on 4 March 1887.",),
        "The lighthouse was opened on 4 May 1887.",
        "May",
    ),
)
def test_another_month(verifier: Verifier, case: Case) -> None:
    expect_contradiction(verifier, case)


@in_both(
    es=Case("¿En qué año?", ("La presa se construyó en 1954.",), "La presa se construyó en 1955.", "1955"),
    en=Case("In which year?", ("The dam was built in 1954.",), "The dam was built in 1955.", "1955"),
)
def test_a_year_that_is_one_off(verifier: Verifier, case: Case) -> None:
    expect_contradiction(verifier, case)


@in_both(
    es=Case(
        "¿Cuándo es la subasta?",
        ("La subasta es el 14 de octubre de 2026.",),
        "La subasta es el lunes 14 de octubre de 2026.",
        "lunes",
    ),
    en=Case(
        "When is the auction?",
        ("The auction is on 14 October 2026.",),
        "The auction is on Monday 14 October 2026.",
        "Monday",
    ),
)
def test_a_weekday_that_does_not_fit_its_date(verifier: Verifier, case: Case) -> None:
    expect_contradiction(verifier, case)


@in_both(
    es=Case("¿A qué hora?", ("La cata empieza a las 19:30.",), "La cata empieza a las 9:30.", "9:30"),
    en=Case(
        "At what time?", ("The tasting starts at 7:30 pm.",), "The tasting starts at 7:30 am.", "7:30 am"
    ),
)
def test_another_hour(verifier: Verifier, case: Case) -> None:
    expect_contradiction(verifier, case)


@in_both(
    es=Case(
        "¿Cuándo empieza?",
        ("La emisión empieza a las 17:00, hora de Lima.",),
        "La emisión empieza a las 17:00, hora de Madrid.",
        "Madrid",
    ),
    en=Case("When?", ("The stream starts at 17:00 UTC.",), "The stream starts at 17:00 EST.", "EST"),
)
def test_another_time_zone(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert report.is_hallucinating
    assert at(case, report.findings)


@in_both(
    es=Case(
        "¿Cuántos alumnos?",
        ("El grupo tendrá como mínimo 8 alumnos.",),
        "El grupo tendrá como máximo 8 alumnos.",
        "máximo",
    ),
    en=Case(
        "How many pupils?",
        ("The group will have at least 8 pupils.",),
        "The group will have at most 8 pupils.",
        "at most",
    ),
)
def test_a_bound_of_the_other_side(verifier: Verifier, case: Case) -> None:
    expect_contradiction(verifier, case)


@in_both(
    es=Case(
        "¿Cómo se cobra?",
        ("El dominio cuesta 12 euros al año.",),
        "El dominio cuesta 12 euros al mes.",
        "al mes",
    ),
    en=Case(
        "How is it billed?", ("A domain costs 12 euros a year.",), "A domain costs 12 euros a month.", "month"
    ),
)
def test_the_same_price_for_another_period(verifier: Verifier, case: Case) -> None:
    expect_contradiction(verifier, case)


@in_both(
    es=Case("¿Cuánto?", ("La entrada vale 15 dólares.",), "La entrada vale 15 euros.", "euros"),
    en=Case("How much?", ("A ticket is 15 dollars.",), "A ticket is 15 pounds.", "pounds"),
)
def test_the_same_figure_in_another_currency(verifier: Verifier, case: Case) -> None:
    expect_contradiction(verifier, case)


@in_both(
    es=Case("¿Cuánto tarda?", ("El envío tarda 5-7 días.",), "El envío tarda 12 días.", "12 días"),
    en=Case("How long?", ("Delivery takes 5-7 days.",), "Delivery takes 12 days.", "12 days"),
)
def test_a_figure_outside_a_range(verifier: Verifier, case: Case) -> None:
    expect_contradiction(verifier, case)


@pytest.mark.parametrize("copies", [1, 40])
@in_both(
    es=Case("¿Cuánto?", GYM_ES, "El abono de mañana cuesta 33 euros.", "33 euros"),
    en=Case("How much?", GYM_EN, "The morning pass costs 33 euros.", "33 euros"),
)
def test_a_wrong_figure_among_many_passages(verifier: Verifier, case: Case, copies: int) -> None:
    others = tuple(f"Nota {n}: el vestuario {n} / the changing room {n}." for n in range(copies))
    expect_contradiction(verifier, Case(case.question, (*others, *case.passages), case.answer, case.wrong))
