"""How an answer was healed. Source: hallucination detector article, order of healing."""

from __future__ import annotations

from enum import StrEnum


class Strategy(StrEnum):
    """What was done to an answer; the strongest of it where several things were done."""

    NO_HEALING_NEEDED = "no_healing_needed"
    CONTRADICTION_PATCH = "contradiction_patch"
    """Values that the evidence has otherwise were replaced by its own."""
    ENTITY_SCRUB = "entity_scrub"
    """Sentences with names or references that the evidence does not have were taken out."""
    GROUNDING_REWRITE = "grounding_rewrite"
    """The answer was written again from sentences of the evidence."""
    SAFE_DECLINE = "safe_decline"
    """Nothing could be said for sure; it is said so."""
