"""The ledger: what gives way to what, who can be erased, and records of before there was a chain."""

import time
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import insert, select

from fidedigno.database import Database
from fidedigno.errors import WorkspaceError
from fidedigno.trace.chain import Reason
from fidedigno.trace.check import verify
from fidedigno.trace.ledger import GIVE_WAY_EVERY, GIVE_WAY_SECONDS, Kind
from fidedigno.trace.tables import TraceDocument, TraceRow
from tests.access.house import Clock
from tests.trace.made import NOW, entry, ledger_in


def ids(database: Database) -> list[str]:
    with database.snapshot() as connection:
        return list(connection.scalars(select(TraceRow.answer_id).order_by(TraceRow.sequence)))


@pytest.mark.usefixtures("at_every_writing")
def test_events_are_not_pushed_out_by_asking_a_lot(database: Database) -> None:
    ledger = ledger_in(database, limit=3, clock=lambda: NOW)
    ledger.add(entry("event", kind=Kind.EVENT))
    for each in range(8):
        ledger.add(entry(f"a{each}"))
    assert ids(database) == ["event", "a5", "a6", "a7"]
    assert verify(database, ledger.chain).whole


@pytest.mark.usefixtures("at_every_writing")
def test_events_expire_like_everything(database: Database) -> None:
    clock = Clock()
    clock.now = NOW
    ledger = ledger_in(database, retention=timedelta(days=30), clock=clock)
    ledger.add(entry("event", kind=Kind.EVENT))
    clock.now = NOW + timedelta(days=31)
    ledger.add(entry("a", at=clock.now))
    assert ids(database) == ["a"]


def test_whoever_is_of_or_named_in_a_record_is_found_for_erasure(database: Database, tmp_path: Path) -> None:
    ledger = ledger_in(database, clock=lambda: NOW)
    old, new, other = "a" * 32, "b" * 32, "c" * 32
    ledger.add(entry("1", pseudonym=old))
    ledger.add(entry("2", pseudonym=new))
    ledger.add(entry("3", kind=Kind.EVENT, people=frozenset({old, other})))
    ledger.add(entry("4", pseudonym=other))
    ledger.add(entry("5", pseudonym=old, tenant="elsewhere"))
    assert ledger.remove_of("default", []) == ledger.remove_of("default", [""]) == 0
    assert ledger.remove_of("default", [old, new]) == 3
    assert ids(database) == ["4", "5"]
    ledger.remove_of("elsewhere", [old])
    content = b"".join(each.read_bytes() for each in tmp_path.iterdir() if each.is_file())
    assert old.encode() not in content
    assert new.encode() not in content
    assert other.encode() in content
    found = verify(database, ledger.chain)
    assert (found.whole, found.deleted) == (True, 4)


def test_nothing_is_written_under_a_key_that_is_gone(database: Database) -> None:
    ledger = ledger_in(database, clock=lambda: NOW, holds=lambda key_id: key_id == "here")
    ledger.add(entry("a", key_id="here"))
    with pytest.raises(WorkspaceError, match="secret"):
        ledger.add(entry("b", key_id="gone"))
    assert ids(database) == ["a"]


def test_records_of_before_the_chain_are_its_beginning(database: Database) -> None:
    old = [
        {
            "id": each,
            "answer_id": f"old{each}",
            "tenant": "t",
            "pseudonym": "p",
            "answered_at": NOW,
            "body": "{}",
        }
        for each in range(1, 1_204)
    ]
    with database.session() as session:
        session.execute(insert(TraceRow), old)
        session.execute(insert(TraceDocument), [{"trace_id": 7, "document_id": 3}])
    ledger = ledger_in(database, clock=lambda: NOW)
    assert verify(database, ledger.chain).whole
    ledger.add(entry("new", key_id="k1"))
    assert ids(database) == [*(f"old{each}" for each in range(1, 1_204)), "new"]
    found = verify(database, ledger.chain)
    assert (found.whole, found.records) == (True, 1_204)
    with database.session() as session:
        assert ledger.keys_in_use(session) == {"k1"}
        session.execute(insert(TraceRow), [{**old[0], "id": 9_999, "answer_id": "late"}])
    assert [each.fault.value for each in verify(database, ledger.chain).findings] == ["inserted"]


@pytest.mark.usefixtures("at_every_writing")
def test_one_writing_deletes_a_bounded_number_of_old_records(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fidedigno.trace.ledger._AT_ONCE", 3)
    clock = Clock()
    clock.now = NOW
    ledger = ledger_in(database, retention=timedelta(days=1), clock=clock)
    for each in range(8):
        ledger.add(entry(f"a{each}"))
    clock.now = NOW + timedelta(days=2)
    ledger.add(entry("b", at=clock.now))
    assert len(ids(database)) == 6
    assert ledger.expire() == 5
    assert ids(database) == ["b"]


def test_a_removal_that_finds_nothing_changes_nothing(database: Database) -> None:
    ledger = ledger_in(database, clock=lambda: NOW)
    ledger.add(entry("a"))
    assert ledger.remove(Reason.WITHDRAWN, TraceRow.answer_id == "none") == 0
    assert verify(database, ledger.chain).deleted == 0


@pytest.mark.parametrize("wrong", [{"retention": timedelta(0)}, {"limit": 0}])
def test_a_ledger_that_keeps_nothing_is_refused(database: Database, wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="positive"):
        ledger_in(database, **wrong)


def test_old_records_give_way_in_steps_and_after_a_while(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fidedigno.trace.ledger.EXACT_BELOW", 0)
    ledger = ledger_in(database, limit=3, clock=lambda: NOW)
    most = 0
    for each in range(40):
        ledger.add(entry(f"a{each}"))
        most = max(most, len(ids(database)))
    assert most < 3 + GIVE_WAY_EVERY
    later = time.monotonic() + GIVE_WAY_SECONDS
    monkeypatch.setattr("fidedigno.trace.ledger.time.monotonic", lambda: later)
    ledger.add(entry("last"))
    assert ids(database) == ["a38", "a39", "last"]
