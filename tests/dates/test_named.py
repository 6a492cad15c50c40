import pytest

from fidedigno.dates.found import Named
from fidedigno.dates.mention import Direction
from fidedigno.dates.named import found_day, found_weekday
from tests.dates.reading import scan_of


def test_a_whole_date_is_itself_and_a_wrong_weekday_is_told() -> None:
    scan = scan_of("13 de noviembre de 2026")
    right = found_day(scan, 0, 2, Named(13, 11, 2026, weekday=4))
    wrong = found_day(scan, 0, 2, Named(13, 11, 2026, weekday=0))
    assert right.first.isoformat() == wrong.first.isoformat() == "2026-11-13"
    assert (right.ambiguous, wrong.ambiguous) == (False, True)
    assert (right.year_given, right.relative) == (True, False)


@pytest.mark.parametrize(
    "named",
    [Named(31, 2, 2026), Named(31, 2, None), Named(0, 5, 2026), Named(32, None, None), Named(29, 2, 2025)],
)
def test_an_impossible_day_blocks_its_words(named: Named) -> None:
    assert not found_day(scan_of("x" * 9), 0, 9, named).possible


def test_a_said_direction_is_not_ambiguous_on_the_day_itself() -> None:
    scan = scan_of("el miércoles que viene")
    assert found_weekday(scan, 3, 12, 2).ambiguous
    said = found_weekday(scan, 3, 12, 2, Direction.FUTURE)
    assert (said.first.isoformat(), said.ambiguous) == ("2025-11-19", False)
