"""A migrated store for tests of SCIM without HTTP."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from fidedigno.database import Database
from tests.access.house import House


@pytest.fixture(scope="session")
def empty_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("template") / "empty.db"
    database = Database.open(path)
    database.purge_deleted()
    database.close()
    return path


@pytest.fixture
def house(empty_store: Path, tmp_path: Path) -> Iterator[House]:
    path = tmp_path / "state.db"
    shutil.copy(empty_store, path)
    database = Database.open(path)
    yield House(database)
    database.close()
