"""An instant written for people is read back as the same instant."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.dates import Direction, find_dates, format_instant
from fidedigno.errors import ConfigurationError
from tests.dates.table import REFERENCE

ZONES = [*sorted(name for name in available_timezones() if "/" in name), "UTC"]
AROUND_AUTUMN = st.integers(0, 60 * 48).map(lambda m: datetime.fromtimestamp(1_792_800_000 + 60 * m, UTC))
ANY = st.datetimes(datetime(1972, 1, 1), datetime(2199, 12, 31), timezones=st.just(UTC))  # noqa: DTZ001


def test_it_reads_as_people_write() -> None:
    moment = datetime(2026, 11, 13, 22, 59, tzinfo=UTC)
    spanish = format_instant(moment, "es", timezone="Europe/Madrid")
    assert spanish == "viernes 13 de noviembre de 2026, 23:59 (Europe/Madrid)"
    english = format_instant(moment, "en", timezone="Europe/Madrid")
    assert english == "Friday 13 November 2026, 23:59 (Europe/Madrid)"
    assert format_instant(moment, "fr", timezone="Europe/Madrid") == english


def test_the_repeated_hour_is_told_apart() -> None:
    first, second = (datetime(2026, 10, 25, hour, 30, tzinfo=UTC) for hour in (0, 1))
    written = [format_instant(each, "en", timezone="Europe/Madrid") for each in (first, second)]
    assert written == [
        "Sunday 25 October 2026, 02:30 (Europe/Madrid, UTC+02:00)",
        "Sunday 25 October 2026, 02:30 (Europe/Madrid, UTC+01:00)",
    ]


@given(
    st.one_of(ANY, AROUND_AUTUMN),
    st.sampled_from(["es", "en"]),
    st.one_of(st.sampled_from(["Europe/Madrid", "Atlantic/Canary", "UTC"]), st.sampled_from(ZONES)),
    st.sampled_from(Direction),
    st.sampled_from([("", ""), ("Cierra el ", "."), ("It closes on ", ", not later.")]),
)
@settings(max_examples=300)
def test_it_is_found_again_as_the_same_minute(
    moment: datetime, language: str, zone: str, direction: Direction, around: tuple[str, str]
) -> None:
    written = format_instant(moment, language, timezone=zone)
    text = around[0] + written + around[1]
    mentions = find_dates(
        text, reference=REFERENCE, timezone="Asia/Tokyo", language=language, direction=direction
    )
    assert len(mentions) == 1
    found = mentions[0]
    assert written in found.moment.text
    assert found.moment.start.astimezone(UTC) == moment.replace(second=0, microsecond=0)
    assert all((found.timezone_known, found.year_given, found.moment.exact))
    assert not any((found.relative, found.ambiguous, found.inexact_local_time))


def test_a_naive_moment_and_an_unknown_zone_are_refused() -> None:
    with pytest.raises(ValueError, match="timezone"):
        format_instant(datetime(2026, 1, 1), "es", timezone="UTC")  # noqa: DTZ001
    with pytest.raises(ConfigurationError):
        format_instant(datetime(2026, 1, 1, tzinfo=ZoneInfo("UTC")), "es", timezone="Europe/Atlantis")
