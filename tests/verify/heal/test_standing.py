"""What a report asks healing to do."""

from dataclasses import replace

from fidedigno.model.verdict import Support
from fidedigno.verify.heal.standing import standing
from fidedigno.verify.heal.wording import say
from fidedigno.verify.report import Check, CheckedClaim, EvidenceSpan, Finding, Report, Risk, Span

ANSWER = "Son 30 días. Lo dice Ana."
EVIDENCE = EvidenceSpan(0, 0, 7, "14 días")


def claim(start: int, end: int, support: Support, *findings: Finding, evidence: bool = True) -> CheckedClaim:
    proof = (EVIDENCE,) if evidence else ()
    return CheckedClaim(Span(start, end, ANSWER[start:end]), support, 0.9, proof, findings)


def finding(start: int, end: int, check: Check, code: str, expected: str = "") -> Finding:
    return Finding(check, code, Span(start, end, ANSWER[start:end]), EVIDENCE, expected)


def report(*claims: CheckedClaim, findings: tuple[Finding, ...] = (), faithfulness: float = 0.0) -> Report:
    return Report("es", Risk.CRITICAL, 0.5, faithfulness, claims=claims, findings=findings)


def test_a_finding_that_stands_in_the_report_and_in_its_claim_is_one() -> None:
    wrong = finding(4, 11, Check.CONTRADICTION, "duration_differs", "14 días")
    found = standing(report(claim(0, 12, Support.CONTRADICTED, wrong), findings=(wrong,)), ANSWER)
    assert [(each.start, each.end, each.expected) for each in found.wrongs] == [(4, 11, "14 días")]


def test_a_contradicted_claim_without_a_finding_is_wrong_as_a_whole() -> None:
    found = standing(report(claim(0, 12, Support.CONTRADICTED)), ANSWER)
    assert [(each.code, each.start, each.end) for each in found.wrongs] == [("contradicted", 0, 12)]
    assert found.wrongs[0].evidence == EVIDENCE


def test_a_claim_that_could_be_corrected_counts_as_carried() -> None:
    wrong = finding(4, 11, Check.CONTRADICTION, "duration_differs", "14 días")
    corrected = claim(0, 12, Support.CONTRADICTED, wrong)
    assert standing(report(corrected), ANSWER).carried == 1
    assert standing(report(corrected, claim(13, 25, Support.INCONCLUSIVE)), ANSWER).carried == 0.5
    assert standing(report(claim(0, 12, Support.CONTRADICTED, evidence=False)), ANSWER).carried == 0


def test_without_claims_the_reports_own_share_counts() -> None:
    assert standing(report(faithfulness=0.2), ANSWER).carried == 0.2


def test_names_quotations_and_citations_are_invented_whichever_check_says_so() -> None:
    person = finding(21, 24, Check.ENTITIES, "unknown_person")
    quotation = finding(0, 12, Check.FAITHFULNESS, "quotation_differs")
    unsupported = finding(0, 12, Check.FAITHFULNESS, "unsupported")
    found = standing(report(findings=(person, quotation, unsupported)), ANSWER)
    assert found.invented == (person, quotation)


def test_a_finding_outside_the_answer_is_passed_over() -> None:
    far = Finding(Check.CONTRADICTION, "number_differs", Span(400, 410, "x"), EVIDENCE, "y")
    assert standing(report(findings=(far,)), ANSWER).wrongs == ()


def test_the_words_of_healing_are_no_claims() -> None:
    text = say("decline", "es")
    own = CheckedClaim(Span(0, len(text), text), Support.INCONCLUSIVE, 0.9)
    found = standing(replace(report(own), risk=Risk.HIGH), text)
    assert (found.carried, found.showable, found.unsupported) == (1.0, True, ())


def test_a_risk_with_nothing_unsupported_is_not_the_texts() -> None:
    assert standing(report(claim(0, 12, Support.SUPPORTED)), ANSWER).showable
    assert not standing(report(claim(0, 12, Support.INCONCLUSIVE)), ANSWER).showable
    assert not standing(report(), ANSWER).showable


def test_a_claim_under_a_wrong_citation_is_carried_once_that_is_put_right() -> None:
    wrong = finding(0, 3, Check.FAITHFULNESS, "citation_misplaced", "[2]")
    found = standing(report(claim(0, 12, Support.OUT_OF_CONTRACT, wrong), findings=(wrong,)), ANSWER)
    assert found.misplaced == (wrong,)
    assert found.carried == 1
    assert not found.invented
    assert not found.is_sound(0.3)


def test_an_answer_that_is_a_risk_for_its_claims_is_not_sound() -> None:
    calm = replace(report(claim(0, 12, Support.SUPPORTED), faithfulness=0.9), risk=Risk.MEDIUM)
    for triggered, sound in (
        ((), True),
        (("drift",), True),
        (("truncated",), True),
        (("faithfulness",), False),
        (("unsupported_claim",), False),
        (("other_language",), False),
    ):
        assert standing(replace(calm, triggered=triggered), ANSWER).is_sound(0.3) is sound
