"""A tenant on this machine, a clock that tests move, and a connector that does not really wait."""

from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pydantic import SecretStr

from fidedigno.sources.connector import Change, Coverage, Removed, SourceItem, Upserted
from fidedigno.sources.graph import ClientSecret, GraphConnector, GraphOptions
from fidedigno.sources.graph.tokens import NoToken, Tokens
from fidedigno.sources.http import HttpLimits, RestClient
from tests.fakes.graph import CLIENT, DRIVE, SECRET, TENANT, GraphServer

FAST = HttpLimits(attempt=2.0, total=5.0, backoff=0.001, attempts=3)


class Clock:
    """Stands still until a test moves it; keeps the waits that it was asked for."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
        self.waits: list[float] = []

    def now(self) -> datetime:
        return self.moment

    def forward(self, **by: float) -> None:
        self.moment += timedelta(**by)

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)


class Read:
    """The changes of one reading, sorted by kind."""

    def __init__(self, coverage: Coverage, changes: list[Change], cursor: str) -> None:
        self.coverage = coverage
        self.cursor = cursor
        self.items: dict[str, SourceItem] = {
            each.item.external_id.partition("/")[2]: each.item
            for each in changes
            if isinstance(each, Upserted)
        }
        self.removed = [each.external_id.partition("/")[2] for each in changes if isinstance(each, Removed)]

    def groups(self, key: str) -> set[str]:
        """The names of the groups that may read a document, without their prefix."""
        clauses = self.items[key].acl.clauses
        return {each.name.removeprefix("graph:corp:") for clause in clauses for each in clause}


async def read(connector: GraphConnector, cursor: str | None = None) -> Read:
    """Read changes to their end."""
    changes = await connector.changes(cursor)
    found = [each async for each in changes.stream]
    return Read(changes.coverage, found, changes.cursor())


@pytest.fixture
def server() -> Iterator[GraphServer]:
    with GraphServer() as server:
        yield server


@pytest.fixture
def clock() -> Clock:
    return Clock()


Options = Callable[..., GraphOptions]


@pytest.fixture
def options(server: GraphServer) -> Options:
    def made(**more: Any) -> GraphOptions:
        values: dict[str, Any] = {
            "name": "corp",
            "tenant": TENANT,
            "client": CLIENT,
            "credential": ClientSecret(SecretStr(SECRET)),
            "drives": (DRIVE,),
            "base": server.url + "/v1.0",
            "login": server.url,
            "limits": FAST,
        }
        return GraphOptions(**{**values, **more})

    return made


Rest = Callable[[str], RestClient]


@pytest.fixture
async def rest(clock: Clock) -> AsyncIterator[Rest]:
    """Clients without a token, closed after the test."""
    made: list[RestClient] = []

    def client(base: str) -> RestClient:
        made.append(RestClient("graph:corp", base, NoToken(), limits=FAST, sleep=clock.sleep))
        return made[-1]

    yield client
    for each in made:
        await each.close()


@pytest.fixture
async def graph(server: GraphServer, options: Options, clock: Clock, rest: Rest) -> AsyncIterator[RestClient]:
    """A client of the tenant's Graph."""
    tokens = Tokens(rest(server.url), options(), "scope", clock.now)
    base = server.url + "/v1.0"
    async with RestClient("graph:corp", base, tokens, limits=FAST, sleep=clock.sleep) as client:
        yield client


Make = Callable[..., GraphConnector]


@pytest.fixture
async def make(options: Options, clock: Clock) -> AsyncIterator[Make]:
    made: list[GraphConnector] = []

    def connector(**more: Any) -> GraphConnector:
        arguments = {key: more.pop(key) for key in ("directory", "known_groups") if key in more}
        made.append(GraphConnector(options(**more), sleep=clock.sleep, now=clock.now, **arguments))
        return made[-1]

    yield connector
    for each in made:
        await each.close()


@pytest.fixture
def connector(make: Make) -> GraphConnector:
    return make()
