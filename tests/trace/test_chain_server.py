"""The chain on a PostgreSQL server: one order for all who write, as on SQLite.

Runs where ``FIDEDIGNO_TEST_POSTGRES`` names an empty database (``postgresql+psycopg://user@host/name``).
"""

import os
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from sqlalchemy import text

from fidedigno.database import Database
from fidedigno.trace import chain as chain_module
from fidedigno.trace.chain import Chain
from fidedigno.trace.check import verify
from fidedigno.trace.ledger import Ledger
from tests.trace.made import NOW, entry

URL = os.environ.get("FIDEDIGNO_TEST_POSTGRES", "")
pytestmark = pytest.mark.skipif(
    not URL or find_spec("psycopg") is None, reason="needs a PostgreSQL server and psycopg"
)


@pytest.fixture
def server() -> Iterator[Database]:
    database = Database.open(URL)
    with database.session() as session:
        session.execute(text("TRUNCATE traces, trace_documents, trace_people, audit_chain"))
        session.execute(text("UPDATE audit_state SET sequence = 0, link = repeat('0', 64)"))
    yield database
    database.close()


def test_connections_that_write_at_once_keep_one_chain_that_can_forget(
    server: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(name: str) -> None:
        database = Database.open(URL)
        ledger = Ledger(database, Chain.open(tmp_path), clock=lambda: NOW)
        for number in range(1, 16):
            ledger.add(entry(f"{name}-{number}", documents=frozenset({number}), people=frozenset({name})))
        database.close()

    threads = [threading.Thread(target=write, args=(f"t{each}",)) for each in range(5)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    ledger = Ledger(server, Chain.open(tmp_path), clock=lambda: NOW)
    found = verify(server, ledger.chain)
    assert (found.whole, found.records, ledger.chain.head.disputed()) == (True, 75, ())
    assert ledger.remove_naming([1, 2]) == 10
    assert ledger.remove_of("default", ["t3"]) == 13
    monkeypatch.setattr(chain_module, "KEPT_TOMBSTONES", 0)
    ledger.expire()
    found = verify(server, ledger.chain)
    assert (found.whole, found.records, found.deleted) == (True, 52, 23)
    with server.session() as session:
        session.execute(text("UPDATE traces SET body = '{}' WHERE id = (SELECT min(id) FROM traces)"))
    assert [each.fault.value for each in verify(server, ledger.chain).findings] == ["changed"]
