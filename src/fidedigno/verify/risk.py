"""Which checks fired, and how bad it is to show the answer as it stands.

The worst that fired decides:

- CRITICAL: a claim contradicts its evidence.
- HIGH: a name, reference or quotation is invented; or the wording is confident while the evidence carries less than
  ``faithfulness_threshold`` of the claims.
- MEDIUM: the answer is unfaithful as a whole (that share, or its probability below ``answer_threshold``); or one
  claim alone is not carried, with a confidence of ``unsupported_threshold`` or more, however faithful the rest is;
  or a citation points at a passage that does not carry its claim while another does; or the answer drifted; or more
  of it was given than is read; or words cannot tell, because claim and evidence are in different languages.
- LOW: nothing of that. Claims that the combiner doubts without such confidence leave it so: they are listed.

What is inconclusive, or only cited at the wrong place, is never called unfaithful: it counts neither for nor
against. Source of the levels:
hallucination detector article; there a single unfounded claim among good ones is no risk, and an invented person is
one that is accepted all the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from fidedigno.model.verdict import Support
from fidedigno.verify.report import Check, CheckedClaim, Drift, Finding, Risk
from fidedigno.verify.settings import VerifySettings

CONFIDENT_BUT_UNFAITHFUL = "confident_but_unfaithful"
UNSUPPORTED_CLAIM = "unsupported_claim"
MISPLACED = "citation_misplaced"
OTHER_LANGUAGE = "other_language"
TRUNCATED = "truncated"
UNFAITHFUL = frozenset({CONFIDENT_BUT_UNFAITHFUL, Check.FAITHFULNESS.value, UNSUPPORTED_CLAIM})
"""What fires because claims are not carried; each is mended by leaving those out."""
_HIGH = frozenset({CONFIDENT_BUT_UNFAITHFUL, Check.ENTITIES.value})


def faithfulness_of(claims: Sequence[CheckedClaim]) -> float:
    """The share of claims that the evidence carries; 1 where nothing is claimed."""
    return sum(each.support is Support.SUPPORTED for each in claims) / len(claims) if claims else 1.0


def triggered_by(
    confidence: float,
    support: float,
    claims: Sequence[CheckedClaim],
    findings: Sequence[Finding],
    drift: Drift,
    settings: VerifySettings,
    *,
    cut: bool = False,
) -> tuple[str, ...]:
    """What fired, the checks in their order first.

    Args:
        confidence: of the wording.
        support: the probability that the evidence carries every claim.
        claims: with their verdicts.
        findings: of all checks.
        drift: how the answer stands to earlier ones.
        settings: thresholds.
        cut: whether the answer was longer than what was read of it.
    """
    checks = {each.check for each in findings}
    settled = [
        each for each in claims if each.support is not Support.INCONCLUSIVE and not _is_misplaced(each)
    ]
    few = faithfulness_of(settled) < settings.faithfulness_threshold
    improbable = len(settled) == len(claims) and support < settings.answer_threshold
    contradicted = any(each.support is Support.CONTRADICTED for each in claims)
    fired = (
        (CONFIDENT_BUT_UNFAITHFUL, few and confidence > settings.confidence_threshold),
        (Check.FAITHFULNESS.value, few or improbable),
        (Check.CONTRADICTION.value, contradicted or Check.CONTRADICTION in checks),
        (Check.ENTITIES.value, Check.ENTITIES in checks),
        (Check.DRIFT.value, drift.detected),
        (UNSUPPORTED_CLAIM, any(_is_unsupported(each, settings) for each in claims)),
        (MISPLACED, any(each.code == MISPLACED for each in findings)),
        (OTHER_LANGUAGE, any(each.support is Support.INCONCLUSIVE for each in claims)),
        (TRUNCATED, cut),
    )
    return tuple(name for name, is_so in fired if is_so)


def _is_unsupported(claim: CheckedClaim, settings: VerifySettings) -> bool:
    sure = claim.confidence >= settings.unsupported_threshold
    return claim.support is Support.OUT_OF_CONTRACT and sure and not _is_misplaced(claim)


def _is_misplaced(claim: CheckedClaim) -> bool:
    """Whether nothing is wrong with a claim but its citation."""
    return bool(claim.findings) and all(each.code == MISPLACED for each in claim.findings)


def risk_of(triggered: Sequence[str]) -> Risk:
    """The worst that fired."""
    if Check.CONTRADICTION.value in triggered:
        return Risk.CRITICAL
    if not _HIGH.isdisjoint(triggered):
        return Risk.HIGH
    return Risk.MEDIUM if triggered else Risk.LOW
