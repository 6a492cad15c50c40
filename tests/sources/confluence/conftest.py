from collections.abc import AsyncIterator, Iterator

import pytest

from fidedigno.sources.confluence import ConfluenceConnector
from tests.fakes.confluence import ConfluenceServer
from tests.fakes.confluence_world import no_wait, options, populate


@pytest.fixture
def server() -> Iterator[ConfluenceServer]:
    with ConfluenceServer() as server:
        populate(server)
        yield server


@pytest.fixture
async def connector(server: ConfluenceServer) -> AsyncIterator[ConfluenceConnector]:
    connector = ConfluenceConnector(options(server), sleep=no_wait)
    yield connector
    await connector.close()
