"""The chain: one order for all who write, tombstones that only the key makes, and a bounded size."""

import multiprocessing
import threading
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.dialects import postgresql

from fidedigno.database import Database
from fidedigno.errors import WorkspaceError
from fidedigno.trace import chain as chain_module
from fidedigno.trace.chain import Chain, Reason
from fidedigno.trace.check import verify
from fidedigno.trace.ledger import Kind
from fidedigno.trace.tables import ChainRow, ChainState, TraceRow
from tests.trace.made import NOW, chain_in, entry, ledger_in


def write_many(path: str, name: str, number: int) -> None:
    """Write records from another process."""
    database = Database.open(Path(path))
    ledger = ledger_in(database, clock=lambda: NOW)
    for each in range(number):
        ledger.add(entry(f"{name}-{each}"))
    database.close()


def places(database: Database) -> list[tuple[int, int, str]]:
    with database.snapshot() as connection:
        rows = connection.execute(
            select(ChainRow.first, ChainRow.sequence, ChainRow.reason).order_by(ChainRow.sequence)
        )
        return [tuple(row) for row in rows]  # type: ignore[misc]


def test_threads_that_write_at_once_keep_one_chain(database: Database) -> None:
    ledger = ledger_in(database, clock=lambda: NOW)

    def write(name: str) -> None:
        for each in range(15):
            ledger.add(entry(f"{name}-{each}"))

    threads = [threading.Thread(target=write, args=(f"t{each}",)) for each in range(6)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    found = verify(database, ledger.chain)
    assert (found.whole, found.records, found.head) == (True, 90, 90)
    assert ledger.chain.head.disputed() == ()


def test_processes_that_write_at_once_keep_one_chain(database: Database, tmp_path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    writers = [
        spawn.Process(target=write_many, args=(str(tmp_path / "state.db"), f"p{each}", 20))
        for each in range(3)
    ]
    for each in writers:
        each.start()
    for each in writers:
        each.join(120)
    assert [each.exitcode for each in writers] == [0, 0, 0]
    chain = chain_in(database)
    found = verify(database, chain)
    assert (found.whole, found.records, found.head) == (True, 60, 60)
    assert chain.head.disputed() == ()


def test_on_a_server_the_end_of_the_chain_is_locked_by_its_row() -> None:
    statement = select(ChainState.sequence).where(ChainState.id == 1).with_for_update()
    assert "FOR UPDATE" in str(statement.compile(dialect=postgresql.dialect()))  # type: ignore[no-untyped-call]


def test_a_writing_that_fails_takes_no_place(database: Database) -> None:
    ledger = ledger_in(database, clock=lambda: NOW)
    ledger.add(entry("a"))
    with pytest.raises(WorkspaceError):
        ledger.add(entry("a"))
    ledger.add(entry("b"))
    assert verify(database, ledger.chain).whole
    assert [sequence for _, sequence, _ in places(database)] == [1, 2]


def test_a_deleted_record_leaves_its_hash_and_a_code_and_nothing_else(database: Database) -> None:
    ledger = ledger_in(database, clock=lambda: NOW)
    ledger.add(entry("a", pseudonym="f" * 32, documents=frozenset({987_654})))
    ledger.add(entry("b"))
    assert ledger.remove(Reason.ERASED, TraceRow.answer_id == "a") == 1
    with database.snapshot() as connection:
        row = connection.execute(select(ChainRow.__table__).where(ChainRow.sequence == 1)).one()
    assert (row.first, row.reason, len(row.digest), len(row.link), len(row.seal)) == (1, "erased", 64, 64, 64)
    found = verify(database, ledger.chain)
    assert (found.whole, found.records, found.deleted) == (True, 1, 1)


@pytest.mark.usefixtures("at_every_writing")
def test_old_tombstones_are_folded_so_that_the_chain_stays_small(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chain_module, "KEPT_TOMBSTONES", 5)
    monkeypatch.setattr("fidedigno.trace.ledger.FOLD_EVERY", 10)
    ledger = ledger_in(database, limit=4, clock=lambda: NOW)
    for each in range(60):
        ledger.add(entry(f"a{each}"))
    found = verify(database, ledger.chain)
    assert (found.whole, found.records, found.deleted) == (True, 4, 56)
    assert len(places(database)) <= 4 + 5 + 10 + 1
    first, sequence, reason = places(database)[0]
    assert (first, reason) == (1, f"over_limit:{sequence}")


def test_runs_form_between_records_that_stay_and_grow_together(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chain_module, "KEPT_TOMBSTONES", 0)
    ledger = ledger_in(database, clock=lambda: NOW)
    for each in range(9):
        ledger.add(entry(f"a{each}"))
    ledger.remove(Reason.FORGOTTEN, TraceRow.answer_id.in_(["a0", "a1", "a4", "a5", "a6"]))
    ledger.expire()
    assert places(database) == [
        (1, 2, "forgotten:2"), (3, 3, ""), (4, 4, ""), (5, 7, "forgotten:3"), (8, 8, ""), (9, 9, "")
    ]  # fmt: skip
    assert verify(database, ledger.chain).whole
    ledger.remove(Reason.ERASED, TraceRow.answer_id.in_(["a2", "a3"]))
    ledger.expire()
    assert places(database) == [(1, 7, "erased:2,forgotten:5"), (8, 8, ""), (9, 9, "")]
    found = verify(database, ledger.chain)
    assert (found.whole, found.records, found.deleted) == (True, 2, 7)


def test_folding_does_not_cover_up_a_forged_tombstone(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chain_module, "KEPT_TOMBSTONES", 0)
    ledger = ledger_in(database, clock=lambda: NOW)
    for each in range(4):
        ledger.add(entry(f"a{each}"))
    ledger.remove(Reason.EXPIRED, TraceRow.answer_id.in_(["a0", "a1"]))
    with database.session() as session:  # somebody deletes a record by hand and makes it look expired
        session.query(TraceRow).filter(TraceRow.answer_id == "a2").delete()
        session.query(ChainRow).filter(ChainRow.sequence == 3).update({"reason": "expired", "seal": "f" * 64})
    ledger.expire()
    found = verify(database, ledger.chain)
    assert [each.sequence for each in found.findings] == [3]


def test_a_lost_key_is_not_replaced_under_a_chain(database: Database, tmp_path: Path) -> None:
    def opened() -> Chain:
        return Chain.open(tmp_path)

    chain = opened()
    with database.session() as session:
        place = chain.append(session, chain.begin(session), ["d" * 64])
    chain.advance(place)
    assert (tmp_path / "audit.key").stat().st_mode & 0o077 == 0
    (tmp_path / "audit.key").unlink()
    with database.session() as session, pytest.raises(WorkspaceError, match="audit trail"):
        opened().begin(session)
    assert not (tmp_path / "audit.key").exists()


def test_a_chain_without_its_end_is_told(database: Database) -> None:
    with database.session() as session:
        session.query(ChainState).delete()
    with pytest.raises(WorkspaceError, match="lost its end"):
        ledger_in(database).add(entry("a", kind=Kind.EVENT))
