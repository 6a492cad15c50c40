"""The errors by which an answer is kept back: it does not stand on its evidence, or that could not be checked.

Their words name codes and numbers alone, never a question, a passage or an answer.
"""

from __future__ import annotations

from enum import StrEnum

from fidedigno.errors import FidedignoError
from fidedigno.verify.messages import say
from fidedigno.verify.report import Report


class VerificationBlocked(FidedignoError):  # noqa: N818 - the name that the article gives it
    """An answer is not delivered, because it does not stand on its evidence.

    Its message is in the language of the answer. Source: hallucination detector article, blocking of critical
    risk.

    Args:
        report: what was found; carried whole, texts included.
    """

    code = "FID600"

    def __init__(self, report: Report) -> None:
        findings = sorted({each.code for each in report.findings} or {*report.triggered} or {"score"})
        language = report.language
        risk = say(f"risk_{report.risk.value}", language)
        super().__init__(
            say("blocked", language, risk=risk, findings=", ".join(findings)), say("blocked_hint", language)
        )
        self.report = report


class Unverifiable(StrEnum):
    """Why an answer could not be checked."""

    TOO_LARGE = "too_large"
    ENCODED = "encoded"
    NOT_JSON = "not_json"
    SHAPE = "shape"
    FAILED = "failed"


class VerificationUnavailableError(FidedignoError):
    """An answer is not delivered, because it could not be checked.

    Args:
        reason: why.
        language: ``es`` or ``en``.
    """

    code = "FID601"

    def __init__(self, reason: Unverifiable, language: str = "en") -> None:
        why = say(f"why_{reason.value}", language)
        super().__init__(say("unverifiable", language, why=why), say("unverifiable_hint", language))
        self.reason = reason
