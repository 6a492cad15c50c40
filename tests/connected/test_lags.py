"""Measured lags: the percentiles are those of a plain count, and only the last measurements are kept."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno import Fidedigno
from fidedigno.connected import lags as module
from fidedigno.connected.lags import RightsEvent, percentile

START = datetime(2026, 11, 30, 9, tzinfo=UTC)


def measure(workspace: Fidedigno, seconds: float, *, corpus: str = "docs", exact: bool = False) -> None:
    workspace.lags.add(
        corpus, RightsEvent.RIGHTS, since=START, counted_at=START + timedelta(seconds=seconds), exact=exact,
        events=1,
    )  # fmt: skip


@given(st.lists(st.integers(0, 10_000), min_size=1), st.floats(0.01, 1.0))
def test_a_percentile_is_the_smallest_value_that_so_many_do_not_exceed(
    values: list[int], share: float
) -> None:
    ordered = [timedelta(seconds=each) for each in sorted(values)]
    found = percentile(ordered, share)
    assert found in ordered
    assert sum(each <= found for each in ordered) >= share * len(ordered)
    assert sum(each < found for each in ordered) < share * len(ordered)


def test_each_corpus_has_its_own_figures(workspace: Fidedigno) -> None:
    for seconds in range(1, 101):
        measure(workspace, seconds, exact=seconds <= 30)
    measure(workspace, 7, corpus="other")
    found = workspace.lags.summaries()
    assert found["docs"].as_dict() == {
        "measured": 100, "exact": 30, "p50_seconds": 50.0, "p95_seconds": 95.0, "max_seconds": 100.0,
    }  # fmt: skip
    assert found["other"].p95 == timedelta(seconds=7)
    assert set(found) == {"docs", "other"}


def test_only_the_last_measurements_are_kept(workspace: Fidedigno, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT", 5)
    measure(workspace, 3, corpus="other")
    for seconds in range(1, 9):
        measure(workspace, seconds)
    found = workspace.lags.summaries()
    assert (found["docs"].measured, found["docs"].longest) == (5, timedelta(seconds=8))
    assert found["docs"].p50 == timedelta(seconds=6)
    assert found["other"].measured == 1


def test_a_clock_that_went_back_makes_no_negative_lag(workspace: Fidedigno) -> None:
    measure(workspace, -100)
    assert workspace.lags.summaries()["docs"].longest == timedelta(0)


def test_nothing_is_said_of_a_corpus_that_was_not_measured(workspace: Fidedigno) -> None:
    assert workspace.lags.summaries() == {}
