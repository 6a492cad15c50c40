"""A running campus, sources over it that leave no thread behind, and short words for asking them."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from fidedigno.gather.moodle import MoodleStateSource
from fidedigno.gather.state import StateReading
from fidedigno.testing.moodle import MoodleServer
from tests.fakes.campus import PACK, campus, person, plan, source_of

SOURCE_THREAD = "fidedigno-moodle-campus"
MakeSource = Callable[..., MoodleStateSource]


@pytest.fixture
def moodle() -> Iterator[MoodleServer]:
    with campus() as server:
        yield server


@pytest.fixture
def make(moodle: MoodleServer) -> Iterator[MakeSource]:
    made: list[MoodleStateSource] = []

    def make_one(**options: Any) -> MoodleStateSource:
        made.append(source_of(moodle, **options))
        return made[-1]

    yield make_one
    moodle.heal()
    for each in made:
        each.close()
    assert not [each for each in threading.enumerate() if each.name == SOURCE_THREAD]


def read(source: MoodleStateSource, name: str, *facts: str, **scope: Any) -> StateReading:
    return source.read(plan(*facts, **scope), person(name), PACK)


def values(reading: StateReading) -> dict[str, str]:
    return {name: value for card in reading.cards for name, value in card.values.items()}
