import pytest

from fidedigno.dates.months import day_then_month, month_alone, month_then_day
from tests.dates.reading import scan_of


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("13 de noviembre de 2026", "2026-11-13"),
        ("13 noviembre, 2026", "2026-11-13"),
        ("1.º de mayo de 2026", "2026-05-01"),
        ("1º mayo del año 2026", "2026-05-01"),
        ("13-nov-2026", "2026-11-13"),
        ("3rd of March, 2026", "2026-03-03"),
        ("twenty-first of March 2026", "2026-03-21"),
        ("treinta y uno de marzo de 2026", "2026-03-31"),
        ("13 SEPT. 2026", "2026-09-13"),
    ],
)
def test_a_day_before_its_month(text: str, day: str) -> None:
    found = day_then_month(scan_of(text), 0)
    assert found is not None
    assert (found.first.isoformat(), found.end) == (day, len(text))


def test_the_dot_of_an_abbreviation_is_its_own_and_that_of_a_sentence_is_not() -> None:
    assert day_then_month(scan_of("13 nov."), 0).end == 7  # type: ignore[union-attr]
    assert day_then_month(scan_of("13 noviembre."), 0).end == 12  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["2 may be", "3 set up", "10 ago", "2 mar"])
def test_a_word_that_is_also_a_month_needs_a_sign(text: str) -> None:
    assert day_then_month(scan_of(text), 0) is None
    assert day_then_month(scan_of(text.replace(" ", " de ", 1)), 0) is not None


def test_a_month_before_its_day_or_days() -> None:
    (one,) = month_then_day(scan_of("November 13th, 2026"), 0)
    assert one.first.isoformat() == "2026-11-13"
    first, last = month_then_day(scan_of("November 9-13, 2026"), 0)
    assert (first.first.isoformat(), first.role) == ("2026-11-09", "from")
    assert (last.first.isoformat(), last.role) == ("2026-11-13", "until")
    (blocked,) = month_then_day(scan_of("November 13-9, 2026"), 0)
    assert not blocked.possible
    assert month_then_day(scan_of("November 18:00"), 0) == ()


def test_a_month_alone_needs_a_year_or_a_word_before_it() -> None:
    march = month_alone(scan_of("marzo de 2024"), 0)
    assert march is not None
    assert (march.first.isoformat(), march.last.isoformat()) == ("2024-03-01", "2024-04-01")
    assert month_alone(scan_of("en marzo"), 3) is not None
    assert month_alone(scan_of("plaza marzo"), 6) is None
    assert month_alone(scan_of("in may"), 3) is None
    assert month_alone(scan_of("in May"), 3) is not None
