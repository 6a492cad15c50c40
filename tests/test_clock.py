"""The clock that everything uses unless it is given another."""

from datetime import UTC, datetime, timedelta

from fidedigno.clock import utc_now


def test_the_present_instant_is_in_universal_time_and_moves_on() -> None:
    before = datetime.now(UTC)
    now = utc_now()
    assert before <= now <= datetime.now(UTC)
    assert now.utcoffset() == timedelta(0)
