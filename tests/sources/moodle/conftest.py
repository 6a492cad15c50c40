"""A replayed Moodle, clients of it, and persons, for every test of the connector."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from fidedigno.sources.moodle.asker import MoodlePerson
from fidedigno.sources.moodle.client import MoodleClient
from fidedigno.sources.moodle.site import Limits, MoodleSite
from fidedigno.sources.moodle.state import MoodleState
from tests.fakes.moodle_replay import MoodleReplay, moodle_replay

CS101 = 2
NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
FAST = Limits(attempt=2.0, total=4.0, backoff=0.001, cache=60.0)

SITE_OPTIONS = ("grader_reads", "section_check", "timezone", "name", "url")

pytestmark = pytest.mark.shared


@pytest.fixture
def replay(shared_data: Path) -> Iterator[MoodleReplay]:
    with moodle_replay(shared_data / "moodle") as server:
        yield server


MakeClient = Callable[..., MoodleClient]


@pytest.fixture
async def make_client(replay: MoodleReplay) -> AsyncIterator[MakeClient]:
    """Make a client: ``make_client(attempts=1, grader_reads=False)`` sets limits and the site's options."""
    made: list[MoodleClient] = []

    async def no_wait(seconds: float) -> None:
        await asyncio.sleep(0)

    def make(service: str | None = "wsbot", **options: Any) -> MoodleClient:
        of_site = {
            key: options.pop(key)
            for key in ("grader_reads", "section_check", "timezone", "name", "url")
            if key in options
        }
        site = MoodleSite(
            of_site.pop("url", replay.url),
            replay.token(service) if service else None,
            limits=replace(FAST, **options),
            **of_site,
        )
        made.append(MoodleClient(site, sleep=no_wait))
        return made[-1]

    yield make
    for client in made:
        await client.close()


@pytest.fixture
def client(make_client: MakeClient) -> MoodleClient:
    return make_client()


@pytest.fixture
def state(client: MoodleClient) -> MoodleState:
    """A reader whose clock stands still."""
    return MoodleState(client, now=lambda: NOW)


@pytest.fixture
def own(replay: MoodleReplay) -> Callable[[str], MoodlePerson]:
    """A person with a token of their own."""
    return lambda name: MoodlePerson(replay.user(name), replay.token(name))


@pytest.fixture
def served(replay: MoodleReplay) -> Callable[[str], MoodlePerson]:
    """A person for whom the service account reads."""
    return lambda name: MoodlePerson(replay.user(name))
