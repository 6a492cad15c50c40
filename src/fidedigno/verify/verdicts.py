"""From what was measured to a verdict for each claim, and to the risk of the whole.

Order of what decides a claim: it stands word for word in the evidence; a typed difference; a name, reference or
quotation that is nowhere; else the combiner's probability (or, without it, the share of its words that the evidence
has). Source of the risk levels: hallucination detector article.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fidedigno.model.verdict import Support
from fidedigno.verify.combiner import Combiner
from fidedigno.verify.faithfulness import Measured
from fidedigno.verify.recalibration import Recalibration
from fidedigno.verify.report import Check, CheckedClaim, Drift, Finding, Judgement, Risk, Span
from fidedigno.verify.settings import VerifySettings

CONFIDENT_BUT_UNFAITHFUL = "confident_but_unfaithful"
RULES, COMBINER, OVERLAP = "rules", "combiner", "overlap"
_VERBATIM = 0.99


class Judged(NamedTuple):
    """The claims with their verdicts, and the probability that the whole answer is carried."""

    claims: tuple[CheckedClaim, ...]
    support: float


def judge_claims(
    answer: str,
    measured: Sequence[Measured],
    entities: Sequence[Finding],
    combiner: Combiner | None,
    settings: VerifySettings,
) -> Judged:
    """A verdict for each claim, in the order of the answer."""
    semantic = combiner is not None and combiner.kind == "semantic"
    vectors = [each.measured(semantic=semantic) for each in measured]
    doubts = [_doubt(each, vector, combiner) for each, vector in zip(measured, vectors, strict=True)]
    claims = tuple(
        _verdict(answer, each, doubt, entities, combiner, settings, semantic=semantic)
        for each, doubt in zip(measured, doubts, strict=True)
    )
    if not measured:
        return Judged((), 1.0)
    support = 1 - (max(doubts) if combiner is None else combiner.answer_unsupported(vectors))
    return Judged(claims, _recalibrated(support, settings.answer_recalibration))


def _doubt(measured: Measured, vector: Sequence[float], combiner: Combiner | None) -> float:
    """Probability that the evidence does not carry the claim; without a combiner the share of words it lacks."""
    if combiner is None:
        return 1 - measured.aligned.plain
    return combiner.claim_unsupported(vector)


def _verdict(
    answer: str,
    measured: Measured,
    doubt: float,
    entities: Sequence[Finding],
    combiner: Combiner | None,
    settings: VerifySettings,
    *,
    semantic: bool,
) -> CheckedClaim:
    claim = measured.claim
    inside = tuple(
        each for each in entities if claim.start <= each.answer.start and each.answer.end <= claim.end
    )
    opposed = tuple(
        each for each in measured.compared.findings if each.certainty >= settings.contradiction_threshold
    )
    judgements = [_by_threshold(doubt, combiner, settings)]
    if measured.verbatim:
        judgements.insert(0, Judgement(RULES, Support.SUPPORTED, _VERBATIM))
    elif opposed:
        surest = max(each.certainty for each in opposed)
        judgements.insert(0, Judgement(RULES, Support.CONTRADICTED, 1 - surest, surest))
    elif inside:
        surest = max(each.certainty for each in inside)
        judgements.insert(0, Judgement(RULES, Support.OUT_OF_CONTRACT, 1 - surest))
    deciding = judgements[0]
    return CheckedClaim(
        Span(claim.start, claim.end, answer[claim.start : claim.end]),
        deciding.support,
        _confidence(deciding),
        measured.evidence,
        tuple(sorted((*opposed, *inside), key=lambda each: each.answer.start)),
        tuple(judgements),
        measured.signals(semantic=semantic),
    )


def _by_threshold(doubt: float, combiner: Combiner | None, settings: VerifySettings) -> Judgement:
    threshold = settings.overlap_threshold if combiner is None else settings.support_threshold
    probability = _recalibrated(1 - doubt, settings.recalibration)
    support = Support.SUPPORTED if probability >= threshold else Support.OUT_OF_CONTRACT
    return Judgement(OVERLAP if combiner is None else COMBINER, support, probability)


def _recalibrated(probability: float, recalibration: Recalibration | None) -> float:
    return probability if recalibration is None else recalibration.apply(probability)


def _confidence(judgement: Judgement) -> float:
    if judgement.support is Support.SUPPORTED:
        return judgement.supported
    if judgement.support is Support.CONTRADICTED:
        return judgement.contradicted
    return 1 - judgement.supported


def faithfulness_of(claims: Sequence[CheckedClaim]) -> float:
    """The share of claims that the evidence carries; 1 where nothing is claimed."""
    return sum(each.support is Support.SUPPORTED for each in claims) / len(claims) if claims else 1.0


def triggered_by(
    confidence: float,
    faithfulness: float,
    support: float,
    findings: Sequence[Finding],
    drift: Drift,
    settings: VerifySettings,
) -> tuple[str, ...]:
    """The checks that fired, in their order."""
    checks = {each.check for each in findings}
    unfaithful = faithfulness < settings.faithfulness_threshold or support < settings.answer_threshold
    confident = confidence > settings.confidence_threshold and faithfulness < settings.faithfulness_threshold
    fired = (
        (CONFIDENT_BUT_UNFAITHFUL, confident),
        (Check.FAITHFULNESS.value, unfaithful),
        (Check.CONTRADICTION.value, Check.CONTRADICTION in checks),
        (Check.ENTITIES.value, Check.ENTITIES in checks),
        (Check.DRIFT.value, drift.detected),
    )
    return tuple(name for name, is_so in fired if is_so)


def risk_of(triggered: Sequence[str]) -> Risk:
    """The worst that fired."""
    if Check.CONTRADICTION.value in triggered:
        return Risk.CRITICAL
    if Check.ENTITIES.value in triggered or CONFIDENT_BUT_UNFAITHFUL in triggered:
        return Risk.HIGH
    return Risk.MEDIUM if triggered else Risk.LOW
