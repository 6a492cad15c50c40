"""Ids that are given and ids that are drawn."""

from zoneinfo import ZoneInfo

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.testing.moodle.fields import Fields
from fidedigno.testing.moodle.numbers import Numbers


def fields(**data: str) -> Fields:
    return Fields(dict(data), (), lines={}, source="s.yaml", timezone=ZoneInfo("UTC"))


def test_ids_follow_the_ones_that_were_given() -> None:
    numbers = Numbers()
    assert [numbers.take(fields(), start=3), numbers.take(fields(id="10")), numbers.take(fields())] == [
        3,
        10,
        11,
    ]
    assert numbers.draw() == 12


def test_an_id_is_never_given_twice_and_never_zero() -> None:
    numbers = Numbers()
    numbers.take(fields(id="1"))
    for again in ("1", "0"):
        with pytest.raises(ConfigurationError):
            numbers.take(fields(id=again))
