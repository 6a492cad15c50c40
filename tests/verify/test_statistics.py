"""What a verifier has seen, in numbers only, and none of them lost between threads."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from fidedigno.verify.report import Report, Risk
from fidedigno.verify.statistics import Counting, Statistics


def report(risk: Risk = Risk.LOW, *triggered: str, latency_ms: float = 2.0) -> Report:
    return Report("es", risk, 0.5, 1.0, triggered=triggered, latency_ms=latency_ms)


def test_nothing_seen_is_all_zero() -> None:
    assert Counting().now("patterns") == Statistics(0, 0, 0, {}, {}, {}, "patterns", 0.0)
    assert Counting().now("patterns").flagged_share == 0.0


def test_reports_are_counted_by_risk_and_check() -> None:
    counting = Counting()
    counting.inspected(report(latency_ms=1.0))
    counting.inspected(report(Risk.MEDIUM, "faithfulness", latency_ms=2.0))
    counting.inspected(report(Risk.HIGH, "entities", "faithfulness", latency_ms=3.0))
    counting.inspected(report(Risk.CRITICAL, "contradiction", latency_ms=6.0))
    now = counting.now("a model")
    assert (now.inspected, now.flagged, now.flagged_share) == (4, 2, 0.5)
    assert now.by_risk == {"low": 1, "medium": 1, "high": 1, "critical": 1}
    assert now.by_check == {"faithfulness": 2, "entities": 1, "contradiction": 1}
    assert (now.names_backend, now.mean_latency_ms) == ("a model", pytest.approx(3.0))


def test_healings_are_counted_by_strategy_and_those_that_changed_something() -> None:
    counting = Counting()
    counting.healed("entity_scrub", changed=True)
    counting.healed("entity_scrub", changed=False)
    counting.healed("none", changed=False)
    assert (counting.now("").healed, counting.now("").by_strategy) == (1, {"entity_scrub": 2, "none": 1})


def test_reset_begins_at_zero_and_earlier_counts_stay_as_they_were() -> None:
    counting = Counting()
    counting.inspected(report(Risk.HIGH, "entities"))
    before = counting.now("")
    counting.reset()
    assert counting.now("") == Counting().now("")
    counting.inspected(report())
    assert (before.inspected, before.by_risk) == (1, {"high": 1})


def test_twenty_threads_lose_no_count() -> None:
    counting = Counting()
    together = Barrier(20)
    risks = list(Risk)

    def count(number: int) -> int:
        together.wait()
        for at in range(200):
            counting.inspected(report(risks[(number + at) % 4], "drift"))
            counting.healed("none", changed=at % 2 == 0)
        return counting.now("").inspected

    with ThreadPoolExecutor(20) as pool:
        seen = list(pool.map(count, range(20)))
    now = counting.now("")
    assert now.inspected == max(seen) == 4_000
    assert now.by_risk == dict.fromkeys(("low", "medium", "high", "critical"), 1_000)
    assert (now.by_check, now.by_strategy) == ({"drift": 4_000}, {"none": 4_000})
    assert (now.flagged, now.healed) == (2_000, 2_000)
    assert now.mean_latency_ms == pytest.approx(2.0)
