"""A place of an answer that was judged: what it counts as, and the finding where something is wrong with it."""

from __future__ import annotations

from typing import NamedTuple

from fidedigno.verify.entities.nearest import Candidate
from fidedigno.verify.report import Check, Finding, Span


class Place(NamedTuple):
    """``answer[start:end]``; ``group`` is the signal that counts it, or empty."""

    start: int
    end: int
    group: str
    finding: Finding | None


def finding_at(
    answer: str, start: int, end: int, code: str, instead: Candidate | None, certainty: float
) -> Finding:
    """A finding of this check; ``instead`` is what the evidence has in its place."""
    return Finding(
        Check.ENTITIES,
        code,
        Span(start, end, answer[start:end]),
        instead.span if instead else None,
        instead.text if instead else "",
        certainty,
    )
