"""A system that answers, and a workspace that is connected to it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fidedigno import Fidedigno
from fidedigno.connected import Connection
from tests.fakes.connections import people_of, write_connection
from tests.fakes.declared import CustomerSystem
from tests.fakes.shelf import dav, shelf

__all__ = ["dav", "shelf"]


@pytest.fixture
def system() -> Iterator[CustomerSystem]:
    with CustomerSystem() as server:
        yield people_of(server)


@pytest.fixture
def connection(workspace: Fidedigno, tmp_path: Path, system: CustomerSystem) -> Connection:
    return workspace.connections.put(write_connection(tmp_path, system.url))
