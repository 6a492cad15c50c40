"""One report on a whole draft whose claims were each held against their own evidence.

It puts verdicts together and judges nothing anew: a claim counts as the contract's verdict says, so that a quotation
that stands is never told as a finding. Places are those of the claims one after another, a line each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from fidedigno.model import Support, Verdict
from fidedigno.verify.confidence import read_confidence
from fidedigno.verify.report import Check, CheckedClaim, Drift, Finding, Judgement, Report, Span
from fidedigno.verify.risk import faithfulness_of, risk_of, triggered_by
from fidedigno.verify.settings import VerifySettings
from fidedigno.verify.verdicts import RULES

PARAPHRASE = "paraphrase"
"""The reason of a verdict that rests on the checks' own probability, and not on words that stand in the source."""
CONTRACT = "contract"
_STANDS = 0.99
"""Of a claim that stands word for word, or that was drawn again and came out the same."""
_OPEN = 0.5


class Inspected(NamedTuple):
    """A claim of a draft, its verdict, and the report of the checks on it alone; ``None`` where they did not look."""

    text: str
    verdict: Verdict
    report: Report | None


def report_on(claims: Sequence[Inspected], language: str, settings: VerifySettings) -> Report:
    """The report on a draft, of which ``language`` is the answer's. It says nothing of drift."""
    checked: list[CheckedClaim] = []
    position = 0
    for each in claims:
        checked.append(_claim(each, position))
        position += len(each.text) + 1
    looked = [each.report for each in claims if each.report is not None]
    findings = tuple(finding for claim in checked for finding in claim.findings)
    confidence = read_confidence("\n".join(each.text for each in claims), language).score
    faithfulness = faithfulness_of(checked)
    support = min((each.judgements[0].supported for each in checked), default=1.0)
    triggered = triggered_by(confidence, support, checked, findings, Drift(), settings)
    return Report(
        language=language,
        risk=risk_of(triggered),
        confidence=confidence,
        faithfulness=faithfulness,
        support=support,
        claims=tuple(checked),
        findings=findings,
        triggered=triggered,
        used=tuple(dict.fromkeys((CONTRACT, *(name for each in looked for name in each.used)))),
        truncated=any(each.truncated for each in looked),
        latency_ms=sum(each.latency_ms for each in looked),
    )


def _claim(inspected: Inspected, position: int) -> CheckedClaim:
    text, verdict, report = inspected
    span = Span(position, position + len(text), text)
    findings: tuple[Finding, ...] = ()
    if verdict.support is not Support.SUPPORTED:
        findings = _findings(span, verdict, report)
    support, supported = _support(verdict, report), _supported(verdict, report)
    contradicted = 1 - supported if support is Support.CONTRADICTED else 0.0
    confidence = supported if support is Support.SUPPORTED else 1 - supported
    judgement = Judgement(RULES, support, supported, contradicted)
    return CheckedClaim(span, support, confidence, findings=findings, judgements=(judgement,))


def _support(verdict: Verdict, report: Report | None) -> Support:
    """The verdict. What the contract leaves open counts as not carried, unless the checks cannot tell either."""
    looked = report.claims if report is not None else ()
    if verdict.support is not Support.INCONCLUSIVE or any(
        each.support is Support.INCONCLUSIVE for each in looked
    ):
        return verdict.support
    return Support.OUT_OF_CONTRACT


def _supported(verdict: Verdict, report: Report | None) -> float:
    """The probability that the evidence carries the claim."""
    if verdict.support is Support.SUPPORTED:
        if verdict.reason != PARAPHRASE or report is None:
            return _STANDS
        return min((each.confidence for each in report.claims), default=_STANDS)
    if verdict.support is Support.INCONCLUSIVE and report is not None:
        return min(report.support, _OPEN)
    return 1 - _STANDS


def _findings(span: Span, verdict: Verdict, report: Report | None) -> tuple[Finding, ...]:
    """What the checks found in a claim; where the contract alone contradicts it, that. Their evidence is of passages
    that the whole does not number, and is left out."""
    found = tuple(
        replace(
            each,
            answer=Span(each.answer.start + span.start, each.answer.end + span.start, each.answer.text),
            evidence=None,
        )
        for each in (report.findings if report is not None else ())
    )
    opposed = any(each.check is Check.CONTRADICTION for each in found)
    if verdict.support is Support.CONTRADICTED and not opposed:
        return (Finding(Check.CONTRADICTION, verdict.reason, span), *found)
    return found
