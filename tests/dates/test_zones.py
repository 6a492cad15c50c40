from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.dates.zones import iso_offset_at, zone_at
from tests.dates.reading import scan_of

AT = datetime(2026, 7, 1)  # noqa: DTZ001


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        (", hora peninsular", 2), (" (hora canaria)", 1), (" horario de Madrid", 2), (" UTC", 0), (" GMT+5", 5),
        (" (UTC-03:30)", -3.5), (" CEST", 2), (" (Europe/Madrid)", 2), (" America/Argentina/Buenos_Aires", -3),
        (" Eastern Time", -4), (" (Europe/Madrid, UTC+01:00)", 1), (" [CET]", 2),
    ],
)  # fmt: skip
def test_a_zone_is_read_with_its_brackets(text: str, hours: float) -> None:
    zone = zone_at(scan_of(text), 0)
    assert zone is not None
    assert zone.end == len(text)
    assert AT.replace(tzinfo=zone.zone).utcoffset() == timedelta(hours=hours)


@pytest.mark.parametrize(
    "text", [" est", " et al", " CETA", " (CET", " Europe/Atlantis", " utc+99", " hora local", "/a/b"]
)
def test_what_is_no_zone_is_not_taken_for_one(text: str) -> None:
    assert zone_at(scan_of(text), 0) is None


@given(st.sampled_from(sorted(name for name in available_timezones() if "/" in name)))
def test_every_name_of_the_database_is_read(name: str) -> None:
    zone = zone_at(scan_of(f" ({name})"), 0)
    assert zone is not None
    assert zone.zone == ZoneInfo(name)


@given(st.integers(-14 * 60, 14 * 60))
def test_an_iso_offset_is_read_to_the_minute(minutes: int) -> None:
    sign = "-" if minutes < 0 else "+"
    text = f"{sign}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"
    for written in (text, text.replace(":", "")):
        zone = iso_offset_at(scan_of(written), 0)
        assert zone is not None
        assert AT.replace(tzinfo=zone.zone).utcoffset() == timedelta(minutes=minutes)
    assert iso_offset_at(scan_of(text + ":00"), 0) is None
    assert iso_offset_at(scan_of("+00:75"), 0) is None


def test_letters_that_the_season_contradicts_are_told() -> None:
    zone = zone_at(scan_of(" CET"), 0)
    assert zone is not None
    summer, winter = (datetime(2026, month, 1, tzinfo=zone.zone) for month in (7, 1))
    assert (zone.contradicts(summer), zone.contradicts(winter)) == (True, False)
