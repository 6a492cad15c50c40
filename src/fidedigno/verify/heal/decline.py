"""The last resort: to say that the evidence does not support an answer, and nothing else."""

from __future__ import annotations

from dataclasses import replace

from fidedigno.verify.heal.changes import Change, ChangeKind
from fidedigno.verify.heal.healing import Healing
from fidedigno.verify.heal.strategy import Strategy, recalibrated
from fidedigno.verify.heal.wording import say
from fidedigno.verify.report import Report, Risk

_REASON = "not_answered"


def declined(answer: str, report: Report) -> Healing:
    """The answer withdrawn. Its report claims nothing; drift stays as it was found."""
    text = say("decline", report.language)
    change = Change(ChangeKind.DECLINED, 0, len(answer), answer, text, _REASON)
    # `replace` of what was found would keep its claims: a decline makes none.
    after = Report(
        language=report.language,
        risk=Risk.LOW,
        confidence=report.confidence,
        faithfulness=1.0,
        drift=report.drift,
        used=report.used,
    )
    return Healing(
        strategy=Strategy.SAFE_DECLINE,
        answer=text,
        changes=(change,),
        before=report,
        report=replace(after, truncated=report.truncated),
        confidence=recalibrated(report.confidence, Strategy.SAFE_DECLINE),
        changed=True,
        note=say("done.safe_decline", report.language),
    )
