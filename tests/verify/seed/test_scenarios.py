"""Five failures seen in production, from finding them to healing them, in both languages."""

from pathlib import Path

import pytest

from fidedigno.verify import Check, Risk, Strategy, Verifier, VerifySettings
from tests.verify.seed.cases import Case, in_both, inspected

LIE_ES = Case(
    "¿Cuánto tiempo tengo para devolver un libro comprado?",
    ("Los libros comprados pueden devolverse durante 14 días. Hace falta el recibo de compra.",),
    "Los libros comprados pueden devolverse, definitivamente, durante 30 días. Hace falta el recibo de compra, "
    "sin ninguna duda.",
)
LIE_EN = Case(
    "How long do I have to return a book I bought?",
    ("Books that were bought can be returned for 14 days. The receipt of the purchase is needed.",),
    "Books that were bought can definitely be returned for 30 days. The receipt of the purchase is certainly "
    "needed.",
)
CITED_ES = Case(
    "¿Qué se sabe del riego nocturno?",
    ("Varios ensayos de campo concluyen que regar de noche ahorra un 22 % de agua en cítricos.",),
    "El trabajo pionero lo firmaron la Dra. Alba Montiel y el Dr. Iker Salcedo en arXiv:2107.01234, en el "
    "Instituto Levante de Robótica.",
)
CITED_EN = Case(
    "What is known about watering at night?",
    ("Several field trials conclude that watering at night saves 22 % of water in citrus orchards.",),
    "The pioneering work was published by Dr. Alma Whitcombe and Dr. Jiro Tanabe in arXiv:2107.01234, at the "
    "Lakeside Robotics Institute.",
)
BILLED_ES = Case(
    "¿Cuánto cuesta el plan Estudio?",
    ("El plan Estudio cuesta 96 € al año, facturado anualmente. Puedes cancelar tu suscripción en cualquier "
     "momento.",),
    "El plan Estudio cuesta 8 € al mes, facturado mensualmente. Puedes cancelar tu suscripción mensual en "
    "cualquier momento.",
)  # fmt: skip
BILLED_EN = Case(
    "How much is the Studio plan?",
    ("The Studio plan costs $96 per year, billed annually. You can cancel your subscription at any time.",),
    "The Studio plan costs $8 per month, billed monthly. You can cancel your monthly subscription at any time.",
)
PRICE_ES = Case(
    "¿Cuánto cuesta la lámpara LX-207?",
    ("La lámpara LX-207 cuesta 64,50 € y se entrega en 5-7 días.",),
    "La lámpara LX-207 cuesta 31,20 €. Pertenece a las rebajas de primavera. Su diseñador ganó varios premios. "
    "Quedan pocas unidades en los almacenes del norte.",
)
PRICE_EN = Case(
    "How much is the LX-207 lamp?",
    ("The LX-207 lamp costs $64.50 and is delivered in 5-7 days.",),
    "The LX-207 lamp costs $31.20. It belongs to the spring sale. Its designer won several prizes. Few pieces "
    "remain in the northern warehouses.",
)
CLEAN_ES = Case(
    "¿Cuándo cierra la piscina?",
    ("La piscina cierra a las 21:30 entre semana y a las 20:00 los domingos.",),
    "La piscina cierra a las 21:30 entre semana y a las 20:00 los domingos.",
)
CLEAN_EN = Case(
    "When does the pool close?",
    ("The pool closes at 9:30 pm on weekdays and at 8 pm on Sundays.",),
    "The pool closes at 9:30 pm on weekdays and at 8 pm on Sundays.",
)


@in_both(es=LIE_ES, en=LIE_EN)
def test_a_confident_lie_is_critical(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert report.risk is Risk.CRITICAL
    assert report.confidence > 0.5
    assert "contradiction" in report.triggered


@in_both(es=CITED_ES, en=CITED_EN)
def test_an_invented_citation_is_high_risk(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert report.risk is Risk.HIGH
    assert "entities" in report.triggered
    found = " ".join(each.answer.text for each in report.of(Check.ENTITIES))
    assert "arXiv:2107.01234" in found


@in_both(es=BILLED_ES, en=BILLED_EN)
def test_another_billing_is_critical(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert report.risk is Risk.CRITICAL
    assert report.has_contradiction


def drifted(path: Path, case: Case) -> Verifier:
    """A verifier that gave the right answer five times."""
    verifier = Verifier(settings=VerifySettings.default(), drift=path / "drift.db")
    for _ in range(5):
        verifier.inspect(case.question, case.passages, case.passages[0])
    return verifier


@in_both(es=PRICE_ES, en=PRICE_EN)
def test_a_price_that_drifted_is_critical_as_it_contradicts_too(tmp_path: Path, case: Case) -> None:
    verifier = drifted(tmp_path, case)
    report = inspected(verifier, case)
    assert report.drift.detected
    assert {"drift", "contradiction"} <= set(report.triggered)
    assert report.risk is Risk.CRITICAL
    verifier.close()


@in_both(es=CLEAN_ES, en=CLEAN_EN)
def test_a_clean_answer_is_of_low_risk(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert report.risk is Risk.LOW
    assert report.triggered == ()


@in_both(es=LIE_ES, en=LIE_EN)
def test_the_confident_lie_is_patched(verifier: Verifier, case: Case) -> None:
    healed = verifier.heal(case.question, case.passages, case.answer)
    assert healed.strategy is Strategy.CONTRADICTION_PATCH
    assert "14" in healed.answer
    assert "30" not in healed.answer
    assert healed.report.risk is Risk.LOW
    assert healed.confidence == pytest.approx(0.80)


@in_both(es=CITED_ES, en=CITED_EN)
def test_the_invented_citation_is_written_again_from_the_evidence(verifier: Verifier, case: Case) -> None:
    healed = verifier.heal(case.question, case.passages, case.answer)
    assert healed.strategy is Strategy.GROUNDING_REWRITE
    assert "22 %" in healed.answer
    assert "arXiv" not in healed.answer
    assert healed.report.risk is Risk.LOW


@pytest.mark.parametrize(
    ("case", "yearly", "monthly"),
    [
        pytest.param(BILLED_ES, ("96 €", "al año", "anual"), ("mes", "mensual"), id="es"),
        pytest.param(BILLED_EN, ("$96", "year", "annual"), ("month",), id="en"),
    ],
)
def test_the_billing_is_patched_all_through(
    verifier: Verifier, case: Case, yearly: tuple[str, ...], monthly: tuple[str, ...]
) -> None:
    before = inspected(verifier, case)
    healed = verifier.heal(case.question, case.passages, case.answer)
    assert healed.strategy is Strategy.CONTRADICTION_PATCH
    assert all(each in healed.answer for each in yearly)
    assert not any(each in healed.answer for each in monthly)
    assert healed.report.risk is Risk.LOW
    assert healed.confidence == pytest.approx(min(before.confidence + 0.15, 0.80))


@in_both(es=PRICE_ES, en=PRICE_EN)
def test_the_drifted_price_is_written_again_from_the_evidence(tmp_path: Path, case: Case) -> None:
    verifier = drifted(tmp_path, case)
    healed = verifier.heal(case.question, case.passages, case.answer)
    assert healed.strategy is Strategy.GROUNDING_REWRITE
    assert "64" in healed.answer
    assert "31" not in healed.answer
    assert healed.report.risk is Risk.LOW
    verifier.close()


@in_both(es=CLEAN_ES, en=CLEAN_EN)
def test_the_clean_answer_is_left_alone(verifier: Verifier, case: Case) -> None:
    before = inspected(verifier, case)
    healed = verifier.heal(case.question, case.passages, case.answer, before)
    assert healed.strategy is Strategy.NO_HEALING_NEEDED
    assert healed.answer == case.answer
    assert not healed.changed
    assert healed.confidence == pytest.approx(before.confidence)
    assert healed.report.risk is Risk.LOW
