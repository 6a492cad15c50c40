from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from fidedigno.consolidate.moments import aware, zone_named

NAIVE = datetime(2026, 7, 1, 12)  # noqa: DTZ001


@pytest.mark.parametrize(
    "name", ["", " ", "Europe/Atlantis", "../passwd", "/etc", "\0", "Europe", "x" * 5_000]
)
def test_a_timezone_that_does_not_exist_is_none(name: str) -> None:
    assert zone_named(name) is None


def test_a_moment_without_offset_is_read_in_the_timezone_of_its_card() -> None:
    assert aware(NAIVE, "Europe/Madrid").utcoffset() == timedelta(hours=2)
    assert aware(NAIVE, "nowhere").tzinfo is UTC


def test_a_moment_with_an_offset_keeps_it() -> None:
    moment = NAIVE.replace(tzinfo=ZoneInfo("America/Lima"))
    assert aware(moment, "Europe/Madrid") is moment
