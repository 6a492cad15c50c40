"""Instants as values: to the minute, with and without a timezone."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.dates import is_same_instant
from fidedigno.errors import ConfigurationError

MADRID = "Europe/Madrid"
INSTANTS = st.datetimes(datetime(1980, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
OFFSETS = st.integers(-12 * 4, 14 * 4).map(lambda quarters: timezone(timedelta(minutes=15 * quarters)))


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("2026-11-13T23:59+01:00", "2026-11-13T22:59Z", True),
        ("2026-11-13T23:59+01:00", "2026-11-13T23:59", True),
        ("2026-11-13T23:59:00+01:00", "2026-11-13T23:59:59.9+01:00", True),
        ("2026-11-13T23:59Z", "2026-11-13T23:59", False),
        ("2026-11-13T23:59", "2026-11-13T23:58", False),
        ("2026-11-13T23:59+00:00", "2026-11-13T23:59+01:00", False),
        ("2026-11-13", "2026-11-13", True),
        ("2026-11-13", "2026-11-14", False),
        ("2026-11-13", "2026-11-13T00:00", False),
        ("2026-10-25T02:30", "2026-10-25T02:30+02:00", True),
        ("2026-10-25T02:30", "2026-10-25T02:30+01:00", True),
        ("2026-10-25T02:30+02:00", "2026-10-25T02:30+01:00", False),
        ("2026-03-29T02:30", "2026-03-29T03:00+02:00", True),
    ],
)
def test_two_values_are_compared_as_people_mean_them(a: str, b: str, same: bool) -> None:
    assert is_same_instant(a, b, timezone=MADRID) is same
    assert is_same_instant(b, a, timezone=MADRID) is same


@given(INSTANTS, OFFSETS, OFFSETS, st.integers(-3, 3))
def test_offsets_do_not_matter_and_minutes_do(
    moment: datetime, one: timezone, two: timezone, minutes: int
) -> None:
    start = moment.replace(second=0, microsecond=0)
    other = start + timedelta(minutes=minutes)
    a, b = start.astimezone(one).isoformat(), other.astimezone(two).isoformat()
    assert is_same_instant(a, b, timezone=MADRID) is (minutes == 0)


@pytest.mark.parametrize(
    "value", ["", "mañana", "2026-02-30", "2026-13-01T10:00", "2026-11-13T25:00", "9" * 10_000]
)
def test_what_is_not_an_instant_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match="ISO 8601"):
        is_same_instant(value, "2026-11-13T23:59", timezone=MADRID)


def test_an_unknown_timezone_is_refused() -> None:
    with pytest.raises(ConfigurationError):
        is_same_instant("2026-11-13", "2026-11-13", timezone="Nowhere")
