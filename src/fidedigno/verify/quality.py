"""The quality of a governed answer: the score and the route of what is left of a draft after its claims were checked.

Leaving a claim out is the one way of healing here; nothing is written anew. What is told rests on the cards that the
draft cites: earlier answers, drift and the clock have no part in it, so that one person's answer says nothing of
another's, and the same answer has the same score. Source: hallucination detector article, quality score.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from fidedigno.model import Decision, Quality, Support
from fidedigno.verify.contract import Checked
from fidedigno.verify.heal.strategy import Strategy
from fidedigno.verify.report import Drift, Report, Risk
from fidedigno.verify.score import QualityScore, Routing
from fidedigno.verify.settings import VerifySettings


@dataclass(frozen=True, slots=True)
class _LeftOut:
    """A draft without what is not supported, as the score takes a healing."""

    strategy: Strategy
    changed: bool
    report: Report


def quality_of(checked: Checked, decision: Decision, settings: VerifySettings) -> Quality | None:
    """The quality of a checked draft and its route; ``None`` where nothing was drafted.

    Args:
        checked: the draft and its verdicts.
        decision: what is done with it. A draft that goes to a person is on its way to the ``fallback``.
        settings: weights and thresholds.
    """
    report = checked.report
    if report is None or not report.claims:
        return None
    report = replace(report, drift=Drift(), latency_ms=0.0)
    healing = _left_out(checked, report) if checked.left_out else None
    scored = QualityScore.compute(report, healing, settings)
    routing = Routing.FALLBACK if decision is Decision.ESCALATE else scored.routing
    return Quality(
        score=round(scored.truth, 4),
        routing=routing.value,
        risk=report.risk.value,
        triggered=report.triggered,
        left_out=checked.left_out,
        used=report.used,
    )


def _left_out(checked: Checked, report: Report) -> _LeftOut:
    if not checked.claims:
        return _LeftOut(Strategy.SAFE_DECLINE, True, report)
    kept = tuple(each for each in report.claims if each.support is Support.SUPPORTED)
    rest = replace(
        report,
        risk=Risk.LOW,
        faithfulness=1.0,
        support=min(each.confidence for each in kept),
        claims=kept,
        findings=(),
        triggered=(),
    )
    return _LeftOut(Strategy.ENTITY_SCRUB, True, rest)
