"""A draft is verified again and again until nothing is wrong with it, or nothing is left."""

from collections.abc import Callable

from fidedigno.model.verdict import Support
from fidedigno.verify.heal.draft import Draft
from fidedigno.verify.heal.improve import Verified, improved
from fidedigno.verify.heal.layout import read_layout
from fidedigno.verify.heal.patch import patched
from fidedigno.verify.heal.quotes import Source
from fidedigno.verify.heal.standing import standing
from fidedigno.verify.passage import Passage
from fidedigno.verify.report import Check, CheckedClaim, Finding, Report, Risk, Span
from tests.verify.heal.inspector import Inspector

COURSE = ["El curso dura 14 días.", "No se admiten entregas tarde."]


def run(answer: str, inspect: Callable[[str], Report], passages: list[str] | None = None) -> Verified | None:
    before = standing(inspect(answer), answer)
    source = Source([Passage(each) for each in passages or COURSE], "es")
    draft = patched(read_layout(answer), before, source) if before.wrongs else Draft(read_layout(answer))
    return improved(draft, before, source, inspect, 0.3)


def test_a_draft_with_nothing_wrong_is_taken_as_it_is() -> None:
    verified = run("El curso dura 30 días.", Inspector(COURSE, "es"))
    assert verified is not None
    assert verified.text == "El curso dura 14 días."
    assert verified.report.risk is Risk.LOW


def with_verdict(inspect: Inspector, words: str, support: Support) -> Callable[[str], Report]:
    """The inspector, but for one claim of another verdict."""

    def changed(text: str) -> Report:
        report = inspect(text)
        claims = tuple(
            CheckedClaim(each.span, support, 0.9, each.evidence) if words in each.span.text else each
            for each in report.claims
        )
        return Report("es", report.risk, 0.5, report.faithfulness, claims=claims, findings=report.findings)

    return changed


def test_a_patched_value_that_is_not_carried_gives_way_to_the_sentence_of_the_source() -> None:
    inspect = with_verdict(Inspector(COURSE, "es"), "14 días, curso", Support.INCONCLUSIVE)
    verified = run("Son 30 días, curso dura.", inspect)
    assert verified is not None
    assert verified.text == "El curso dura 14 días."


def test_what_is_still_wrong_after_that_is_taken_out() -> None:
    inspect = with_verdict(Inspector(COURSE, "es"), "14", Support.INCONCLUSIVE)
    verified = run("No se admiten entregas tarde. El curso dura 30 días.", inspect)
    assert verified is not None
    assert verified.text == "No se admiten entregas tarde."


def test_a_contradiction_without_a_place_has_no_healing_here() -> None:
    def inspect(text: str) -> Report:
        wrong = Finding(Check.CONTRADICTION, "number_differs", Span(0, 1, text[:1]))
        return Report("es", Risk.CRITICAL, 0.5, 0.5, findings=(wrong,))

    assert run("El curso dura 30 días.", inspect) is None


def test_an_endless_complaint_ends() -> None:
    asked = []

    def inspect(text: str) -> Report:
        asked.append(text)
        wrong = Finding(Check.CONTRADICTION, "number_differs", Span(0, len(text), text))
        return Report("es", Risk.CRITICAL, 0.5, 0.5, findings=(wrong,))

    assert run("Uno. Dos. Tres.", inspect) is None
    assert len(asked) < 8


def test_a_claim_that_loses_its_evidence_is_taken_out() -> None:
    inspector = Inspector(COURSE, "es")
    answer = "El curso dura 30 días. No se admiten entregas tarde."

    def inspect(text: str) -> Report:
        doubtful = "" if text == answer else "entregas"
        return with_verdict(inspector, doubtful or "\x00", Support.INCONCLUSIVE)(text)

    verified = run(answer, inspect)
    assert verified is not None
    assert verified.text == "El curso dura 14 días."


def test_a_risk_that_is_left_takes_out_what_nothing_carries() -> None:
    inspector = Inspector(COURSE, "es")

    def inspect(text: str) -> Report:
        report = inspector(text)
        risk = Risk.HIGH if "magia" in text else report.risk
        return Report("es", risk, 0.5, report.faithfulness, claims=report.claims, findings=report.findings)

    verified = run("El curso dura 30 días. Todo es magia.", inspect)
    assert verified is not None
    assert verified.text == "El curso dura 14 días."
