from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime

import pytest
from pydantic import SecretStr

from fidedigno.model import Identity, Principal
from fidedigno.sources.connector import Changes, SourceItem, Upserted
from fidedigno.sources.declared import DeclaredConnector, read_declaration
from fidedigno.sources.http import HttpLimits
from tests.fakes.declared import CustomerSystem

FAST = HttpLimits(attempt=2.0, total=3.0, attempts=2, backoff=0.001)
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
Connect = Callable[[str], DeclaredConnector]


async def no_sleep(seconds: float) -> None:
    return None


def member(*names: str) -> Identity:
    """Somebody who holds these groups, written ``hub:team:1``."""
    groups = {Principal.group(f"declared:{each}") for each in names}
    return Identity("t", "ana", frozenset({Principal.user("ana"), *groups}))


async def items_of(changes: Changes) -> dict[str, SourceItem]:
    return {each.item.external_id: each.item async for each in changes.stream if isinstance(each, Upserted)}


@pytest.fixture
def system() -> Iterator[CustomerSystem]:
    with CustomerSystem() as system:
        yield system


@pytest.fixture
async def connect(system: CustomerSystem) -> AsyncIterator[Connect]:
    made: list[DeclaredConnector] = []

    def connect(declaration: str) -> DeclaredConnector:
        declared = read_declaration(declaration.format(base=system.url))
        secret = SecretStr("sesame")
        made.append(DeclaredConnector(declared, secret, limits=FAST, sleep=no_sleep, now=lambda: NOW))
        return made[-1]

    yield connect
    for each in made:
        await each.close()
