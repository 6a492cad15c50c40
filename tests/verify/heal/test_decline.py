"""Where nothing can be upheld, the answer is withdrawn in its own language."""

import pytest

from fidedigno.verify.heal import ChangeKind, Strategy
from fidedigno.verify.heal.decline import declined
from fidedigno.verify.heal.wording import say
from fidedigno.verify.report import Drift, Report, Risk


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_decline_claims_nothing(language: str) -> None:
    before = Report(language, Risk.CRITICAL, 0.7, 0.1, drift=Drift(detected=True), truncated=True)
    healing = declined("Mal 🙂.", before)
    assert healing.strategy is Strategy.SAFE_DECLINE
    assert healing.answer == say("decline", language)
    assert healing.original == "Mal 🙂."
    assert healing.confidence == 0.7
    assert [each.kind for each in healing.changes] == [ChangeKind.DECLINED]
    assert (healing.report.risk, healing.report.claims, healing.report.findings) == (Risk.LOW, (), ())
    assert healing.report.drift.detected
    assert healing.report.truncated
