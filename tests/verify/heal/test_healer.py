"""Which way of healing is taken, in both languages, and what is never done."""

from collections.abc import Callable

import pytest

from fidedigno.verify.heal import ChangeKind, Healing, Strategy, heal
from fidedigno.verify.heal.wording import say
from fidedigno.verify.passage import Passage
from fidedigno.verify.report import Check, Finding, Report, Risk, Span
from fidedigno.verify.settings import VerifySettings
from tests.verify.heal.inspector import Inspector, healed

SCENARIOS = {
    "es": {
        "lie": (
            "¿Cuántos días hay para devolver?",
            ["Se admiten devoluciones durante 14 días desde la compra."],
            "Se admiten devoluciones durante 30 días desde la compra. Esto es definitivamente así en todas partes.",
            "Se admiten devoluciones durante 14 días desde la compra. Esto es definitivamente así en todas partes.",
        ),
        "citation": (
            "¿Quién publicó los estudios sobre traductores?",
            ["Estudios recientes dan a los traductores un acierto del 94 %."],
            "La obra decisiva es del Dr. James Harrison y del Dr. Wei Liu (arXiv:2204.09876).",
            "Según los datos proporcionados: Estudios recientes dan a los traductores un acierto del 94 %.",
        ),
        "billing": (
            "¿Cuánto cuesta el plan Pro?",
            ["El plan Pro cuesta 120 $ por año, facturado anualmente."],
            "El plan Pro cuesta 10 $ por mes y se factura mensualmente. "
            "Puedes cancelar tu suscripción mensual en cualquier momento.",
            "El plan Pro cuesta 120 $ por año y se factura anualmente. "
            "Puedes cancelar tu suscripción anual en cualquier momento.",
        ),
        "drift": (
            "¿Qué precio tiene el SKU?",
            ["El producto SKU tiene un precio de 49.99 $ con envío gratuito."],
            "El producto SKU tiene un precio de 39.99 $. Se aplica el envío normal.",
            "Según los datos proporcionados: El producto SKU tiene un precio de 49.99 $ con envío gratuito.",
        ),
        "clean": (
            "¿Cuánto dura?",
            ["El curso dura 14 días."],
            "El curso dura 14 días.",
            "El curso dura 14 días.",
        ),
    },
    "en": {
        "lie": (
            "How many days are there for returns?",
            ["Returns are accepted within 14 days of purchase."],
            "Returns are accepted within 30 days of purchase. This is definitely so everywhere.",
            "Returns are accepted within 14 days of purchase. This is definitely so everywhere.",
        ),
        "citation": (
            "Who published the studies on translators?",
            ["Recent studies give translators an accuracy of 94%."],
            "The decisive work is by Dr. James Harrison and Dr. Wei Liu (arXiv:2204.09876).",
            "According to the data provided: Recent studies give translators an accuracy of 94%.",
        ),
        "billing": (
            "How much does the Pro plan cost?",
            ["The Pro plan costs $120 per year, billed annually."],
            "The Pro plan costs $10 per month, billed monthly. "
            "You can cancel your monthly subscription at any time.",
            "The Pro plan costs $120 per year, billed annually. "
            "You can cancel your annual subscription at any time.",
        ),
        "drift": (
            "What is the price of the SKU?",
            ["Product SKU has a price of $49.99 with free shipping."],
            "Product SKU has a price of $39.99. Standard delivery applies.",
            "According to the data provided: Product SKU has a price of $49.99 with free shipping.",
        ),
        "clean": (
            "How long?",
            ["The course lasts 14 days."],
            "The course lasts 14 days.",
            "The course lasts 14 days.",
        ),
    },
}
STRATEGIES = {
    "lie": (Strategy.CONTRADICTION_PATCH, 1.00, 0.80),
    "citation": (Strategy.GROUNDING_REWRITE, 0.50, 0.50),
    "billing": (Strategy.CONTRADICTION_PATCH, 0.50, 0.65),
    "drift": (Strategy.GROUNDING_REWRITE, 0.50, 0.50),
    "clean": (Strategy.NO_HEALING_NEEDED, 0.62, 0.62),
}


@pytest.mark.parametrize("language", SCENARIOS)
@pytest.mark.parametrize("name", STRATEGIES)
def test_a_scenario_of_the_article_comes_out_as_there(language: str, name: str) -> None:
    question, passages, answer, expected = SCENARIOS[language][name]
    strategy, before, after = STRATEGIES[name]
    healing, inspector = healed(
        question, passages, answer, language, confidence=before, drift=name == "drift"
    )
    assert healing.strategy is strategy
    assert healing.answer == expected
    assert healing.changed is (answer != expected)
    assert healing.confidence == pytest.approx(after)
    assert healing.report.risk is Risk.LOW
    assert healing.original == answer
    assert len(inspector.asked) <= 3


@pytest.mark.parametrize("language", SCENARIOS)
@pytest.mark.parametrize("name", STRATEGIES)
def test_healing_a_healed_answer_changes_nothing(language: str, name: str) -> None:
    question, passages, answer, _ = SCENARIOS[language][name]
    first, _ = healed(question, passages, answer, language)
    second, _ = healed(question, passages, first.answer, language)
    assert second.strategy is Strategy.NO_HEALING_NEEDED
    assert (second.answer, second.changed, second.note) == (first.answer, False, "")


def test_a_denied_sentence_after_a_patch_is_that_of_the_source() -> None:
    passages = [
        "The Pro plan costs $120 per year, billed annually.",
        "There is no way to pay in parts.",
        "You cannot cancel your annual subscription at any time.",
    ]
    answer = SCENARIOS["en"]["billing"][2]
    healing, _ = healed("How much does the Pro plan cost?", passages, answer, "en")
    assert healing.answer == f"{passages[0]} {passages[2]}"
    assert not healing.report.has_contradiction


def test_contradiction_and_invention_are_both_healed_and_confidence_says_so() -> None:
    answer = "El curso dura 30 días. Lo da el Dr. Gil Roca."
    healing, _ = healed("¿Cuánto dura el curso?", ["El curso dura 14 días."], answer)
    assert healing.strategy is Strategy.CONTRADICTION_PATCH
    assert healing.answer == f"El curso dura 14 días.\n\n{say('note.names', 'es')}"
    assert healing.confidence == pytest.approx(0.65 * 0.85)


def test_a_claim_that_cannot_be_corrected_goes_with_a_note() -> None:
    passages = ["Late entries are not accepted by anybody at any time.", "El curso dura 14 días."]
    spanish = "El curso dura 14 días. Late entries are accepted by anybody at any time."
    healing, _ = healed("¿Cuánto dura el curso?", [Passage(passages[0], language="en"), passages[1]], spanish)
    assert healing.strategy is Strategy.CONTRADICTION_PATCH
    assert healing.answer == f"El curso dura 14 días.\n\n{say('note.claims', 'es')}"


def test_where_the_evidence_says_nothing_on_the_question_it_declines() -> None:
    healing, _ = healed("¿Quién ganó la liga?", ["El curso dura 14 días."], "Ganó el Dr. Gil Roca, sin duda.")
    assert healing.strategy is Strategy.SAFE_DECLINE
    assert healing.answer == say("decline", "es")
    again, _ = healed("¿Quién ganó la liga?", ["El curso dura 14 días."], healing.answer)
    assert not again.changed


def test_evidence_that_contradicts_itself_is_not_quoted_against_itself() -> None:
    passages = ["El curso dura 14 días.", "El curso dura 20 días."]

    class Strict(Inspector):
        def __call__(self, answer: str) -> Report:
            report = super().__call__(answer)
            if "14" in answer and "20" in answer:
                at = answer.index("20")
                wrong = Finding(Check.CONTRADICTION, "number_differs", Span(at, at + 2, "20"))
                return Report("es", Risk.CRITICAL, 0.5, 0.5, claims=report.claims, findings=(wrong,))
            return report

    inspect = Strict(passages, "es")
    answer = "Nadie lo sabe de verdad."
    report = Report("es", Risk.HIGH, 0.5, 0.0)
    healing = heal("¿Cuánto dura el curso?", inspect.passages, answer, report, inspect, VerifySettings())
    assert healing.strategy is Strategy.GROUNDING_REWRITE
    assert healing.answer.endswith(": El curso dura 14 días.")


def test_the_report_of_a_rewritten_answer_points_into_that_answer() -> None:
    question, passages, answer, _ = SCENARIOS["es"]["citation"]
    healing, _ = healed(question, passages, answer)
    (claim,) = healing.report.claims
    assert healing.answer[claim.span.start : claim.span.end] == claim.span.text == passages[0]


def test_an_answer_at_no_risk_is_left_alone_though_nothing_carries_it() -> None:
    report = Report("es", Risk.LOW, 0.5, 0.0)
    healing = heal("¿Qué?", [Passage("Hola.")], "No lo sé.", report, lambda _: report, VerifySettings())
    assert not healing.changed


def test_the_threshold_of_rewriting_is_a_setting() -> None:
    question, passages, answer, _ = SCENARIOS["es"]["lie"]
    strict = VerifySettings(rewrite_threshold=0.9)
    healing, _ = healed(question, passages, answer, settings=strict)
    assert healing.strategy is Strategy.GROUNDING_REWRITE


def test_a_question_without_words_is_answered_for_the_words_of_the_answer() -> None:
    healing, _ = healed("¿?", ["Los gatos duermen mucho."], "Los gatos del Dr. Gil Roca ladran.")
    assert healing.answer == "La fuente indica que: Los gatos duermen mucho."


def never(_: str) -> Report:
    raise AssertionError("nothing was to be verified")


@pytest.mark.parametrize("answer", ["", " ", "\x00", "🙂", "\ud800", "؟שלום"])
def test_an_answer_of_nothing_is_left_alone(answer: str) -> None:
    report = Report("es", Risk.LOW, 0.5, 1.0)
    healing = heal("", [], answer, report, never, VerifySettings())
    assert (healing.answer, healing.changed) == (answer, False)


@pytest.mark.parametrize("span", [Span(-3, 4, "x"), Span(5, 5, ""), Span(0, 10_000, "x"), Span(9, 2, "")])
def test_a_finding_of_another_text_never_passes_for_healed(span: Span) -> None:
    report = Report(
        "es", Risk.CRITICAL, 0.5, 0.9, findings=(Finding(Check.CONTRADICTION, "number_differs", span),)
    )
    inspect: Callable[[str], Report] = Inspector(["Nada."], "es")
    healing = heal("¿Qué hay?", [Passage("Nada.")], "Algo hay aquí.", report, inspect, VerifySettings())
    assert healing.strategy is Strategy.SAFE_DECLINE


def test_errors_of_the_inspection_are_passed_on() -> None:
    question, passages, answer, _ = SCENARIOS["es"]["lie"]
    report = Inspector(passages, "es")(answer)

    def fails(_: str) -> Report:
        raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        heal(question, [Passage(each) for each in passages], answer, report, fails, VerifySettings())


def kinds(healing: Healing) -> list[ChangeKind]:
    return [each.kind for each in healing.changes]


def test_every_change_of_a_rewriting_has_its_evidence() -> None:
    passages = ["El aula abre a las 9. El aula cierra a las 17."]
    healing, _ = healed("¿Cuándo abre y cierra el aula?", passages, "Lo sabe el Dr. Gil Roca.")
    assert kinds(healing) == [ChangeKind.REWRITTEN, ChangeKind.REWRITTEN]
    assert [each.evidence.text for each in healing.changes if each.evidence] == [
        "El aula abre a las 9.",
        "El aula cierra a las 17.",
    ]


def test_where_a_patch_leaves_nothing_it_is_written_again() -> None:
    passages = ["Late work is not accepted by anybody at any time.", "El examen de latín es hoy."]
    answer = "Late work is accepted by anybody at any time."
    healing, _ = healed(
        "¿Cuándo es el examen de latín?", [Passage(passages[0], language="en"), passages[1]], answer
    )
    assert healing.strategy is Strategy.GROUNDING_REWRITE
    assert healing.answer == "La fuente indica que: El examen de latín es hoy."


def test_a_public_name_is_loaded_when_it_is_asked_for() -> None:
    import fidedigno.verify.heal as package

    assert all(getattr(package, name) for name in package.__all__)
    with pytest.raises(AttributeError):
        _ = package.nothing
