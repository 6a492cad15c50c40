"""Does a claim say another thing than the evidence that speaks of the same? The second-guessing of every difference.

Comparators set a claim against one sentence of evidence, and say how sure a difference is. Here the sentences are
put together: what one of them agrees with is no contradiction, however much another differs. A claim that stands in
the evidence word for word, as a sentence or as a clause of one, is compared with nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from fidedigno.verify.claims import clauses_of
from fidedigno.verify.polarity import weigh_levels, weigh_polarity
from fidedigno.verify.report import Check, EvidenceSpan, Finding, Span
from fidedigno.verify.statement import Comparison, Difference, Statement, Weigher
from fidedigno.verify.values import find_weekday_misfits, is_of_a_value, weigh_qualities, weigh_values


def _weigh_words(claim: Statement, sentences: Sequence[Statement]) -> Sequence[Comparison]:
    """:func:`weigh_polarity` without what is only another way to say a value."""
    return [
        comparison._replace(
            differences=tuple(
                each for each in comparison.differences if not is_of_a_value(claim, sentence, each)
            )
        )
        for sentence, comparison in zip(sentences, weigh_polarity(claim, sentences), strict=True)
    ]


WEIGHERS: tuple[Weigher, ...] = (weigh_values, weigh_qualities, weigh_levels, _weigh_words)
"""Comparators; each sees all sentences together."""
LEAST_SHARE = 0.1
"""A sentence with a smaller share of the claim's words is not compared: it speaks of something else."""
RIVAL = 0.05
"""By how much less sure a difference may be that wants another value in the same place."""


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
    weighers: Iterable[Weigher] = WEIGHERS,
) -> Compared:
    """Compare a claim, which stands at ``offset`` in its answer, with the sentences that speak of it."""
    near = [each for each in faced if each.share >= LEAST_SHARE]
    if any(is_said_by(claim, each.statement) for each in near):
        return Compared()
    findings = [_finding(claim, offset, each) for each in find_weekday_misfits(claim)] if near else []
    agreed: dict[tuple[int, int], None] = {}
    missing: dict[tuple[int, int], None] = {}
    # Those that see all sentences see them in the order in which they are read.
    read = sorted(faced, key=lambda each: (each.place.passage, each.place.start))
    for weigh in weighers:
        comparisons = weigh(claim, [each.statement for each in read])
        settled = [place for each in comparisons for place in each.agreed]
        agreed.update(dict.fromkeys(settled))
        found = [pair for pair in zip(read, comparisons, strict=True) if pair[0] in near]
        missing.update(
            dict.fromkeys(place for _, each in found for place in each.missing if place not in settled)
        )
        findings += _kept(claim, offset, found, settled)
    return Compared(tuple(_distinct(findings)), tuple(agreed), tuple(missing))


def stands_in(claim: Statement, evidence: Statement) -> bool:
    """Whether the claim is this sentence, word for word."""
    return bool(claim.words) and _texts(claim) == _texts(evidence)


def is_said_by(claim: Statement, evidence: Statement) -> bool:
    """Whether the claim is this sentence, or a clause of it that stands alone, word for word."""
    mine, theirs = _texts(claim), _texts(evidence)
    # Clauses are looked for only where the words stand there in a row.
    if not mine or f" {' '.join(mine)} " not in f" {' '.join(theirs)} ":
        return False
    return mine == theirs or any(
        mine == [word.text for word in evidence.words if start <= word.start and word.end <= end]
        for start, end in clauses_of(evidence.text)
    )


def _texts(statement: Statement) -> list[str]:
    return [word.text for word in statement.words]


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
            yield _finding(claim, offset, difference, _evidence(faced, difference))


def _finding(
    claim: Statement, offset: int, difference: Difference, evidence: EvidenceSpan | None = None
) -> Finding:
    """A difference as a finding; a date that is wrong in itself needs no evidence."""
    start, end = difference.start, difference.end
    return Finding(
        Check.CONTRADICTION,
        difference.code,
        Span(offset + start, offset + end, claim.text[start:end]),
        evidence,
        difference.expected,
        difference.certainty,
    )


def _evidence(faced: Faced, difference: Difference) -> EvidenceSpan:
    first, last = difference.evidence_start, difference.evidence_end
    place = faced.place
    return EvidenceSpan(
        place.passage, place.start + first, place.start + last, faced.statement.text[first:last]
    )


def _distinct(findings: Iterable[Finding]) -> Iterable[Finding]:
    """Of findings at one place the surest; where nearly as sure ones want another value there, none is expected."""
    best: dict[tuple[int, int], Finding] = {}
    for each in sorted(findings, key=lambda each: -each.certainty):
        place = (each.answer.start, each.answer.end)
        kept = best.setdefault(place, each)
        near = each.certainty >= kept.certainty - RIVAL
        if near and each.expected and each.expected != kept.expected:
            best[place] = replace(kept, expected="")
    return sorted(best.values(), key=lambda each: each.answer.start)
