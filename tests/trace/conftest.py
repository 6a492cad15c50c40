"""Fixtures of the trace tests: a migrated store."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fidedigno.database import Database


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database.open(tmp_path / "state.db")
    yield database
    database.close()
