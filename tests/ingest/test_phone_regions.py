from zoneinfo import available_timezones

import phonenumbers
import pytest

from fidedigno.ingest.phone_regions import _regions, region_of


@pytest.mark.parametrize(
    ("language", "timezone", "region"),
    [
        ("es", None, "ES"),
        ("en", "Europe/Madrid", "ES"),
        ("es", "America/Mexico_City", "MX"),
        (None, None, _regions()["default"]),
        ("xx", "Mars/Olympus", _regions()["default"]),
    ],
)
def test_the_timezone_decides_then_the_language(
    language: str | None, timezone: str | None, region: str
) -> None:
    assert region_of(language, timezone) == region


def test_every_region_and_timezone_of_the_data_exists() -> None:
    data = _regions()
    named = {*data["timezones"].values(), *data["languages"].values(), data["default"]}
    assert named <= phonenumbers.SUPPORTED_REGIONS
    assert set(data["timezones"]) <= available_timezones()
