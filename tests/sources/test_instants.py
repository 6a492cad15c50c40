"""Times of other systems, and what only looks like one."""

from datetime import UTC, datetime

import pytest

from fidedigno.sources.instants import instant


@pytest.mark.parametrize("value", ["2026-11-30T10:15:00.000+0100", "2026-11-30T09:15:00.000Z"])
def test_an_instant_is_read_in_its_zone(value: str) -> None:
    assert instant(value) == datetime(2026, 11, 30, 9, 15, tzinfo=UTC)


@pytest.mark.parametrize("wrong", [None, 5, True, [], "", "x", "2026-11-30", "2026-11-30T10:00:00"])
def test_what_is_no_time_with_a_zone_is_none(wrong: object) -> None:
    assert instant(wrong) is None


@pytest.mark.parametrize("wrong", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"])
def test_a_time_beyond_the_calendar_is_none(wrong: str) -> None:
    assert instant(wrong) is None
