"""What a report says that healing must act on; the words of healing itself are passed over."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fidedigno.model.verdict import Support
from fidedigno.verify.heal.wording import own_words
from fidedigno.verify.report import Check, CheckedClaim, EvidenceSpan, Finding, Report, Risk
from fidedigno.verify.risk import MISPLACED, OTHER_LANGUAGE, UNFAITHFUL

CONTRADICTED = "contradicted"
UNSUPPORTED = "unsupported"
CITATION = "citation_out_of_range"
_UNTRUSTED = UNFAITHFUL | {OTHER_LANGUAGE}
_MADE_UP = frozenset({"quotation_differs", CITATION})
"""Codes that are treated as something invented, whichever check found them."""


class Wrong(NamedTuple):
    """``answer[start:end]`` contradicts ``evidence``; ``expected`` is what should stand there, or empty."""

    code: str
    start: int
    end: int
    expected: str
    evidence: EvidenceSpan | None


@dataclass(frozen=True, slots=True)
class Standing:
    """How an answer stands: its contradictions, what it invents, and its claims by whether they are carried.

    ``misplaced`` are citations at the wrong passage. ``carried`` is the share of claims that the evidence carries or
    would carry once corrected; ``showable`` whether the answer may be shown but for contradictions and inventions;
    ``unfaithful`` whether it is a risk because claims are not carried, or cannot be told to be.
    """

    wrongs: tuple[Wrong, ...]
    invented: tuple[Finding, ...]
    supported: tuple[CheckedClaim, ...]
    unsupported: tuple[CheckedClaim, ...]
    carried: float
    showable: bool
    risk: Risk = Risk.LOW
    misplaced: tuple[Finding, ...] = ()
    unfaithful: bool = False

    def is_sound(self, rewrite_threshold: float) -> bool:
        """Whether nothing is to be healed. At no risk an answer may say little that its evidence carries."""
        rests = self.risk is Risk.LOW or self.carried >= rewrite_threshold
        found = self.wrongs or self.invented or self.misplaced
        return not found and self.showable and rests and not self.unfaithful


def standing(report: Report, answer: str) -> Standing:
    """Read a report on ``answer``."""
    own = own_words(answer)
    claims = [each for each in report.claims if not _within(own, each.span.start, each.span.end)]
    found = [*report.findings, *(finding for claim in claims for finding in claim.findings)]
    findings = [
        each
        for each in dict.fromkeys(found)
        if not _within(own, each.answer.start, each.answer.end) and _fits(each, answer)
    ]
    wrongs = _wrongs(findings, claims)
    unsupported = tuple(
        each for each in claims if each.support in {Support.INCONCLUSIVE, Support.OUT_OF_CONTRACT}
    )
    supported = tuple(each for each in claims if each.support is Support.SUPPORTED)
    values = [each.start for each in wrongs if each.expected or each.evidence]
    misplaced = tuple(each for each in findings if each.code == MISPLACED)
    cited = {finding for finding in misplaced if finding.expected}
    mended = sum(
        (each.support is Support.CONTRADICTED and _holds(values, each)) or not cited.isdisjoint(each.findings)
        for each in claims
    )
    share = (len(supported) + mended) / len(claims) if claims else 0.0
    only_own = bool(own) and not claims and not findings
    carried = 1.0 if only_own else max(report.faithfulness, share)
    showable = not report.is_hallucinating or only_own or (bool(claims) and not unsupported)
    return Standing(
        wrongs,
        _invented(findings),
        supported,
        unsupported,
        carried,
        showable,
        report.risk,
        misplaced,
        not _UNTRUSTED.isdisjoint(report.triggered) and not only_own,
    )


def _within(spans: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    return any(first <= start and end <= last for first, last in spans)


def _fits(finding: Finding, answer: str) -> bool:
    """Whether a finding speaks of a place of this answer."""
    return 0 <= finding.answer.start < finding.answer.end <= len(answer)


def _invented(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    return tuple(
        each
        for each in findings
        if each.check is Check.ENTITIES or (each.code in _MADE_UP and each.check is not Check.CONTRADICTION)
    )


def _wrongs(findings: Sequence[Finding], claims: Sequence[CheckedClaim]) -> tuple[Wrong, ...]:
    """Every contradiction in order; a contradicted claim without a finding is wrong as a whole."""
    found = [
        Wrong(each.code, each.answer.start, each.answer.end, each.expected, each.evidence)
        for each in findings
        if each.check is Check.CONTRADICTION
    ]
    located = sorted(each.start for each in found)
    for claim in claims:
        if claim.support is Support.CONTRADICTED and not _holds(located, claim):
            evidence = claim.evidence[0] if claim.evidence else None
            found.append(Wrong(CONTRADICTED, claim.span.start, claim.span.end, "", evidence))
    return tuple(sorted(dict.fromkeys(found), key=lambda each: (each.start, each.end)))


def _holds(starts: Sequence[int], claim: CheckedClaim) -> bool:
    """Whether one of the places, in order, is inside a claim."""
    at = bisect_left(starts, claim.span.start)
    return at < len(starts) and starts[at] < claim.span.end
