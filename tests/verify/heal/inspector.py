"""A small inspector that is obviously right for the sentences of these tests.

Each sentence of an answer is compared with the sentence of evidence that shares most words with it. It knows
numbers, one word of denial, billing words, invented doctors and papers, and citations; nothing else.
"""

import re

from fidedigno.ingest.sentences import UnitKind, units
from fidedigno.model.verdict import Support
from fidedigno.verify.heal import own_words
from fidedigno.verify.passage import Passage
from fidedigno.verify.report import (
    Check,
    CheckedClaim,
    Drift,
    EvidenceSpan,
    Finding,
    Report,
    Risk,
    Span,
)

NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
WORD = re.compile(r"[^\W\d_]+")
DENIES = {"no", "not", "never", "nunca", "cannot"}
PERIODS = {
    "month": "month mes mensual mensualmente monthly mensuales",
    "year": "year año anual anualmente annual annually anuales",
    "week": "week semana semanal semanalmente weekly",
}
PERIOD_OF = {word: name for name, words in PERIODS.items() for word in words.split()}
INVENTED = re.compile(r"(?P<person>Dra?\. [A-Z]\w+(?: [A-Z]\w+)*)|(?P<paper>arXiv:[\d.]+\d)")
CITATION = re.compile(r"\[(\d+)\]")
NEAR = 0.6


def words(text: str) -> set[str]:
    found = {word.casefold() for word in WORD.findall(text)}
    return {word for word in found if word not in DENIES and word not in PERIOD_OF}


class Inspector:
    """``Inspector(passages, "es")(answer)`` is a report."""

    def __init__(self, passages, language, *, confidence=0.5, drift=False):
        self.passages = [Passage(p) if isinstance(p, str) else p for p in passages]
        self.language = language
        self.confidence = confidence
        self.drift = drift
        self.asked: list[str] = []
        self.evidence = [
            (number, unit.start, unit.end, passage.text[unit.start : unit.end])
            for number, passage in enumerate(self.passages)
            for unit in units(passage.text)
        ]
        self.everything = " ".join(passage.text for passage in self.passages)

    def __call__(self, answer: str) -> Report:
        self.asked.append(answer)
        read = answer
        for start, end in own_words(answer):
            read = read[:start] + " " * (end - start) + read[end:]
        claims = [
            self.claim(answer, read, unit.start, unit.end)
            for unit in units(answer)
            if unit.kind is not UnitKind.HEADING and words(read[unit.start : unit.end])
        ]
        findings = tuple(finding for claim in claims for finding in claim.findings)
        checks = {finding.check for finding in findings}
        carried = sum(claim.support is Support.SUPPORTED for claim in claims)
        contradicted = any(claim.support is Support.CONTRADICTED for claim in claims)
        risk = Risk.CRITICAL if contradicted else Risk.HIGH if checks else Risk.LOW
        faithfulness = carried / len(claims) if claims else 1.0
        if risk is Risk.LOW and faithfulness < 0.5:
            risk = Risk.MEDIUM
        return Report(
            self.language,
            risk,
            self.confidence,
            faithfulness,
            claims=tuple(claims),
            findings=findings,
            drift=Drift(detected=self.drift, compared=5 if self.drift else 0),
        )

    def claim(self, answer, read, start, end):
        text = read[start:end]
        findings = [*self.inventions(text, start), *self.citations(text, start)]
        best = max(self.evidence, key=lambda each: self.shared(text, each[3]), default=None)
        support, evidence = Support.INCONCLUSIVE, ()
        if best is not None and self.shared(text, best[3]) >= NEAR:
            evidence = (EvidenceSpan(*best),)
            differences = list(self.differences(text, start, best))
            findings += differences
            support = Support.CONTRADICTED if differences else Support.SUPPORTED
        if any(finding.check is Check.ENTITIES for finding in findings) and support is Support.SUPPORTED:
            support = Support.INCONCLUSIVE
        span = Span(start, end, answer[start:end])
        return CheckedClaim(span, support, 0.9, evidence, tuple(findings))

    @staticmethod
    def shared(claim: str, sentence: str) -> float:
        said = words(claim)
        return len(said & words(sentence)) / len(said) if said else 0.0

    def inventions(self, text, offset):
        for match in INVENTED.finditer(text):
            if match.group() not in self.everything:
                code = "unknown_person" if match["person"] else "unknown_paper"
                span = Span(offset + match.start(), offset + match.end(), match.group())
                yield Finding(Check.ENTITIES, code, span)

    def citations(self, text, offset):
        for match in CITATION.finditer(text):
            if not 0 < int(match[1]) <= len(self.passages):
                span = Span(offset + match.start(), offset + match.end(), match.group())
                yield Finding(Check.FAITHFULNESS, "citation_out_of_range", span)

    def differences(self, text, offset, best):
        passage, begin, _, sentence = best
        bare = CITATION.sub(lambda match: " " * len(match.group()), text)
        said, meant = list(NUMBER.finditer(bare)), list(NUMBER.finditer(sentence))
        if len(said) == len(meant):
            for one, other in zip(said, meant, strict=True):
                if one.group() != other.group():
                    evidence = EvidenceSpan(
                        passage, begin + other.start(), begin + other.end(), other.group()
                    )
                    span = Span(offset + one.start(), offset + one.end(), one.group())
                    yield Finding(Check.CONTRADICTION, "number_differs", span, evidence, other.group())
        periods = {PERIOD_OF[w.casefold()] for w in WORD.findall(sentence) if w.casefold() in PERIOD_OF}
        for match in WORD.finditer(text):
            period = PERIOD_OF.get(match.group().casefold())
            if period and periods and period not in periods:
                span = Span(offset + match.start(), offset + match.end(), match.group())
                yield Finding(Check.CONTRADICTION, "period_differs", span, EvidenceSpan(*best))
        if self.denies(text) != self.denies(sentence):
            span = Span(offset, offset + len(text), text)
            yield Finding(Check.CONTRADICTION, "negation_differs", span, EvidenceSpan(*best))

    @staticmethod
    def denies(text: str) -> bool:
        return bool(DENIES & {word.casefold() for word in WORD.findall(text)})


def healed(question, passages, answer, language="es", settings=None, **options):
    """The healing of an answer as this inspector sees it, and the inspector."""
    from fidedigno.verify.heal import heal
    from fidedigno.verify.settings import VerifySettings

    inspect = Inspector(passages, language, **options)
    report = inspect(answer)
    healing = heal(question, inspect.passages, answer, report, inspect, settings or VerifySettings())
    return healing, inspect
