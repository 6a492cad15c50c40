"""Whose clock."""

import pytest

from fidedigno.consolidate.plain import plain
from fidedigno.verify.values.agreement import agrees
from fidedigno.verify.values.zones import LOCAL, clock_at
from tests.verify.values.reading import codes, compare, one


@pytest.mark.parametrize(
    ("text", "name", "offsets"),
    [
        (", hora de Lima", "America/Lima", (-300,)),
        (" Lima time", "America/Lima", (-300,)),
        (" UTC", "UTC", (0,)),
        (" UTC+2", "UTC+02:00", (120,)),
        (", hora peninsular", "Europe/Madrid", (60, 120)),
        (" local time", LOCAL, ()),
        (", hora local", LOCAL, ()),
        (" hora de Villarriba", "villarriba", ()),
    ],
)
def test_a_clock_is_named_behind_an_hour(text: str, name: str, offsets: tuple[int, ...]) -> None:
    clock = clock_at(text, plain(text), 0)
    assert clock is not None
    assert (clock.name, clock.offsets) == (name, offsets)


@pytest.mark.parametrize("text", [" in the hall", "", " time flies", " del edificio"])
def test_other_words_name_none(text: str) -> None:
    assert clock_at(text, plain(text), 0) is None


@pytest.mark.parametrize(
    ("claim", "evidence", "same"),
    [
        ("at 17:00 UTC", "at 12:00 Lima time", True),
        ("at 12:00 UTC", "at 12:00 Lima time", False),
        ("at 18:00 Madrid time", "at 18:00 Lisbon time", False),
        ("at 18:00 Madrid time", "at 18:00 Paris time", True),
        ("at 18:00 Madrid time", "at 17:00 London time", True),
        ("at 03:00 local time", "at 03:00 UTC", False),
        ("at 03:00", "at 03:00 UTC", True),
        ("at 03:00 local time", "at 03:00", True),
        ("at midnight UTC", "at 00:00 UTC", True),
    ],
)
def test_hours_of_two_clocks_are_compared_as_instants(claim: str, evidence: str, *, same: bool) -> None:
    assert agrees(one(claim), one(evidence)) is same


def test_both_ends_of_a_span_have_its_clock() -> None:
    found = compare("It runs from 02:00 to 04:00 local time.", "It runs from 02:00 to 04:00 UTC.")
    assert codes(found) == ["time_differs", "time_differs"]
