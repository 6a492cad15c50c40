"""Fixtures of the access tests: a migrated store, copied from a template instead of migrated each time."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from fidedigno.database import Database
from tests.access.house import House


@pytest.fixture(scope="session")
def empty_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a migrated, empty store."""
    path = tmp_path_factory.mktemp("template") / "empty.db"
    database = Database.open(path)
    database.purge_deleted()
    database.close()
    return path


@pytest.fixture
def database(empty_store: Path, tmp_path: Path) -> Iterator[Database]:
    path = tmp_path / "state.db"
    shutil.copy(empty_store, path)
    database = Database.open(path)
    yield database
    database.close()


@pytest.fixture
def house(database: Database) -> House:
    return House(database)
