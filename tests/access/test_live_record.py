"""What operators see of a source."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.access.breaker import BreakerState
from fidedigno.access.live_record import LiveRecord, percentile_95
from fidedigno.access.live_verdict import LiveOutcome


def test_checks_are_counted_by_outcome_and_the_last_error_is_told_by_its_code() -> None:
    record = LiveRecord()
    assert record.status("s", BreakerState.CLOSED).last_error == ""
    record.add(LiveOutcome.ALLOWED, 0.2)
    record.add(LiveOutcome.UNKNOWN, 0.5, "raised")
    record.add(LiveOutcome.DENIED, 0.1)
    record.add_cached()
    seen = record.status("s", BreakerState.OPEN)
    assert {each.value: n for each, n in seen.checks.items() if n} == {
        "allowed": 1,
        "denied": 1,
        "unknown": 1,
    }
    assert set(seen.checks) == set(LiveOutcome)
    assert (seen.source, seen.breaker, seen.from_cache, seen.last_error) == (
        "s",
        BreakerState.OPEN,
        1,
        "raised",
    )
    record.add(LiveOutcome.TIMED_OUT, 2.0)
    assert record.status("s", BreakerState.OPEN).last_error == "timed_out"


def test_only_answers_have_a_latency_and_the_oldest_give_way() -> None:
    record = LiveRecord()
    record.add(LiveOutcome.TIMED_OUT, 9.0)
    assert record.status("s", BreakerState.CLOSED).p95_seconds is None
    record.add(LiveOutcome.ALLOWED, 9.0)
    assert record.status("s", BreakerState.CLOSED).p95_seconds == 9.0
    for _ in range(1_000):
        record.add(LiveOutcome.DENIED, 0.1)
    assert record.status("s", BreakerState.CLOSED).p95_seconds == 0.1


@given(st.lists(st.floats(0, 100), min_size=1, max_size=60))
def test_the_percentile_is_the_least_value_that_most_do_not_exceed(values: list[float]) -> None:
    found = percentile_95(values)
    assert found in values

    def reaches(value: float) -> bool:
        return sum(each <= value for each in values) >= 0.95 * len(values) - 1e-9

    assert reaches(found)
    assert not any(reaches(each) for each in values if each < found)


def test_of_nothing_there_is_no_percentile() -> None:
    assert percentile_95([]) is None
    assert percentile_95(range(1, 101)) == pytest.approx(95)
