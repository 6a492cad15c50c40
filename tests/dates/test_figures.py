from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.dates.figures import in_figures
from tests.dates.reading import scan_of


@given(st.dates(date(1000, 1, 1), date(3500, 1, 1)), st.sampled_from(["/", "-", "."]), st.booleans())
def test_a_day_first_date_is_that_day(day: date, mark: str, sure: bool) -> None:
    text = day.strftime(f"%d{mark}%m{mark}%Y")
    found = in_figures(scan_of(text, day_first_sure=sure), 0)
    assert found is not None
    assert found.possible == (1000 <= day.year <= 2999)
    if found.possible:
        assert found.first == day
        both = day.day <= 12 and day.day != day.month
        assert found.ambiguous == (both and not sure and mark != ".")


@pytest.mark.parametrize(
    "text",
    ["10.11.12.13", "3.12.2026.4", "31/02/2026", "2026-13-01", "1/2/3/4", "1-2-3-4-5", "0.0.0", "99.99.9999"],
)
def test_what_only_looks_like_a_date_is_blocked_whole(text: str) -> None:
    found = in_figures(scan_of(text), 0)
    assert found is not None
    assert not found.possible
    assert found.end == len(text)


@pytest.mark.parametrize(
    "text", ["v10.11.2026", "/2026/11/13", "a-2026-11-13", "x@13/11/2026", "7.13/11/2026"]
)
def test_figures_inside_a_name_or_address_are_not_read(text: str) -> None:
    start = next(i for i, c in enumerate(text) if c.isdigit() and text[i - 1 : i] in set("v/-@."))
    assert in_figures(scan_of(text), start) is None


def test_two_digits_of_a_year_and_a_fraction() -> None:
    assert in_figures(scan_of("13/11/69"), 0).first.year == 1969  # type: ignore[union-attr]
    assert in_figures(scan_of("13/11/68"), 0).first.year == 2068  # type: ignore[union-attr]
    assert in_figures(scan_of("by 3/4", day_first_sure=False), 3) is None
    assert in_figures(scan_of("el 3/4"), 3) is not None
