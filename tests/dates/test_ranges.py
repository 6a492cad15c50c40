import pytest

from fidedigno.dates import Direction, MentionRole, find_dates
from fidedigno.dates.combine import Stretch
from fidedigno.dates.ranges import with_ranges
from tests.dates.reading import scan_of
from tests.dates.table import REFERENCE, TIMEZONE


def bounds(text: str, direction: Direction = Direction.NEAREST) -> list[tuple[str, MentionRole]]:
    mentions = find_dates(text, reference=REFERENCE, timezone=TIMEZONE, direction=direction)
    return [(m.moment.start.date().isoformat(), m.role) for m in mentions]


@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("del 9 al 13 de noviembre de 2026", ("2026-11-09", "2026-11-13")),
        ("del 28 de diciembre al 3 de enero de 2027", ("2026-12-28", "2027-01-03")),
        ("from December 28, 2026 to January 3", ("2026-12-28", "2027-01-03")),
        ("entre el 9 y el 13 de noviembre de 2026", ("2026-11-09", "2026-11-13")),
        ("9–13 November 2026", ("2026-11-09", "2026-11-13")),
        ("November 9-13, 2026", ("2026-11-09", "2026-11-13")),
        ("09/11/2026 - 13/11/2026", ("2026-11-09", "2026-11-13")),
        ("desde el 9 hasta el 13 de noviembre de 2026", ("2026-11-09", "2026-11-13")),
    ],
)
def test_a_period_has_a_beginning_and_an_end(text: str, days: tuple[str, str], direction: Direction) -> None:
    assert bounds(text, direction) == [(days[0], MentionRole.FROM), (days[1], MentionRole.UNTIL)]


@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize(
    "text", ["del 28 de diciembre al 3 de enero", "del 9 al 13 de noviembre", "1 to 30 June"]
)
def test_an_open_period_never_ends_before_it_begins(text: str, direction: Direction) -> None:
    (first, _), (last, _) = bounds(text, direction)
    assert first < last


@pytest.mark.parametrize(
    "text",
    ["del 13 al 9 de mayo de 2026", "a las 9 al 13 de mayo de 2026", "3, 13 de noviembre de 2026"],
)
def test_a_number_that_begins_no_period_is_left(text: str) -> None:
    assert len(bounds(text)) == 1


def test_stretches_far_from_each_other_are_no_period() -> None:
    scan = scan_of("x" * 100)
    stretches = [Stretch(0, 10, None), Stretch(60, 70, None)]
    roles: list[str | None] = [None, None]
    with_ranges(scan, stretches, roles)
    assert roles == [None, None]
