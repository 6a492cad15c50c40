from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.consolidate.statements_dates import (
    agree,
    canonical_instant,
    find_instants,
    is_whole_day,
    timezone_of,
)
from fidedigno.model import Evidence, Validity
from tests.fakes.cards import card
from tests.fakes.packs import MADRID

ZONE = "Europe/Madrid"


def madrid(**changes: object) -> Evidence:
    return card(
        **{"timezone": ZONE, "language": "es", "updated_at": datetime(2026, 10, 1, tzinfo=MADRID), **changes}
    )


def values(
    text: str, one: Evidence, fallback: str = ZONE, *, beginning: bool = False
) -> list[tuple[str, bool]]:
    found = find_instants(text, one, fallback, beginning=beginning)
    return [(each.value, each.timezone_known) for each in found]


def test_an_hour_is_written_with_its_offset_and_seconds() -> None:
    assert values("el 12 de octubre de 2026 a las 14:00", madrid()) == [("2026-10-12T14:00:00+02:00", True)]


def test_a_day_without_hour_ends_before_midnight_and_is_told_from_an_hour() -> None:
    ((value, _),) = values("el 12 de octubre de 2026", madrid())
    assert value == "2026-10-12T23:59+02:00"
    assert is_whole_day(value)
    assert not is_whole_day("2026-10-12T23:59:00+02:00")


def test_a_day_on_which_something_begins_is_its_first_instant() -> None:
    ((value, _),) = values("el 12 de octubre de 2026", madrid(), beginning=True)
    assert value == "2026-10-12T00:00+02:00"
    assert is_whole_day(value)


@pytest.mark.parametrize(
    ("day", "offset"),
    [("24 de octubre", "+02:00"), ("26 de octubre", "+01:00"), ("28 de marzo", "+01:00")],
)
def test_the_offset_follows_the_change_of_the_clock(day: str, offset: str) -> None:
    assert values(f"el {day} de 2026 a las 12:00", madrid())[0][0].endswith(offset)


@pytest.mark.parametrize("timezone", ["", "Nowhere/Land"])
@pytest.mark.parametrize("fallback", [ZONE, "also/nowhere"])
def test_without_a_timezone_an_instant_has_no_offset_and_says_so(timezone: str, fallback: str) -> None:
    found = values("el 12 de octubre de 2026 a las 14:00", madrid(timezone=timezone), fallback)
    assert found == [("2026-10-12T14:00:00", False)]


def test_an_open_year_counts_from_when_the_card_took_effect() -> None:
    last_year = Validity(datetime(2025, 9, 1, tzinfo=MADRID))
    assert values("el 12 de octubre", madrid())[0][0].startswith("2026")
    assert values("el 12 de octubre", madrid(validity=last_year))[0][0].startswith("2025")


def test_a_relative_date_counts_from_the_card_and_never_lies_before_it() -> None:
    assert values("se entrega mañana", madrid()) == [("2026-10-02T23:59+02:00", True)]
    assert values("se entregaba ayer", madrid()) == []


def test_a_card_with_impossible_dates_names_no_instant() -> None:
    mistake = datetime(1, 1, 1, tzinfo=MADRID)
    assert values("el 12 de octubre", madrid(updated_at=mistake, retrieved_at=mistake)) == []


@pytest.mark.parametrize(
    ("written", "timezone", "expected"),
    [
        ("2026-10-12T23:59:00+02:00", "", ("2026-10-12T23:59:00+02:00", True)),
        ("2026-10-12T23:59+02:00", ZONE, ("2026-10-12T23:59:00+02:00", True)),
        ("2026-10-12T23:59", ZONE, ("2026-10-12T23:59:00+02:00", True)),
        ("2026-10-12T23:59", "", ("2026-10-12T23:59:00", False)),
        ("2026-10-12", ZONE, ("2026-10-12T23:59+02:00", True)),
        ("2026-03-29T02:30", ZONE, ("2026-03-29T03:30:00+02:00", True)),
        ("2026-10-25T02:30", ZONE, ("2026-10-25T02:30:00+02:00", True)),
        ("9999-12-31T23:59", "America/Lima", None),
        ("mañana", ZONE, None),
        ("", ZONE, None),
        ("1790000000", ZONE, None),
    ],
)
def test_a_live_instant_is_written_in_the_same_form(
    written: str, timezone: str, expected: tuple[str, bool] | None
) -> None:
    assert canonical_instant(written, timezone) == expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("2026-10-12T23:59:00+02:00", "2026-10-12T21:59:00+00:00", True),
        ("2026-10-12T23:59:00+02:00", "2026-10-12T23:59:00+00:00", False),
        ("2026-10-12T23:59:00+02:00", "2026-10-12T23:59:00", True),
        ("2026-10-12T23:59:00+02:00", "2026-10-12T22:59:00", False),
        ("2026-10-12T23:59+02:00", "2026-10-12T14:00:00+02:00", True),
        ("2026-10-12T23:59+02:00", "2026-10-12T21:59:00+00:00", True),
        ("2026-10-12T23:59+02:00", "2026-10-12T22:30:00+00:00", False),
        ("2026-10-12T23:59+02:00", "2026-10-13T23:59+02:00", False),
        ("2026-10-12T00:00+02:00", "2026-10-12T23:59+02:00", True),
        ("none", "none", True),
        ("none", "2026-10-12T23:59:00+02:00", False),
    ],
)
def test_two_instants_agree_when_both_can_be_true(one: str, other: str, expected: bool) -> None:
    assert agree(one, other, ZONE) is expected
    assert agree(other, one, ZONE) is expected


def test_a_plan_in_an_unknown_timezone_breaks_no_comparison() -> None:
    assert agree("2026-10-12T23:59:00", "2026-10-12T23:59:00+00:00", "Nowhere/Land")


@given(st.datetimes(datetime(1950, 1, 1), datetime(2100, 1, 1)))  # noqa: DTZ001
def test_what_is_canonical_stays_so(moment: datetime) -> None:
    once = canonical_instant(moment.isoformat(timespec="seconds"), ZONE)
    assert once is not None
    assert canonical_instant(once[0], "") == once


@pytest.mark.parametrize(
    ("value", "timezone", "expected"),
    [
        ("2026-10-12T23:59:00+02:00", ZONE, ZONE),
        ("2026-12-12T23:59+01:00", ZONE, ZONE),
        ("2026-10-12T23:59:00+02:00", "UTC", "UTC+02:00"),
        ("2026-10-12T23:59:00+02:00", "", "UTC+02:00"),
        ("2026-10-12T23:59:00", ZONE, ZONE),
    ],
)
def test_the_timezone_told_is_one_whose_clock_shows_the_instant(
    value: str, timezone: str, expected: str
) -> None:
    assert timezone_of(value, timezone) == expected
