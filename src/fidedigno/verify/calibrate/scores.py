"""What each check says of an answer, as one number that is higher where it is more likely unfaithful."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fidedigno.model.verdict import Support
from fidedigno.verify.calibrate.rows import MarkedAnswer
from fidedigno.verify.recalibration import AS_GIVEN, Recalibration
from fidedigno.verify.report import Check, CheckedClaim, Report
from fidedigno.verify.settings import VerifySettings


class ScoreKind(NamedTuple):
    """A score by its name; the setting that cuts it, if one does, and whether that counts from the other end."""

    name: str
    setting: str = ""
    inverted: bool = False

    def setting_of(self, cut: float) -> float:
        """The value of the setting for which exactly the scores above ``cut`` are flagged."""
        return 1 - cut if self.inverted else cut


ANSWER = ScoreKind("answer", "answer_threshold", inverted=True)
CLAIMS = ScoreKind("claims", "support_threshold", inverted=True)
OVERLAP = ScoreKind("claims", "overlap_threshold", inverted=True)
FAITHFULNESS = ScoreKind("faithfulness", "faithfulness_threshold", inverted=True)
CONTRADICTION = ScoreKind("contradiction", "contradiction_threshold")
ENTITIES = ScoreKind("entities")
ENTITY_COUNT = ScoreKind("entity_count")
CONFIDENCE = ScoreKind("confidence")
"""How assertive the wording is counts only together with faithfulness: no threshold of it is recommended."""


def kinds(settings: VerifySettings) -> tuple[ScoreKind, ...]:
    """The scores, and the settings that cut them."""
    claims = CLAIMS if settings.use_combiner else OVERLAP
    return (ANSWER, claims, FAITHFULNESS, CONTRADICTION, ENTITIES, ENTITY_COUNT, CONFIDENCE)


@dataclass(frozen=True, slots=True)
class Measured:
    """A marked answer with its report."""

    row: MarkedAnswer
    report: Report

    @property
    def language(self) -> str:
        """That of the mark, else that of the report."""
        return self.row.language or self.report.language

    def scores(self, recalibrated: Recalibrations) -> Mapping[str, float]:
        """Every score, by name."""
        report = self.report
        least = min((recalibrated.claim(each) for each in report.claims), default=1.0)
        names = report.of(Check.ENTITIES)
        return {
            ANSWER.name: 1 - recalibrated.answer(report.support),
            CLAIMS.name: 1 - least,
            FAITHFULNESS.name: 1 - report.faithfulness,
            CONTRADICTION.name: _surest(report, Check.CONTRADICTION),
            ENTITIES.name: _surest(report, Check.ENTITIES),
            ENTITY_COUNT.name: float(len(names)),
            CONFIDENCE.name: report.confidence,
        }

    def claim_marks(self) -> list[tuple[float, bool]] | None:
        """Each claim's probability of support and whether it is faithful; ``None`` where that is not known.

        It is known where the unfaithful stretches are, where the answer is faithful, and where it is one claim.
        """
        claims = self.report.claims
        if self.row.spans is None and self.row.unfaithful and len(claims) != 1:
            return None
        marks = []
        for each in claims:
            wrong = self.row.unfaithful and (self.row.spans is None or _touches(each, self.row.spans))
            marks.append((claim_support(each), not wrong))
        return marks


@dataclass(frozen=True, slots=True)
class Recalibrations:
    """What is done to the probabilities of claims and of answers before they are compared."""

    claims: Recalibration = AS_GIVEN
    answers: Recalibration = AS_GIVEN

    def claim(self, claim: CheckedClaim) -> float:
        """A claim's probability of support."""
        return self.claims.apply(claim_support(claim))

    def answer(self, support: float) -> float:
        """An answer's probability of support."""
        return self.answers.apply(support)


def claim_support(claim: CheckedClaim) -> float:
    """The probability that the evidence carries a claim, as the judge that decided it says."""
    if claim.judgements:
        deciding = next(
            (each for each in claim.judgements if each.support is claim.support), claim.judgements[0]
        )
        return deciding.supported
    return claim.confidence if claim.support is Support.SUPPORTED else 1 - claim.confidence


def _touches(claim: CheckedClaim, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start < claim.span.end and claim.span.start < end for start, end in spans)


def _surest(report: Report, check: Check) -> float:
    return max((each.certainty for each in report.of(check)), default=0.0)
