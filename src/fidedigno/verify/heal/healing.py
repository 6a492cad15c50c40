"""What came of healing: the text to show, the changes, and the report before and after."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fidedigno.verify.heal.changes import Change, restored
from fidedigno.verify.heal.strategy import Strategy
from fidedigno.verify.messages import explain
from fidedigno.verify.report import Report


@dataclass(frozen=True, slots=True)
class Healing:
    """A healed answer, or the answer as it was.

    ``changed`` says whether ``answer`` differs from what was given; where it does not, the strategy is
    ``no_healing_needed``. ``report`` is the inspection of ``answer`` (of a decline: a report without claims),
    ``before`` that of the original. ``confidence`` is recalibrated by strategy. ``note`` tells a reader what was
    done, in the answer's language; it is empty where nothing was.
    """

    strategy: Strategy
    answer: str
    changes: tuple[Change, ...]
    before: Report
    report: Report
    confidence: float
    changed: bool
    note: str = ""

    @property
    def language(self) -> str:
        """The language of the answer and of every note."""
        return self.before.language

    @property
    def original(self) -> str:
        """The answer as it was given."""
        return restored(self.answer, self.changes)

    def to_dict(self, *, text: bool = True) -> dict[str, Any]:
        """The healing as JSON values. Without ``text``: codes, offsets and figures only, fit for a log."""
        return {
            "strategy": self.strategy.value,
            "changed": self.changed,
            "language": self.language,
            **({"original": self.original, "answer": self.answer} if text else {}),
            "note": self.note,
            "risk": {"before": self.before.risk.value, "after": self.report.risk.value},
            "confidence": {"before": self.before.confidence, "after": self.confidence},
            "changes": [
                {**each.to_dict(text=text), "explanation": explain(each.reason, self.language)}
                for each in self.changes
            ],
            "before": self.before.to_dict(text=text),
            "report": self.report.to_dict(text=text),
        }
