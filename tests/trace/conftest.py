"""Fixtures of the trace tests: a migrated store."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fidedigno.database import Database
from tests.access.house import House
from tests.trace.audited import Audited


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database.open(tmp_path / "state.db")
    yield database
    database.close()


@pytest.fixture
def audited(database: Database, tmp_path: Path) -> Audited:
    """A whole trail, with people and corpora."""
    return Audited(House(database), tmp_path)


@pytest.fixture
def at_every_writing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Old records give way with every writing, and not in steps."""
    monkeypatch.setattr("fidedigno.trace.ledger.GIVE_WAY_EVERY", 1)
