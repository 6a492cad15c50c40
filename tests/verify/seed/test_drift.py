"""Answers to one question that change as time goes by."""

from pathlib import Path

import pytest

from fidedigno.verify import VerifySettings
from fidedigno.verify.drift import DriftMonitor
from tests.verify.seed.cases import in_both

LAMP_ES = (
    "¿Cuánto cuesta la lámpara LX-207?",
    "La lámpara LX-207 cuesta 64,50 € y se entrega en 5-7 días.",
    "La lámpara LX-207 cuesta 31,20 € y ya no se entrega a domicilio.",
)
LAMP_EN = (
    "How much is the LX-207 lamp?",
    "The LX-207 lamp costs $64.50 and is delivered in 5-7 days.",
    "The LX-207 lamp costs $31.20 and is no longer delivered at home.",
)


@pytest.fixture
def monitor(tmp_path: Path) -> DriftMonitor:
    return DriftMonitor(tmp_path / "drift.db", VerifySettings.default())


@in_both(es=LAMP_ES, en=LAMP_EN)
def test_a_first_answer_does_not_drift(monitor: DriftMonitor, case: tuple[str, str, str]) -> None:
    drift = monitor.record(case[0], case[1])
    assert not drift.detected
    assert drift.compared == 0
    assert drift.available


@in_both(es=LAMP_ES, en=LAMP_EN)
def test_the_same_answer_again_and_again_does_not_drift(
    monitor: DriftMonitor, case: tuple[str, str, str]
) -> None:
    assert not any(monitor.record(case[0], case[1]).detected for _ in range(8))


@in_both(es=LAMP_ES, en=LAMP_EN)
def test_another_price_after_a_stable_time_is_drift(
    monitor: DriftMonitor, case: tuple[str, str, str]
) -> None:
    for _ in range(5):
        monitor.record(case[0], case[1])
    drift = monitor.record(case[0], case[2])
    assert drift.detected
    assert drift.distance > VerifySettings.default().drift_threshold


@in_both(es=LAMP_ES, en=LAMP_EN)
def test_two_questions_have_nothing_to_do_with_each_other(
    monitor: DriftMonitor, case: tuple[str, str, str]
) -> None:
    for _ in range(5):
        monitor.record(case[0], case[1])
    other = monitor.record(f"{case[0]} (2)", case[2])
    assert not other.detected
    assert other.compared == 0


@in_both(es=LAMP_ES, en=LAMP_EN)
def test_the_record_outlives_the_process(tmp_path: Path, case: tuple[str, str, str]) -> None:
    first = DriftMonitor(tmp_path / "kept.db", VerifySettings.default())
    for _ in range(5):
        first.record(case[0], case[1])
    second = DriftMonitor(tmp_path / "kept.db", VerifySettings.default())
    assert second.record(case[0], case[2]).detected


@in_both(es=LAMP_ES, en=LAMP_EN)
def test_after_clearing_the_record_all_begins_anew(monitor: DriftMonitor, case: tuple[str, str, str]) -> None:
    for _ in range(5):
        monitor.record(case[0], case[1])
    monitor.clear()
    drift = monitor.record(case[0], case[2])
    assert not drift.detected
    assert drift.compared == 0
