"""How good an answer is, in one number with its parts, and which way it goes from here.

It decides from a report (and from what healing came to) and never reads the answer itself. It refuses to let a
number buy off a serious finding: an answer of high or critical risk is not accepted as it stands, whatever its
score. Wall-clock time counts in the score, as in the hallucination detector article (quality score and delivery
route), but says nothing of the truth: the route is decided without it unless the settings say otherwise.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from fidedigno.verify.heal.strategy import Strategy
from fidedigno.verify.report import Report
from fidedigno.verify.settings import VerifySettings, Weights

_QUICK_MS, _USUAL_MS, _SLOW_MS = 20.0, 50.0, 200.0
_USUAL_SHARE = 0.5
_STEEPNESS = 5
"""With it the fall behind 50 ms begins exactly as steep as the line before it."""
_WELL_FOUNDED = 0.80
_NEUTRAL = 0.5
_PATCH_RAISES, _PATCH_CEILING = 0.15, 0.80
_SCRUB_FACTOR = 0.85
_REWRITTEN = 0.50


class Routing(StrEnum):
    """Where an answer goes. ``HEALED_ACCEPT`` is counted apart: it shows what goes wrong again and again."""

    ACCEPT = "accept"
    HEALED_ACCEPT = "healed_accept"
    FALLBACK = "fallback"
    DISCARD = "discard"


class FaithfulnessTier(StrEnum):
    """What confident wording is worth by how faithful the answer is.

    Well founded, it earns its share. Partly founded, what is above neutral counts in proportion to the
    faithfulness. Unfounded, confidence is a fault: the more certain the wording, the less it earns.
    """

    WELL_FOUNDED = "well_founded"
    PARTLY_FOUNDED = "partly_founded"
    UNFOUNDED = "unfounded"

    @classmethod
    def of(cls, faithfulness: float, settings: VerifySettings) -> FaithfulnessTier:
        """The tier of a faithfulness in [0, 1]."""
        if faithfulness < settings.faithfulness_threshold:
            return cls.UNFOUNDED
        founded = max(_WELL_FOUNDED, settings.faithfulness_threshold)
        return cls.WELL_FOUNDED if faithfulness >= founded else cls.PARTLY_FOUNDED


class Healing(Protocol):
    """What the score needs to know of a healing: what was done, whether the text changed, how it was judged."""

    @property
    def strategy(self) -> Strategy:
        """What was done."""

    @property
    def changed(self) -> bool:
        """Whether the healed answer is another text."""

    @property
    def report(self) -> Report:
        """What the inspection of the healed answer found."""


@dataclass(frozen=True, slots=True)
class QualityScore:
    """The score of an answer, or of its healed form where there is one.

    ``faithfulness``, ``consistency``, ``confidence`` and ``latency`` are what each part adds, at most its weight;
    ``drift_penalty`` is what was taken off last. ``truth`` is the score without the part of latency, on the same
    scale. ``score`` and ``truth`` are in [0, 1].
    """

    score: float
    truth: float
    routing: Routing
    faithfulness: float
    consistency: float
    confidence: float
    latency: float
    drift_penalty: float
    tier: FaithfulnessTier
    strategy: Strategy = Strategy.NO_HEALING_NEEDED

    @classmethod
    def compute(
        cls, report: Report, healing: Healing | None = None, settings: VerifySettings | None = None
    ) -> QualityScore:
        """Score a report; with ``healing``, the healed answer.

        Drift counts where either report has it: an answer that is right today can come from a chain that
        degrades.
        """
        settings = settings or VerifySettings()
        strategy = healing.strategy if healing else Strategy.NO_HEALING_NEEDED
        judged = healing.report if healing and healing.changed else report
        weights = settings.weights
        tier = FaithfulnessTier.of(judged.faithfulness, settings)
        confidence = earned_confidence(recalibrate(report.confidence, strategy), judged.faithfulness, tier)
        parts = (
            weights.faithfulness * judged.faithfulness,
            0.0 if judged.has_contradiction else weights.consistency,
            weights.confidence * confidence,
        )
        latency = weights.latency * latency_share(report.latency_ms)
        drifted = report.drift.detected or judged.drift.detected
        penalty = weights.drift if drifted else 0.0
        score = _within(sum(parts) + latency - penalty)
        truth = _within(_rescaled(sum(parts), weights) - penalty)
        deciding = truth if settings.truth_decides else score
        routing = _route(judged, healing, deciding, settings)
        return cls(score, truth, routing, *parts, latency, penalty, tier, strategy)

    def to_dict(self) -> dict[str, Any]:
        """The score as JSON values."""
        return {
            "score": self.score,
            "truth": self.truth,
            "routing": self.routing.value,
            "components": {
                "faithfulness": self.faithfulness,
                "consistency": self.consistency,
                "confidence": self.confidence,
                "latency": self.latency,
            },
            "drift_penalty": self.drift_penalty,
            "tier": self.tier.value,
            "strategy": self.strategy.value,
        }


def recalibrate(confidence: float, strategy: Strategy) -> float:
    """The confidence of an answer after healing, by what was done: it is not read again from the healed words.

    Args:
        confidence: that of the answer before, in [0, 1].
        strategy: what was done to it.
    """
    match strategy:
        case Strategy.CONTRADICTION_PATCH:
            return min(confidence + _PATCH_RAISES, _PATCH_CEILING)
        case Strategy.ENTITY_SCRUB:
            return confidence * _SCRUB_FACTOR
        case Strategy.GROUNDING_REWRITE:
            return _REWRITTEN
        case Strategy.SAFE_DECLINE:
            return 0.0
        case Strategy.NO_HEALING_NEEDED:
            return confidence


def earned_confidence(confidence: float, faithfulness: float, tier: FaithfulnessTier) -> float:
    """The share in [0, 1] of its weight that confidence earns, by the tier of faithfulness."""
    if tier is FaithfulnessTier.WELL_FOUNDED:
        return confidence
    if tier is FaithfulnessTier.PARTLY_FOUNDED:
        return min(confidence, _NEUTRAL) + max(confidence - _NEUTRAL, 0.0) * faithfulness
    return min(confidence, 1.0 - confidence) * faithfulness


def latency_share(milliseconds: float) -> float:
    """The share in [0, 1] of its weight that a time earns: all of it until 20 ms, half at 50 ms, none from 200 ms.

    The fall is a line until 50 ms, and from there steep first and flat at its end. A time that is no number
    earns nothing.
    """
    if not math.isfinite(milliseconds) or milliseconds >= _SLOW_MS:
        return 0.0
    if milliseconds <= _QUICK_MS:
        return 1.0
    if milliseconds <= _USUAL_MS:
        return 1.0 - (1.0 - _USUAL_SHARE) * (milliseconds - _QUICK_MS) / (_USUAL_MS - _QUICK_MS)
    return _USUAL_SHARE * float(((_SLOW_MS - milliseconds) / (_SLOW_MS - _USUAL_MS)) ** _STEEPNESS)


def _rescaled(earned: float, weights: Weights) -> float:
    """What was earned of the parts that speak of the truth, as a share of all that they can give."""
    most = weights.faithfulness + weights.consistency + weights.confidence
    return earned / most if most else 0.0


def _within(value: float) -> float:
    return min(max(value, 0.0), 1.0)


def _route(judged: Report, healing: Healing | None, deciding: float, settings: VerifySettings) -> Routing:
    if healing and healing.strategy is Strategy.SAFE_DECLINE:
        return Routing.DISCARD
    if judged.is_hallucinating:
        return Routing.FALLBACK
    if healing and healing.changed:
        return Routing.HEALED_ACCEPT if _is_fit(judged, settings) else Routing.FALLBACK
    return Routing.ACCEPT if deciding >= settings.accept_score else Routing.FALLBACK


def _is_fit(report: Report, settings: VerifySettings) -> bool:
    """Whether a healed answer may be shown. Its route does not hang on the score, which keeps the traces of
    what was wrong before: recalibrated confidence, drift."""
    return not report.has_contradiction and report.faithfulness >= settings.faithfulness_threshold
