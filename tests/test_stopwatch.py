"""Seconds by stage, added up."""

import pytest

from fidedigno import stopwatch
from fidedigno.stopwatch import Stopwatch


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(stopwatch.time, "perf_counter", lambda: now[0])
    return now


def test_stages_add_up_and_the_whole_counts_what_lies_between(clock: list[float]) -> None:
    watch = Stopwatch()
    for seconds in (1.0, 2.0):
        with watch.stage("draft"):
            clock[0] += seconds
        clock[0] += 0.5
    assert watch.seconds({"embed": 0.25}) == {"draft": 3.0, "total": 4.0, "gather.embed": 0.25}


def test_a_stage_that_fails_is_counted_and_its_error_passes(clock: list[float]) -> None:
    watch = Stopwatch()

    def fail() -> None:
        with watch.stage("plan"):
            clock[0] += 1
            raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        fail()
    assert watch.seconds({})["plan"] == 1.0
