"""The ways of healing, and what each does to the confidence of an answer (hallucination detector article)."""

from __future__ import annotations

from enum import StrEnum

_PATCH_ADDS = 0.15
_PATCH_CEILING = 0.80
_SCRUB_KEEPS = 0.85
_REWRITTEN = 0.50


class Strategy(StrEnum):
    """What was done to an answer; the first that applied, where several did."""

    NO_HEALING_NEEDED = "no_healing_needed"
    CONTRADICTION_PATCH = "contradiction_patch"
    ENTITY_SCRUB = "entity_scrub"
    GROUNDING_REWRITE = "grounding_rewrite"
    SAFE_DECLINE = "safe_decline"


def recalibrated(confidence: float, strategy: Strategy) -> float:
    """The confidence after healing, in [0, 1]: it follows from what was done, not from the healed wording.

    A patched answer gains 0.15 and never more than 0.80; a shortened one keeps 85 %; a quotation has 0.50;
    anything else is left as it was.
    """
    if strategy is Strategy.CONTRADICTION_PATCH:
        return min(confidence + _PATCH_ADDS, _PATCH_CEILING)
    if strategy is Strategy.ENTITY_SCRUB:
        return confidence * _SCRUB_KEEPS
    if strategy is Strategy.GROUNDING_REWRITE:
        return _REWRITTEN
    return confidence
