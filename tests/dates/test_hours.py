import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.dates.hours import DAY_SECONDS, hour_at, second_hour, with_cue
from tests.dates.reading import scan_of


@given(st.integers(0, 99), st.integers(0, 99))
def test_only_the_hours_of_a_day_have_seconds(hour: int, minute: int) -> None:
    found = hour_at(scan_of(f"{hour}:{minute:02}"), 0)
    assert found is not None
    possible = (hour <= 23 and minute <= 59) or (hour, minute) == (24, 0)
    assert found.seconds == (hour * 3600 + minute * 60 if possible else None)


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("12 am", 0), ("12:30 a.m.", 30), ("12 pm", 720), ("1 p.m.", 780), ("11:59 PM", 1439), ("13:05 pm", 785),
        ("9 de la mañana", 540), ("8 de la tarde", 1200), ("12 de la noche", 1440), ("2 de la madrugada", 120),
        ("medianoche", 1440), ("midnight", 1440), ("noon", 720), ("mediodía", 720), ("18 h", 1080), ("23h59", 1439),
        ("18.30 h", 1110), ("24:00", 1440), ("9 y media de la noche", 1290), ("end of day", 1440),
    ],
)  # fmt: skip
def test_an_hour_is_read_to_its_end(text: str, clock: int) -> None:
    found = hour_at(scan_of(text), 0)
    assert found is not None
    assert (found.seconds, found.end) == (clock * 60, len(text))


@pytest.mark.parametrize(
    ("text", "minute"), [("9", 540), ("9 y cuarto", 555), ("9 menos cuarto", 525), ("nueve", 540)]
)
def test_a_bare_number_is_an_hour_after_a_cue_only(text: str, minute: int) -> None:
    assert hour_at(scan_of(text), 0) is None
    assert hour_at(scan_of(text), 0, cued=True).seconds == minute * 60  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["3.12", "25 %", "25%", "10:11:12:13", "12:30/2", "123", "13 am pm"])
def test_other_figures_are_no_hour(text: str) -> None:
    found = hour_at(scan_of(text), 0)
    assert found is None or found.seconds is None


def test_seconds_and_their_fractions() -> None:
    found = hour_at(scan_of("23:59:59.999"), 0)
    assert found is not None
    assert (found.seconds, found.to_the_second, found.end) == (DAY_SECONDS - 1, True, 12)


def test_a_second_hour_and_a_cue() -> None:
    scan = scan_of("de 10:00 a 12:00")
    first = hour_at(scan, 3)
    assert first is not None
    assert second_hour(scan, first).seconds == 12 * 3600  # type: ignore[union-attr]
    assert with_cue(scan_of("lunes a las 9"), 12) == (6, "a las")
    assert with_cue(scan_of("lunes 9"), 6) == (6, "")
