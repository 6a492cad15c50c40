"""Hours of the day."""

import pytest

from fidedigno.verify.values.clocks import find_clocks
from fidedigno.verify.values.skipped import mask_of
from fidedigno.verify.values.value import Value
from tests.verify.values.reading import statement


def clocks(text: str) -> list[Value]:
    read = statement(text)
    return find_clocks(text, read.folded, mask_of(text))


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("at 14:30", 870),
        ("at 14:30:15", 870),
        ("at 2:30 pm", 870),
        ("at 2.30 p.m.", 870),
        ("at 3 pm", 900),
        ("at 12 am", 0),
        ("at 12 pm", 720),
        ("at noon", 720),
        ("at midnight", 0),
        ("at 7 in the morning", 420),
        ("a las 15:00 h", 900),
        ("a las 17h30", 1050),
        ("a las 17 h", 1020),
        ("a las tres de la tarde", 900),
        ("a las tres y media de la tarde", 930),
        ("a las 9 y cuarto de la mañana", 555),
        ("a las 10 menos cuarto de la noche", 1305),
        ("a mediodía", 720),
    ],
)
def test_an_hour_is_read(text: str, minutes: int) -> None:
    (value,) = clocks(text)
    assert (value.low, value.other) == (minutes, None)


def test_an_hour_without_its_half_of_the_day_keeps_both_readings() -> None:
    assert clocks("at 5:30")[0].other == (1050, 1050)
    assert clocks("a las 3")[0].other == (900, 900)
    assert clocks("at 05:30")[0].other is None


def test_both_ends_of_opening_hours_are_read() -> None:
    assert [value.low for value in clocks("open 9am-5pm")] == [540, 1020]
    assert [value.low for value in clocks("open 9 to 5 pm")] == [540, 1020]
    assert [value.low for value in clocks("abierto de 9:00 a 18:00")] == [540, 1080]


def test_a_zone_is_kept_as_its_offsets() -> None:
    assert clocks("at 14:30 CET")[0].parts == (60,)
    assert clocks("at 14:30 UTC+2")[0].parts == (120,)
    assert clocks("a las 14:30, hora peninsular")[0].parts == (60, 120)


@pytest.mark.parametrize(
    "text",
    [
        "1:30 hours",
        "a ratio of 3:1",
        "14 h of work",
        "at 5 people",
        "in 3.30 metres",
        "version 3.11",
        "25:00",
    ],
)
def test_durations_and_ratios_are_no_hours(text: str) -> None:
    assert clocks(text) == []
