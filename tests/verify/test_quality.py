"""The quality of a governed answer: of what is left of a draft, and of nothing else."""

from dataclasses import replace

from fidedigno.model import Claim, Decision, Quality, Support, Verdict
from fidedigno.verify import Checked, VerifySettings
from fidedigno.verify.draft_report import Inspected, report_on
from fidedigno.verify.quality import quality_of
from fidedigno.verify.report import Drift

SETTINGS = VerifySettings()


def checked(*supports: Support) -> Checked:
    verdicts = [
        Verdict(number, each, "verbatim" if each is Support.SUPPORTED else "negation_differs", "a")
        for number, each in enumerate(supports)
    ]
    inspected = [Inspected(f"Statement {each.claim} of the draft.", each, None) for each in verdicts]
    kept = tuple(Claim(one.text, ("a",)) for one in inspected if one.verdict.support is Support.SUPPORTED)
    return Checked(kept, tuple(verdicts), report_on(inspected, "en", SETTINGS))


def quality(*supports: Support, decision: Decision = Decision.ANSWER) -> Quality:
    found = quality_of(checked(*supports), decision, SETTINGS)
    assert found is not None
    return found


GOOD, BAD = Support.SUPPORTED, Support.CONTRADICTED


def test_a_draft_that_stands_is_accepted() -> None:
    found = quality(GOOD, GOOD)
    assert (found.routing, found.risk, found.left_out, found.triggered) == ("accept", "low", 0, ())
    assert found.score > 0.7


def test_a_draft_of_which_something_was_left_out_is_told_as_healed() -> None:
    found = quality(GOOD, BAD)
    assert (found.routing, found.risk, found.left_out) == ("healed_accept", "critical", 1)
    assert "contradiction" in found.triggered
    assert found.score > 0.7, "what is delivered is carried"


def test_of_which_nothing_is_left_is_discarded_or_goes_to_a_person() -> None:
    assert quality(BAD, decision=Decision.ABSTAIN).routing == "discard"
    assert quality(GOOD, BAD, decision=Decision.ESCALATE).routing == "fallback"
    assert quality(BAD, decision=Decision.ESCALATE).routing == "fallback"


def test_where_nothing_was_drafted_there_is_no_quality() -> None:
    assert quality_of(Checked(), Decision.ABSTAIN, SETTINGS) is None


def test_neither_drift_nor_the_clock_moves_it() -> None:
    draft = checked(GOOD, GOOD)
    assert draft.report is not None
    drifted = replace(draft.report, drift=Drift(True, 0.9, 0.1, 8), latency_ms=5_000.0)
    other = quality_of(replace(draft, report=drifted), Decision.ANSWER, SETTINGS)
    assert other == quality_of(draft, Decision.ANSWER, SETTINGS)
