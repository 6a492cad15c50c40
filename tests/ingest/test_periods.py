"""Periods and dates as people write them, and nothing else."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.periods import MAX_PERIOD, parse_date, parse_period


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("90s", timedelta(seconds=90)),
        ("15m", timedelta(minutes=15)),
        (" 4 H ", timedelta(hours=4)),
        ("7d", timedelta(days=7)),
        ("2w", timedelta(days=14)),
        ("1y", timedelta(days=365)),
    ],
)
def test_a_number_and_a_unit(text: str, period: timedelta) -> None:
    assert parse_period(text) == period


@pytest.mark.parametrize(
    "text",
    ["", "0d", "d", "7", "-1d", "1.5h", "1d 2h", "7 days", "1e3s", "5\u017f", "\u0665d", "1000000s", "101y"],
)
def test_any_other_period_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="period"):
        parse_period(text)


@given(st.text(max_size=6) | st.from_regex(r"\s*\d{1,7}\s*\w\s*", fullmatch=True))
def test_whatever_is_written_is_a_positive_period_or_a_value_error(text: str) -> None:
    # Any error but ValueError (a KeyError of a unit that is not in the table) would pass through.
    with suppress(ValueError):
        assert timedelta(0) < parse_period(text) <= MAX_PERIOD


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("2026-01-31", datetime(2026, 1, 30, 23, tzinfo=UTC)),
        ("2026-07-31", datetime(2026, 7, 30, 22, tzinfo=UTC)),
        (" 2026-01-31T09:30 ", datetime(2026, 1, 31, 8, 30, tzinfo=UTC)),
        ("2026-01-31T09:30:00+05:00", datetime(2026, 1, 31, 4, 30, tzinfo=UTC)),
        ("2026-01-31T09:30:00Z", datetime(2026, 1, 31, 9, 30, tzinfo=UTC)),
    ],
)
def test_a_date_is_in_its_own_offset_or_the_timezone_of_the_corpus(text: str, instant: datetime) -> None:
    assert parse_date(text, "Europe/Madrid") == instant


@pytest.mark.parametrize(
    "text", ["", "ayer", "31/01/2026", "2026-02-30", "2026-01-31T25:00", "2026", "\uff1226-01-01"]
)
def test_any_other_date_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a date"):
        parse_date(text, "UTC")
