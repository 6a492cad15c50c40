"""Which checks fire, and what the worst of them makes of the answer: the rule as a table."""

from __future__ import annotations

import pytest

from fidedigno.model.verdict import Support
from fidedigno.verify.report import Check, CheckedClaim, Drift, Finding, Risk, Span
from fidedigno.verify.risk import (
    CONFIDENT_BUT_UNFAITHFUL,
    MISPLACED,
    OTHER_LANGUAGE,
    TRUNCATED,
    UNSUPPORTED_CLAIM,
    faithfulness_of,
    risk_of,
    triggered_by,
)
from fidedigno.verify.settings import VerifySettings

SPAN = Span(0, 1, "x")
GOOD = CheckedClaim(SPAN, Support.SUPPORTED, 0.9)
DOUBTED = CheckedClaim(SPAN, Support.OUT_OF_CONTRACT, 0.7)
UNFOUNDED = CheckedClaim(SPAN, Support.OUT_OF_CONTRACT, 0.8)
OPPOSED = CheckedClaim(SPAN, Support.CONTRADICTED, 0.9)
UNTOLD = CheckedClaim(SPAN, Support.INCONCLUSIVE, 0.5)


def finding(check: Check, code: str = "code") -> Finding:
    return Finding(check, code, SPAN)


MISCITED = CheckedClaim(
    SPAN, Support.OUT_OF_CONTRACT, 0.9, findings=(finding(Check.FAITHFULNESS, MISPLACED),)
)


def fired(
    *claims: CheckedClaim,
    confidence: float = 0.5,
    support: float = 0.9,
    findings: tuple[Finding, ...] = (),
    drifted: bool = False,
    cut: bool = False,
    settings: VerifySettings | None = None,
) -> set[str]:
    every = (*findings, *(each for claim in claims for each in claim.findings))
    found = triggered_by(
        confidence, support, claims, every, Drift(detected=drifted), settings or VerifySettings(), cut=cut
    )
    return set(found)


def test_nothing_fires_on_an_answer_that_is_carried_and_on_one_that_claims_nothing() -> None:
    assert fired(GOOD, GOOD) == set()
    assert fired() == set()


def test_one_claim_that_is_surely_unfounded_is_a_risk_among_many_good_ones() -> None:
    assert fired(*[GOOD] * 9, UNFOUNDED) == {UNSUPPORTED_CLAIM}


def test_one_claim_that_is_only_doubted_is_none() -> None:
    assert fired(*[GOOD] * 9, DOUBTED) == set()


def test_from_which_confidence_a_claim_is_a_risk_is_a_setting() -> None:
    assert fired(GOOD, GOOD, DOUBTED, settings=VerifySettings(unsupported_threshold=0.7)) == {
        UNSUPPORTED_CLAIM
    }
    assert fired(GOOD, GOOD, UNFOUNDED, settings=VerifySettings(unsupported_threshold=0.9)) == set()


def test_an_answer_is_unfaithful_below_the_share_of_the_settings_and_not_at_it() -> None:
    assert fired(GOOD, DOUBTED) == set()
    assert fired(GOOD, DOUBTED, DOUBTED) == {"faithfulness"}


def test_an_improbable_answer_is_unfaithful_though_each_claim_passes() -> None:
    assert fired(GOOD, GOOD, support=0.1) == {"faithfulness"}


def test_confident_wording_counts_only_over_an_unfaithful_answer() -> None:
    assert fired(DOUBTED, confidence=0.76) == {CONFIDENT_BUT_UNFAITHFUL, "faithfulness"}
    assert fired(DOUBTED, confidence=0.75) == {"faithfulness"}
    assert fired(GOOD, confidence=1.0) == set()


def test_a_contradicted_claim_fires_without_a_finding_too() -> None:
    assert "contradiction" in fired(GOOD, GOOD, OPPOSED)
    assert "contradiction" in fired(GOOD, findings=(finding(Check.CONTRADICTION),))


def test_what_cannot_be_told_is_called_that_and_not_unfaithful() -> None:
    assert fired(UNTOLD, UNTOLD, confidence=1.0, support=0.01) == {OTHER_LANGUAGE}
    assert fired(UNTOLD, DOUBTED, DOUBTED) == {OTHER_LANGUAGE, "faithfulness"}


def test_a_citation_at_the_wrong_passage_is_no_unfaithfulness() -> None:
    assert fired(MISCITED, confidence=1.0, support=0.01) == {MISPLACED}


def test_an_invented_name_drift_and_a_cut_answer_fire() -> None:
    assert fired(GOOD, findings=(finding(Check.ENTITIES),)) == {"entities"}
    assert fired(GOOD, drifted=True) == {"drift"}
    assert fired(GOOD, cut=True) == {TRUNCATED}


@pytest.mark.parametrize(
    ("triggered", "risk"),
    [
        ((), Risk.LOW),
        *[
            ((each,), Risk.MEDIUM)
            for each in ("faithfulness", "drift", UNSUPPORTED_CLAIM, MISPLACED, OTHER_LANGUAGE, TRUNCATED)
        ],
        (("entities",), Risk.HIGH),
        ((CONFIDENT_BUT_UNFAITHFUL, "faithfulness"), Risk.HIGH),
        (("contradiction", "entities", "drift"), Risk.CRITICAL),
        (("drift", "contradiction"), Risk.CRITICAL),
    ],
)
def test_the_worst_that_fired_decides(triggered: tuple[str, ...], risk: Risk) -> None:
    assert risk_of(triggered) is risk


def test_faithfulness_is_the_share_of_supported_claims() -> None:
    assert faithfulness_of([GOOD, GOOD, UNTOLD, OPPOSED]) == 0.5
    assert faithfulness_of([]) == 1.0
