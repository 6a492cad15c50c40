from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import SecretStr

from fidedigno.model import Identity, Principal
from fidedigno.sources.http import HttpLimits
from fidedigno.sources.notion import NotionConnector, NotionOptions
from fidedigno.sources.notion.client import NotionClient
from tests.fakes.notion import Workspace, plain, uuid

FAST = HttpLimits(attempt=2.0, total=3.0, attempts=2, backoff=0.001)
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
Connect = Callable[..., NotionConnector]


async def no_sleep(seconds: float) -> None:
    return None


def options_for(notion: Workspace, **more: Any) -> NotionOptions:
    given: dict[str, Any] = {"audiences": {uuid(1): ("group:staff",)}, "limits": FAST, **more}
    return NotionOptions("wiki", SecretStr("sesame"), url=notion.url, **given)


def member(*roots: int) -> Identity:
    """Somebody in the audiences of these roots."""
    groups = {Principal.group(f"notion:wiki:root:{plain(each)}") for each in roots}
    return Identity("t", "ana", frozenset({Principal.user("ana"), *groups}))


@pytest.fixture
def notion() -> Iterator[Workspace]:
    with Workspace() as notion:
        yield notion


@pytest.fixture
async def connect(notion: Workspace) -> AsyncIterator[Connect]:
    made: list[NotionConnector] = []

    def connect(**more: Any) -> NotionConnector:
        made.append(NotionConnector(options_for(notion, **more), sleep=no_sleep, now=lambda: NOW))
        return made[-1]

    yield connect
    for each in made:
        await each.close()


@pytest.fixture
async def client(notion: Workspace) -> AsyncIterator[NotionClient]:
    client = NotionClient(options_for(notion), sleep=no_sleep)
    yield client
    await client.close()
