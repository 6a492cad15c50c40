"""From one billing period to another, with articles, gender and number."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.verify.heal.billing import (
    Direction,
    as_written,
    direction,
    has_money,
    period_edits,
    periods_in,
)


def billed(text: str, old: str, new: str, language: str) -> str:
    for edit in reversed(period_edits(text, Direction(old, new), language)):
        text = text[: edit.start] + edit.replacement + text[edit.end :]
    return text


@pytest.mark.parametrize(
    ("monthly", "annual"),
    [
        ("Cuesta 10 $ por mes.", "Cuesta 10 $ por año."),
        ("Son 10 € al mes.", "Son 10 € al año."),
        ("Son 10€/mes.", "Son 10€/año."),
        ("Son 10 euros cada mes.", "Son 10 euros cada año."),
        ("Son 10 euros mensuales.", "Son 10 euros anuales."),
        ("Se factura mensualmente.", "Se factura anualmente."),
        ("Es facturada mensualmente.", "Es facturada anualmente."),
        ("Se cobra todos los meses.", "Se cobra todos los años."),
        ("Se paga de forma mensual.", "Se paga de forma anual."),
        ("Cancela tu suscripción mensual.", "Cancela tu suscripción anual."),
        ("Cancela tus suscripciones mensuales.", "Cancela tus suscripciones anuales."),
        ("Las cuotas mensuales suben.", "Las cuotas anuales suben."),
        ("El plan Pro mensual sube.", "El plan Pro anual sube."),
        ("El pago es mensual.", "El pago es anual."),
        ("Cada mensualidad cuenta.", "Cada anualidad cuenta."),
        ("CUOTA MENSUAL", "CUOTA ANUAL"),
        ("🙂 שלום: cuota mensual", "🙂 שלום: cuota anual"),
    ],
)
def test_spanish_goes_both_ways(monthly: str, annual: str) -> None:
    assert billed(monthly, "month", "year", "es") == annual
    assert billed(annual, "year", "month", "es") == monthly


@pytest.mark.parametrize(
    ("monthly", "annual"),
    [
        ("It costs $10 per month.", "It costs $10 per year."),
        ("It costs $10 a month.", "It costs $10 a year."),
        ("It costs $10/month or so.", "It costs $10/year or so."),
        ("It costs $10/mo.", "It costs $10/yr."),
        ("It costs $10 per user per month.", "It costs $10 per user per year."),
        ("Billed monthly.", "Billed annually."),
        ("It is charged every month.", "It is charged every year."),
        ("Choose a monthly plan.", "Choose an annual plan."),
        ("A monthly plan.", "An annual plan."),
        ("Choose a monthly Pro plan.", "Choose an annual Pro plan."),
        ("Your monthly subscriptions.", "Your annual subscriptions."),
        ("The subscription is monthly.", "The subscription is annual."),
        ("Billed on a monthly basis.", "Billed on an annual basis."),
        ("MONTHLY PLAN", "ANNUAL PLAN"),
        ("It is billed monthly with no fee.", "It is billed annually with no fee."),
    ],
)
def test_english_goes_both_ways(monthly: str, annual: str) -> None:
    assert billed(monthly, "month", "year", "en") == annual
    assert billed(annual, "year", "month", "en") == monthly


@pytest.mark.parametrize(
    ("text", "new", "expected"),
    [
        ("cuota mensual", "day", "cuota diaria"),
        ("cuotas mensuales", "day", "cuotas diarias"),
        ("pagos mensuales", "day", "pagos diarios"),
        ("10 € al mes", "week", "10 € a la semana"),
        ("se cobra todos los meses", "week", "se cobra todas las semanas"),
        ("se factura mensualmente", "quarter", "se factura trimestralmente"),
        ("10 € por mes", "half_year", "10 € por semestre"),
        ("10 € por mes", "day", "10 € por día"),
    ],
)
def test_spanish_reaches_every_period_with_gender_and_number(text: str, new: str, expected: str) -> None:
    assert billed(text, "month", new, "es") == expected


@pytest.mark.parametrize(
    ("text", "old", "new", "expected"),
    [
        ("la cuota diaria", "day", "week", "la cuota semanal"),
        ("los pagos diarios", "day", "month", "los pagos mensuales"),
        ("10 € a la semana", "week", "month", "10 € al mes"),
        ("se cobra todas las semanas", "week", "year", "se cobra todos los años"),
    ],
)
def test_spanish_leaves_every_period(text: str, old: str, new: str, expected: str) -> None:
    assert billed(text, old, new, "es") == expected


@pytest.mark.parametrize(
    ("text", "old", "new", "expected"),
    [
        ("a weekly fee", "week", "year", "an annual fee"),
        ("an annual fee", "year", "quarter", "a quarterly fee"),
        ("billed daily", "day", "week", "billed weekly"),
        ("$3 per quarter", "quarter", "day", "$3 per day"),
        ("billed yearly", "year", "month", "billed monthly"),
    ],
)
def test_english_reaches_every_period(text: str, old: str, new: str, expected: str) -> None:
    assert billed(text, old, new, "en") == expected


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("es", "Hay un mes de prueba."),
        ("es", "Recibes informes mensuales."),
        ("es", "El plan incluye un informe mensual."),
        ("es", "El plan incluye 5 informes por mes."),
        ("es", "Son 12 cuotas mensuales."),
        ("es", "Se reúnen mensualmente."),
        ("es", "Cada mes hay una charla."),
        ("en", "There is a month of trial."),
        ("en", "You get monthly reports."),
        ("en", "The plan includes a monthly report."),
        ("en", "It includes 5 reports per month."),
        ("en", "There are 12 monthly payments."),
        ("en", "They meet monthly."),
        ("en", "Read and/or monthlyish"),
    ],
)
def test_a_period_that_is_not_of_billing_is_left_alone(language: str, text: str) -> None:
    assert period_edits(text, Direction("month", "year"), language) == ()


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("It costs $10 per month.", "It costs $120 per year, billed annually.", Direction("month", "year")),
        ("Cuesta 10 € al mes.", "It costs $120 per year.", Direction("month", "year")),
        ("It costs $10 per month.", "Cuesta 120 € al año.", Direction("month", "year")),
        ("It costs $10 per month.", "It costs $10 per month or $100 per year.", None),
        ("It costs $10 per month or $100 per year.", "It costs $100 per year.", None),
        ("It costs $10 per month.", "It costs $12 per month.", None),
        ("It costs $10.", "It costs $12 per month.", None),
    ],
)
def test_the_direction_is_said_only_where_it_is_clear(
    claim: str, evidence: str, expected: Direction | None
) -> None:
    assert direction(claim, evidence) == expected


def test_periods_and_money_are_told_apart_from_other_numbers() -> None:
    assert periods_in("Cuesta 10 € al mes, facturado anualmente", "es") == {"month", "year"}
    assert has_money("Son 10 €")
    assert has_money("It is $5")
    assert not has_money("Son 10 días")


@pytest.mark.parametrize(
    ("original", "new", "written"),
    [("MENSUAL", "anual", "ANUAL"), ("Monthly", "annual", "Annual"), ("mes", "año", "año"), ("", "x", "x")],
)
def test_a_word_is_written_in_the_case_of_what_it_replaces(original: str, new: str, written: str) -> None:
    assert as_written(original, new) == written


WORDS = st.lists(
    st.sampled_from(
        [
            "10",
            "$",
            "€",
            "por",
            "per",
            "mes",
            "month",
            "mensual",
            "monthly",
            "cuota",
            "plan",
            "Pro",
            "a",
            "an",
            "al",
            "la",
            "facturado",
            "billed",
            "/",
            ".",
            "🙂",
            "\x00",
        ]
    ),
    max_size=14,
).map(" ".join)


@given(WORDS, st.sampled_from(["es", "en"]))
def test_edits_are_in_order_and_none_is_left_to_do(text: str, language: str) -> None:
    way = Direction("month", "year")
    edits = period_edits(text, way, language)
    assert all(one.end <= other.start for one, other in itertools.pairwise(edits))
    assert period_edits(billed(text, "month", "year", language), way, language) == ()
