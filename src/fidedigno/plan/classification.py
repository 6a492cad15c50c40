"""What a classifier says of a question."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Classification:
    """Every class with its calibrated probability, the most probable first; the probabilities add up to 1.

    ``confident`` is false where the first is in doubt, by the threshold that was chosen when the
    probabilities were calibrated.
    """

    ranked: tuple[tuple[str, float], ...]
    confident: bool

    def __post_init__(self) -> None:
        if not self.ranked:
            raise ValueError("a classification has at least one class")

    @property
    def best(self) -> str:
        """The likeliest class."""
        return self.ranked[0][0]

    @property
    def probability(self) -> float:
        """The probability of the likeliest class."""
        return self.ranked[0][1]
