"""The monitor across questions: what a whole store does, from which version of the index on."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fidedigno.verify.drift import DriftAlert, DriftMonitor

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
Opened = Callable[..., DriftMonitor]


def fill(
    monitor: DriftMonitor, count: int, version: str, faithfulness: float, first: int = 0, **others: object
) -> None:
    for number in range(first, first + count):
        monitor.record(
            f"question {number}",
            "An answer.",
            corpus=("handbook",),
            index_version=version,
            quality={
                "faithfulness": faithfulness + number % 5 / 100,
                "top_score": 0.7,
                "bad name": 0.1,
                "nan": float("nan"),
            },
            at=NOW + timedelta(minutes=number),
        )


@pytest.mark.slow
def test_a_store_that_degrades_is_an_alert_with_the_version_that_began_it(monitor: DriftMonitor) -> None:
    fill(monitor, 60, "v1", 0.9)
    assert monitor.alerts() == ()
    fill(monitor, 25, "v2", 0.4, first=60)
    (alert,) = monitor.alerts()
    assert isinstance(alert, DriftAlert)
    assert (alert.corpus, alert.signal) == ("handbook", "faithfulness")
    assert (alert.previous_version, alert.index_version) == ("v1", "v2")
    assert alert.began_at == NOW + timedelta(minutes=60)
    assert monitor.alerts(since=NOW + timedelta(minutes=60)) == (alert,)
    assert monitor.alerts(since=NOW + timedelta(minutes=61)) == ()
    assert monitor.alerts(tenant="another") == ()


def test_what_is_seen_over_all_corpora_together_only_is_said_of_none(monitor: DriftMonitor) -> None:
    for number in range(80):
        monitor.record(
            f"q{number}",
            "An answer.",
            corpus=(f"c{number % 8}",),
            quality={"unsupported": 0.1 if number < 50 else 0.8},
            at=NOW + timedelta(minutes=number),
        )
    (alert,) = monitor.alerts()
    assert alert.corpus == ""


def test_answers_that_are_far_from_the_earlier_ones_of_their_questions_add_up(
    path: Path, opened: Opened
) -> None:
    monitor = opened(path)
    minute = 0
    for version, price in (("v1", "10"), ("v1", "10"), ("v1", "10"), ("v1", "10"), ("v2", "99")):
        for number in range(16):
            minute += 1
            monitor.record(
                f"price {number}",
                f"It costs ${price}{number}.",
                index_version=version,
                at=NOW + timedelta(minutes=minute),
            )
    (alert,) = monitor.alerts()
    assert (alert.signal, alert.index_version) == ("drift_distance", "v2")
