"""A running site, the same that was recorded."""

from collections.abc import Iterator

import pytest

from fidedigno.testing.moodle import MoodleServer, Scenario
from tests.testing.moodle.recordings import SITE


@pytest.fixture(scope="session")
def site() -> Scenario:
    return Scenario.load(SITE)


@pytest.fixture
def moodle(site: Scenario) -> Iterator[MoodleServer]:
    with MoodleServer(site) as running:
        yield running
