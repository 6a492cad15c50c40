"""Does a claim say another thing than the evidence that speaks of the same? The second-guessing of every difference.

Comparators set a claim against one sentence of evidence, and say how sure a difference is. Here the sentences are
put together: what one of them agrees with is no contradiction, however much another differs. A claim that stands in
the evidence word for word is compared with nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fidedigno.verify.polarity import weigh_polarity
from fidedigno.verify.report import Check, EvidenceSpan, Finding, Span
from fidedigno.verify.statement import Comparator, Comparison, Difference, Statement, Weigher
from fidedigno.verify.values import compare_values, find_weekday_misfits

COMPARATORS: tuple[Comparator, ...] = (compare_values,)
WEIGHERS: tuple[Weigher, ...] = (weigh_polarity,)
"""Comparators that see all sentences together."""
LEAST_SHARE = 0.15
"""A sentence with a smaller share of the claim's words is not compared: it speaks of something else."""


class Faced(NamedTuple):
    """A sentence of evidence before a claim: where it stands, its words, and its share of the claim's words."""

    place: EvidenceSpan
    statement: Statement
    share: float


class Compared(NamedTuple):
    """What all comparators found for one claim.

    ``agreed`` are places of the claim whose value some sentence has, ``missing`` those that none has.
    """

    findings: tuple[Finding, ...] = ()
    agreed: tuple[tuple[int, int], ...] = ()
    missing: tuple[tuple[int, int], ...] = ()


def find_contradictions(
    claim: Statement,
    offset: int,
    faced: Sequence[Faced],
    comparators: Iterable[Comparator] = COMPARATORS,
    weighers: Iterable[Weigher] = WEIGHERS,
) -> Compared:
    """Compare a claim, which stands at ``offset`` in its answer, with the sentences that speak of it."""
    near = [each for each in faced if each.share >= LEAST_SHARE]
    if not near or any(stands_in(claim, each.statement) for each in near):
        return Compared()
    findings = [_misfit(claim, offset, each) for each in find_weekday_misfits(claim)]
    agreed: dict[tuple[int, int], None] = {}
    missing: dict[tuple[int, int], None] = {}
    statements = [each.statement for each in near]
    compared = [[compare(claim, each) for each in statements] for compare in comparators]
    compared += [list(weigh(claim, statements)) for weigh in weighers]
    for comparisons in compared:
        found = list(zip(near, comparisons, strict=True))
        settled = [place for _, comparison in found for place in comparison.agreed]
        agreed.update(dict.fromkeys(settled))
        missing.update(
            dict.fromkeys(place for _, each in found for place in each.missing if place not in settled)
        )
        findings += _kept(claim, offset, found, settled)
    return Compared(tuple(_distinct(findings)), tuple(agreed), tuple(missing))


def stands_in(claim: Statement, evidence: Statement) -> bool:
    """Whether the claim is this sentence, word for word."""
    return bool(claim.words) and [w.text for w in claim.words] == [w.text for w in evidence.words]


def _kept(
    claim: Statement,
    offset: int,
    found: Sequence[tuple[Faced, Comparison]],
    settled: Sequence[tuple[int, int]],
) -> Iterable[Finding]:
    for faced, comparison in found:
        for difference in comparison.differences:
            if any(start < difference.end and difference.start < end for start, end in settled):
                continue
            yield _finding(claim, offset, faced, difference)


def _misfit(claim: Statement, offset: int, difference: Difference) -> Finding:
    """A date that is wrong in itself: no evidence is needed."""
    start, end = difference.start, difference.end
    return Finding(
        Check.CONTRADICTION,
        difference.code,
        Span(offset + start, offset + end, claim.text[start:end]),
        None,
        difference.expected,
        difference.certainty,
    )


def _finding(claim: Statement, offset: int, faced: Faced, difference: Difference) -> Finding:
    start, end = difference.start, difference.end
    first = faced.place.start + difference.evidence_start
    last = faced.place.start + difference.evidence_end
    text = faced.statement.text[difference.evidence_start : difference.evidence_end]
    return Finding(
        Check.CONTRADICTION,
        difference.code,
        Span(offset + start, offset + end, claim.text[start:end]),
        EvidenceSpan(faced.place.passage, first, last, text),
        difference.expected,
        difference.certainty,
    )


def _distinct(findings: Iterable[Finding]) -> Iterable[Finding]:
    """Of findings at one place the surest; those that want another value there keep none to put in its place."""
    best: dict[tuple[int, int], Finding] = {}
    for each in sorted(findings, key=lambda each: -each.certainty):
        best.setdefault((each.answer.start, each.answer.end), each)
    return sorted(best.values(), key=lambda each: each.answer.start)
