"""The threshold of a score at which a wanted precision is held: chosen on one half of the marks, checked on the
other.

A threshold is only recommended where the other half has that precision too. Its interval says how sure that is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from statistics import NormalDist
from typing import Any, NamedTuple

from fidedigno.verify.calibrate.scores import ScoreKind

FEWEST_OF_EACH = 10
"""Faithful and unfaithful answers that each half must have."""
FEWEST_FLAGGED = 10
"""Answers of the first half that a threshold must flag: fewer are right by luck too often."""
_CAUTION, _REPORTED = 0.80, 0.95


class Outcome(StrEnum):
    """Whether there is a threshold of the wanted precision."""

    REACHED = "reached"
    NOT_CONFIRMED = "not_confirmed"
    """Found on the first half; the other half has less precision."""
    NOT_REACHED = "not_reached"
    TOO_FEW = "too_few"


class Share(NamedTuple):
    """``hits`` of ``total``, and the Wilson interval of 95 % of that share."""

    hits: int
    total: int
    low: float
    high: float

    @classmethod
    def of(cls, hits: int, total: int, confidence: float = _REPORTED) -> Share:
        """The share with its interval; nothing is known of a share of none."""
        if total == 0:
            return cls(0, 0, 0.0, 1.0)
        z = NormalDist().inv_cdf((1 + confidence) / 2)
        share, width = hits / total, z * z / total
        middle = (share + width / 2) / (1 + width)
        half = z * math.sqrt(share * (1 - share) / total + width / (4 * total)) / (1 + width)
        return cls(hits, total, max(middle - half, 0.0), min(middle + half, 1.0))

    @property
    def value(self) -> float:
        """In [0, 1]; 0 of none."""
        return self.hits / self.total if self.total else 0.0

    def to_dict(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "value": self.value,
            "hits": self.hits,
            "total": self.total,
            "interval": [self.low, self.high],
        }


class Flagging(NamedTuple):
    """Precision and recall of what is flagged."""

    precision: Share
    recall: Share

    @classmethod
    def of(cls, flagged: Sequence[bool], unfaithful: Sequence[bool]) -> Flagging:
        """Compare what was flagged with the marks."""
        right = sum(one and other for one, other in zip(flagged, unfaithful, strict=True))
        return cls(Share.of(right, sum(flagged)), Share.of(right, sum(unfaithful)))

    def to_dict(self) -> dict[str, Any]:
        """As JSON values."""
        return {"precision": self.precision.to_dict(), "recall": self.recall.to_dict()}


@dataclass(frozen=True, slots=True)
class Recommendation:
    """What was found for a score. ``cut`` flags the scores above it; ``value`` is that of its setting."""

    outcome: Outcome
    cut: float | None = None
    value: float | None = None
    chosen: Flagging | None = None
    checked: Flagging | None = None

    def to_dict(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "outcome": self.outcome.value,
            "threshold": self.value,
            "on_the_first_half": self.chosen.to_dict() if self.chosen else None,
            "on_the_other_half": self.checked.to_dict() if self.checked else None,
        }


class Half(NamedTuple):
    """Scores of one half of the answers, and their marks."""

    scores: Sequence[float]
    unfaithful: Sequence[bool]

    @property
    def is_enough(self) -> bool:
        """Whether there are enough marks of each kind."""
        bad = sum(self.unfaithful)
        return min(bad, len(self.unfaithful) - bad) >= FEWEST_OF_EACH

    def at(self, cut: float) -> Flagging:
        """What a cut flags."""
        return Flagging.of([each > cut for each in self.scores], self.unfaithful)


def recommend(kind: ScoreKind, first: Half, other: Half, precision: float) -> Recommendation:
    """The threshold with most recall whose precision is the wanted one."""
    if not (first.is_enough and other.is_enough):
        return Recommendation(Outcome.TOO_FEW)
    cut = _lowest(first, precision)
    if cut is None:
        return Recommendation(Outcome.NOT_REACHED)
    checked = other.at(cut)
    held = checked.precision.total > 0 and checked.precision.value >= precision
    outcome = Outcome.REACHED if held else Outcome.NOT_CONFIRMED
    return Recommendation(outcome, cut, kind.setting_of(cut), first.at(cut), checked)


def _lowest(half: Half, precision: float) -> float | None:
    """The lowest cut with the precision; one that has it with some caution before one that just has it."""
    possible = [
        (cut, hits, flagged)
        for cut, hits, flagged in _cuts(half)
        if flagged >= FEWEST_FLAGGED and hits >= precision * flagged
    ]
    for cut, hits, flagged in reversed(possible):
        if Share.of(hits, flagged, _CAUTION).low >= precision:
            return cut
    return possible[-1][0] if possible else None


def _cuts(half: Half) -> Iterator[tuple[float, int, int]]:
    """Every cut midway between two scores, from the highest: the cut, unfaithful above it, all above it."""
    ordered = sorted(zip(half.scores, half.unfaithful, strict=True), reverse=True)
    hits = 0
    for flagged, ((score, bad), (below, _)) in enumerate(pairwise(ordered), start=1):
        hits += bad
        if below < score:
            yield (score + below) / 2, hits, flagged
