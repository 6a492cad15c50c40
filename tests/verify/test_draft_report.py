"""One report on a draft: claims count as their verdicts say."""

from fidedigno.model import Support, Verdict
from fidedigno.verify import Report, Verifier, VerifySettings
from fidedigno.verify.draft_report import Inspected, report_on

RULE = "Refunds are accepted within 14 days of purchase."
WRONG = "Refunds are accepted within 30 days of purchase."
SETTINGS = VerifySettings()


def looked(text: str) -> Report:
    return Verifier().preview("", [RULE], text)


def reported(*claims: Inspected) -> Report:
    return report_on(claims, "en", SETTINGS)


GOOD = Inspected(RULE, Verdict(0, Support.SUPPORTED, "verbatim", "a"), looked(RULE))
BAD = Inspected(WRONG, Verdict(1, Support.CONTRADICTED, "duration_differs", "a"), looked(WRONG))


def test_claims_and_findings_have_their_places_one_line_after_another() -> None:
    found = reported(GOOD, BAD)
    text = f"{RULE}\n{WRONG}"
    assert [text[each.span.start : each.span.end] for each in found.claims] == [RULE, WRONG]
    (finding,) = found.findings
    assert text[finding.answer.start : finding.answer.end] == finding.answer.text == "30 days"
    assert (found.faithfulness, found.has_contradiction, found.risk) == (0.5, True, "critical")


def test_a_quotation_that_stands_is_never_a_finding() -> None:
    odd = Inspected(WRONG, Verdict(0, Support.SUPPORTED, "verbatim", "a"), looked(WRONG))
    found = reported(odd)
    assert (found.findings, found.faithfulness, found.risk, found.triggered) == ((), 1.0, "low", ())


def test_what_the_contract_alone_contradicts_is_a_finding_too() -> None:
    other = Inspected(RULE, Verdict(0, Support.CONTRADICTED, "value_differs", "a"), looked(RULE))
    found = reported(other)
    assert [each.code for each in found.findings] == ["value_differs"]
    assert found.triggered == ("faithfulness", "contradiction")


def test_a_paraphrase_is_as_sure_as_the_checks_are_and_a_quotation_stands() -> None:
    other = "Refunds are possible within two weeks of purchase."
    paraphrase = Inspected(other, Verdict(0, Support.SUPPORTED, "paraphrase", "a"), looked(other))
    assert reported(paraphrase).support < reported(GOOD).support == 0.99
    unknown = Inspected(other, Verdict(0, Support.INCONCLUSIVE, "words_differ", "a"), looked(other))
    assert reported(unknown).support <= 0.5
    assert reported(unknown).claims[0].support is Support.OUT_OF_CONTRACT, "nothing shows that it is carried"
    assert "other_language" not in reported(unknown).triggered


def test_a_conclusion_that_was_drawn_again_needs_no_look() -> None:
    derived = Inspected("Yes.", Verdict(0, Support.SUPPORTED, "derived", "a"), None)
    found = reported(derived)
    assert (found.faithfulness, found.used, found.latency_ms) == (1.0, ("contract",), 0.0)
    assert "rules" in reported(derived, GOOD).used


def test_nothing_is_said_of_drift() -> None:
    assert not reported(GOOD, BAD).drift.detected
    assert reported(GOOD, BAD).drift.compared == 0
