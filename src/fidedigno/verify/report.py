"""What an inspection says: findings with their places, a verdict for each claim, and the whole.

Every offset counts characters of the text as it was given: of the answer, or of the passage at that place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

from fidedigno.model.verdict import Support


class Span(NamedTuple):
    """``answer[start:end]``, which is ``text``."""

    start: int
    end: int
    text: str

    def moved(self, by: int) -> Span:
        """Its place in a text before which ``by`` characters were put."""
        return Span(self.start + by, self.end + by, self.text)


class EvidenceSpan(NamedTuple):
    """``passages[passage].text[start:end]``, which is ``text``."""

    passage: int
    start: int
    end: int
    text: str


class Check(StrEnum):
    """The five checks (hallucination detector article)."""

    CONFIDENCE = "confidence"
    FAITHFULNESS = "faithfulness"
    CONTRADICTION = "contradiction"
    ENTITIES = "entities"
    DRIFT = "drift"


class Risk(StrEnum):
    """How bad it is to show the answer as it stands. CRITICAL: it contradicts its evidence."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    CRITICAL = "critical"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, and where.

    ``code`` says which (``number_differs``, ``negation_differs``, ``unknown_person`` ...); ``expected`` is what
    the evidence has in its place, as it is written there, or empty; ``certainty`` is in [0, 1].
    """

    check: Check
    code: str
    answer: Span
    evidence: EvidenceSpan | None = None
    expected: str = ""
    certainty: float = 1.0

    def moved(self, by: int) -> Finding:
        """The finding where ``by`` characters were put before the answer."""
        return replace(self, answer=self.answer.moved(by))


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one judge said of a claim: ``rules``, ``combiner``, ``entailment`` or ``judge``.

    ``supported`` and ``contradicted`` are its probabilities, in [0, 1].
    """

    judge: str
    support: Support
    supported: float
    contradicted: float = 0.0


def _nothing() -> Mapping[str, float]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A claim of the answer, its best evidence and the verdict.

    ``confidence`` is that of the verdict, in [0, 1]. ``judgements`` holds what each judge said by itself;
    ``disputed`` that they did not agree. ``signals`` are the measured features, for whoever wants to look.
    """

    span: Span
    support: Support
    confidence: float
    evidence: tuple[EvidenceSpan, ...] = ()
    findings: tuple[Finding, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    signals: Mapping[str, float] = field(default_factory=_nothing)

    @property
    def disputed(self) -> bool:
        """Whether two judges gave different verdicts."""
        return len({each.support for each in self.judgements}) > 1

    def moved(self, by: int) -> CheckedClaim:
        """The claim where ``by`` characters were put before the answer."""
        return replace(
            self, span=self.span.moved(by), findings=tuple(each.moved(by) for each in self.findings)
        )


@dataclass(frozen=True, slots=True)
class Drift:
    """How an answer stands to earlier answers of the same question; distances and similarities in [0, 1]."""

    detected: bool = False
    distance: float = 0.0
    similarity: float = 1.0
    compared: int = 0
    available: bool = True
    """False: the record could not be read or written, and nothing is said of drift."""


@dataclass(frozen=True, slots=True)
class Report:
    """What an inspection found.

    ``confidence`` is how assertive the wording is and ``faithfulness`` the share of claims that the evidence
    carries, both in [0, 1]; an answer without claims is faithful. ``support`` is the probability that the evidence
    carries every claim. ``triggered`` names the checks that fired,
    and ``confident_but_unfaithful`` where the first two did together. ``used`` says which judges and readers
    took part; ``truncated`` that more text was given than is read.
    """

    language: str
    risk: Risk
    confidence: float
    faithfulness: float
    support: float = 1.0
    claims: tuple[CheckedClaim, ...] = ()
    findings: tuple[Finding, ...] = ()
    drift: Drift = field(default_factory=Drift)
    triggered: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    truncated: bool = False
    latency_ms: float = 0.0

    @property
    def is_hallucinating(self) -> bool:
        """Whether anything was found for which the answer should not be shown as it stands."""
        return self.risk in {Risk.HIGH, Risk.CRITICAL}

    @property
    def has_contradiction(self) -> bool:
        """Whether a claim contradicts its evidence."""
        return any(each.check is Check.CONTRADICTION for each in self.findings) or any(
            each.support is Support.CONTRADICTED for each in self.claims
        )

    def of(self, check: Check) -> tuple[Finding, ...]:
        """The findings of one check, in the order of the answer."""
        return tuple(each for each in self.findings if each.check is check)

    def moved(self, by: int) -> Report:
        """The report where ``by`` characters were put before the answer."""
        return replace(
            self,
            claims=tuple(each.moved(by) for each in self.claims),
            findings=tuple(each.moved(by) for each in self.findings),
        )

    def to_dict(self, *, text: bool = True) -> dict[str, Any]:
        """The report as JSON values. Without ``text`` it holds offsets and codes only, fit for a log."""
        return {
            "language": self.language,
            "risk": self.risk.value,
            "confidence": self.confidence,
            "faithfulness": self.faithfulness,
            "support": self.support,
            "has_contradiction": self.has_contradiction,
            "is_hallucinating": self.is_hallucinating,
            "triggered": list(self.triggered),
            "claims": [_claim(each, text=text) for each in self.claims],
            "findings": [_finding(each, text=text) for each in self.findings],
            "drift": {
                "detected": self.drift.detected,
                "distance": self.drift.distance,
                "similarity": self.drift.similarity,
                "compared": self.drift.compared,
                "available": self.drift.available,
            },
            "used": list(self.used),
            "truncated": self.truncated,
            "latency_ms": self.latency_ms,
        }


def _span(span: Span | EvidenceSpan, *, text: bool) -> dict[str, Any]:
    values: dict[str, Any] = dict(span._asdict())
    if not text:
        del values["text"]
    return values


def _finding(finding: Finding, *, text: bool) -> dict[str, Any]:
    return {
        "check": finding.check.value,
        "code": finding.code,
        "answer": _span(finding.answer, text=text),
        "evidence": _span(finding.evidence, text=text) if finding.evidence else None,
        **({"expected": finding.expected} if text else {}),
        "certainty": finding.certainty,
    }


def _claim(claim: CheckedClaim, *, text: bool) -> dict[str, Any]:
    return {
        "span": _span(claim.span, text=text),
        "support": claim.support.value,
        "confidence": claim.confidence,
        "disputed": claim.disputed,
        "evidence": [_span(each, text=text) for each in claim.evidence],
        "findings": [_finding(each, text=text) for each in claim.findings],
        "judgements": [
            {
                "judge": each.judge,
                "support": each.support.value,
                "supported": each.supported,
                "contradicted": each.contradicted,
            }
            for each in claim.judgements
        ],
        "signals": dict(claim.signals),
    }
