"""A verifier by words and numbers alone, for what is built around one: quick, and easy to foresee.

A sentence is contradicted where it has a number that the evidence lacks, supported where the evidence has its
words; ``surely`` makes the wording confident.
"""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from fidedigno.ingest.sentences import sentences
from fidedigno.model.verdict import Support
from fidedigno.verify.passage import Passage, as_passages
from fidedigno.verify.report import Check, CheckedClaim, EvidenceSpan, Finding, Report, Risk, Span
from fidedigno.verify.settings import VerifySettings

NUMBER = re.compile(r"\d+")
WORD = re.compile(r"\w+")


class Routing(StrEnum):
    ACCEPT = "accept"
    HEALED_ACCEPT = "healed_accept"
    FALLBACK = "fallback"
    DISCARD = "discard"


@dataclass(frozen=True)
class FakeHealing:
    strategy: str
    answer: str
    report: Report
    changed: bool
    changes: tuple[object, ...] = ()
    note: str = ""

    def to_dict(self):
        return {"strategy": self.strategy, "answer": self.answer, "changed": self.changed}


@dataclass(frozen=True)
class FakeScore:
    score: float
    truth: float
    routing: Routing

    @classmethod
    def compute(
        cls, report: Report, healing: FakeHealing | None = None, settings: VerifySettings | None = None
    ):
        if not report.is_hallucinating:
            return cls(report.faithfulness, report.faithfulness, Routing.ACCEPT)
        if healing is not None and healing.changed and not healing.report.is_hallucinating:
            return cls(healing.report.faithfulness, healing.report.faithfulness, Routing.HEALED_ACCEPT)
        return cls(report.faithfulness, report.faithfulness, Routing.FALLBACK)

    def to_dict(self):
        return {"score": self.score, "truth": self.truth, "routing": self.routing.value}


class FakeVerifier:
    def __init__(self, settings: VerifySettings | None = None, *, language: str = "en") -> None:
        self.settings = settings or VerifySettings()
        self.language = language
        self.asked: list[str] = []

    def inspect(self, question: str, passages: Sequence[str | Passage], answer: str) -> Report:
        self.asked.append(answer)
        texts = [each.text for each in as_passages(passages)]
        read = answer[: self.settings.max_answer_characters]
        claims = tuple(self._claim(texts, read, start, end) for start, end in sentences(read))
        kept = [each for each in claims if each.support is Support.SUPPORTED]
        faithfulness = len(kept) / len(claims) if claims else 1.0
        found = tuple(finding for each in claims for finding in each.findings)
        risk = Risk.CRITICAL if found else Risk.HIGH if faithfulness < 0.5 else Risk.LOW
        triggered = (["contradiction"] if found else []) + (["faithfulness"] if faithfulness < 0.5 else [])
        doubts = [each.confidence for each in claims if each.support is not Support.SUPPORTED]
        return Report(
            self.language, risk, 0.9 if "surely" in answer else 0.2, faithfulness,
            support=1 - max(doubts, default=1 - faithfulness), claims=claims, findings=found,
            triggered=tuple(triggered), truncated=read != answer,
        )  # fmt: skip

    def preview(self, question: str, passages: Sequence[str | Passage], answer: str) -> Report:
        """Asked for, it is not remembered."""
        report = self.inspect(question, passages, answer)
        self.asked.pop()
        return report

    async def ainspect(self, question: str, passages: Sequence[str | Passage], answer: str) -> Report:
        await asyncio.sleep(0)
        return self.inspect(question, passages, answer)

    def heal(
        self, question: str, passages: Sequence[str | Passage], answer: str, report: Report | None = None
    ) -> FakeHealing:
        known = NUMBER.findall(" ".join(each.text for each in as_passages(passages)))
        healed = NUMBER.sub(lambda m: m[0] if m[0] in known or not known else known[0], answer)
        after = self.inspect(question, passages, healed)
        return FakeHealing("contradiction_patch", healed, after, healed != answer)

    def _claim(self, texts: list[str], answer: str, start: int, end: int) -> CheckedClaim:
        words = answer[start:end]
        evidence = " ".join(texts).casefold()
        mentioned = [each for each in WORD.findall(words.casefold()) if not each.isdigit()]
        share = sum(each in evidence for each in mentioned) / len(mentioned) if mentioned else 1.0
        wrong = next((m for m in NUMBER.finditer(words) if texts and m[0] not in evidence), None)
        span = Span(start, end, words)
        if wrong is None:
            support = Support.SUPPORTED if share >= self.settings.support_threshold else Support.INCONCLUSIVE
            return CheckedClaim(span, support, share if support is Support.SUPPORTED else 1 - share)
        place = Span(start + wrong.start(), start + wrong.end(), wrong[0])
        known = next(
            (
                EvidenceSpan(n, m.start(), m.end(), m[0])
                for n, t in enumerate(texts)
                for m in NUMBER.finditer(t)
            ),
            None,
        )
        finding = Finding(
            Check.CONTRADICTION, "number_differs", place, known, known.text if known else "", certainty=0.9
        )
        return CheckedClaim(span, Support.CONTRADICTED, 0.9, (known,) if known else (), (finding,))
