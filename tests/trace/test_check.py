"""Verification: a trail that was used as intended is whole, and any single edit of any row is found."""

import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, Table, delete, insert, select, update
from sqlalchemy import types as sql

from fidedigno.database import Database
from fidedigno.trace import chain as chain_module
from fidedigno.trace.chain import Reason
from fidedigno.trace.check import Fault, verify
from fidedigno.trace.head import Head
from fidedigno.trace.ledger import Kind, Ledger
from fidedigno.trace.tables import ChainRow, ChainState, TraceDocument, TracePerson, TraceRow
from tests.trace.made import CHAIN_KEY, NOW, chain_in, entry, ledger_in

TABLES: dict[str, Table] = {
    each.__tablename__: each.__table__  # type: ignore[misc]
    for each in (TraceRow, TraceDocument, TracePerson, ChainRow, ChainState)
}
ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.integers(0, 3)),
        st.tuples(st.just("remove"), st.integers(0, 30)),
        st.tuples(st.just("erase"), st.integers(0, 3)),
        st.tuples(st.just("fold"), st.just(0)),
    ),
    min_size=1,
    max_size=25,
)


class Reference:
    """What the trail should be: the ids that are there, in order, and how many are gone."""

    def __init__(self) -> None:
        self.records: list[tuple[str, int]] = []
        self.gone = 0

    def keep(self, wanted: Any) -> None:
        kept = [each for each in self.records if wanted(each)]
        self.gone += len(self.records) - len(kept)
        self.records = kept


def act(ledger: Ledger, reference: Reference, kind: str, number: int, turn: int) -> None:
    """Do one thing to the trail and to the reference."""
    if kind == "add":
        event = Kind.EVENT if number == 3 else Kind.ANSWER
        ledger.add(
            entry(
                f"r{turn}", kind=event, pseudonym=f"p{number}", documents=frozenset({number + 1}),
                people=frozenset({f"p{number}", "px"}),
            )
        )  # fmt: skip
        reference.records.append((f"r{turn}", number))
    elif kind == "remove":
        ledger.remove(Reason.WITHDRAWN, TraceRow.answer_id == f"r{number}")
        reference.keep(lambda each: each[0] != f"r{number}")
    elif kind == "erase":
        ledger.remove_of("default", [f"p{number}"])
        reference.keep(lambda each: each[1] != number)
    else:
        ledger.expire()


@pytest.fixture
def folders(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return lambda: tmp_path_factory.mktemp("trail")


SETTINGS = settings(
    deadline=None,
    max_examples=25,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@SETTINGS
@given(acts=ACTS, rng=st.randoms(use_true_random=False), kept=st.integers(0, 6))
def test_any_single_edit_is_found_and_without_one_the_trail_is_whole(
    folders: Any, acts: list[tuple[str, int]], rng: random.Random, kept: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chain_module, "KEPT_TOMBSTONES", kept)
        database = Database.open(folders() / "state.db")
        ledger, reference = ledger_in(database, clock=lambda: NOW), Reference()
        for turn, (kind, number) in enumerate(acts):
            act(ledger, reference, kind, number, turn)
        found = verify(database, ledger.chain)
        assert found.findings == []
        assert (found.records, found.deleted) == (len(reference.records), reference.gone)
        with database.snapshot() as connection:
            held = list(connection.scalars(select(TraceRow.answer_id).order_by(TraceRow.sequence)))
        assert held == [name for name, _ in reference.records]
        edits = list(all_edits(database, rng))
        for edit in rng.sample(edits, min(12, len(edits))):
            assert_found(database, ledger, edit)
        database.close()


def assert_found(database: Database, ledger: Ledger, edit: tuple[str, Any]) -> None:
    """Edit, verify, and undo the edit."""
    with database.session() as session:
        session.connection().exec_driver_sql("PRAGMA defer_foreign_keys=ON")
        before = {name: session.execute(select(table)).mappings().all() for name, table in TABLES.items()}
        session.execute(edit[1])
        after = {name: session.execute(select(table)).mappings().all() for name, table in TABLES.items()}
    found = verify(database, ledger.chain)
    assert before == after or not found.whole, edit[0]
    with database.session() as session:
        session.connection().exec_driver_sql("PRAGMA defer_foreign_keys=ON")
        for table in reversed(TABLES.values()):
            session.execute(delete(table))
        for name, table in TABLES.items():
            if before[name]:
                session.execute(insert(table), [dict(row) for row in before[name]])
    assert verify(database, ledger.chain).whole


def all_edits(database: Database, rng: random.Random) -> Iterator[tuple[str, Any]]:
    """Every change of one field, and every deletion and doubling of one row."""
    with database.snapshot() as connection:
        for name, table in TABLES.items():
            for row in connection.execute(select(table)).mappings():
                where = [column == row[column.name] for column in table.primary_key.columns]
                yield f"delete {dict(row)}", delete(table).where(*where)
                for column in table.columns:
                    value = other(column.type, row[column.name], rng)
                    if not (name == "audit_state" and column.name == "id"):
                        statement = update(table).where(*where).values({column.name: value})
                        if fits(connection, table, column.name, row, value):
                            yield f"{name}.{column.name} of {dict(row)} is {value!r}", statement


def fits(connection: Connection, table: Table, column: str, row: Any, value: Any) -> bool:
    """Whether the database would take the value: no key twice, no reference to nothing."""
    if column == "trace_id":
        there = connection.execute(select(TraceRow.id).where(TraceRow.id == value)).first() is not None
        named = [each == (value if each.name == column else row[each.name]) for each in table.columns]
        return there and connection.execute(select(table).where(*named)).first() is None
    if table.name == "traces" and column == "id":
        named = select(TraceDocument.trace_id).where(TraceDocument.trace_id == row["id"])
        return connection.execute(named).first() is None and not exists(connection, table, column, value)
    return not exists(connection, table, column, value)


def exists(connection: Connection, table: Table, column: str, value: Any) -> bool:
    return connection.execute(select(table).where(table.c[column] == value)).first() is not None


def other(kind: Any, value: Any, rng: random.Random) -> Any:
    """Another value of the same type."""
    if isinstance(value, datetime):
        return value + timedelta(microseconds=rng.choice([1, -1, 3_600_000_000]))
    if isinstance(value, int) or isinstance(kind, sql.Integer | sql.BigInteger):
        return (value or 0) + rng.choice([1, -1, 1_000])
    text = str(value or "")
    return rng.choice([text + "x", text[:-1] if text else "y", "0" * 64 if text != "0" * 64 else "1"])


@pytest.fixture
def ledger(database: Database) -> Ledger:
    ledger = ledger_in(database, clock=lambda: NOW)
    for each in range(1, 8):
        ledger.add(entry(f"a{each}", pseudonym="p", documents=frozenset({each})))
    return ledger


def faults(ledger: Ledger, *heads: Head) -> list[tuple[str, int]]:
    return [
        (each.fault.value, each.sequence) for each in verify(ledger.database, ledger.chain, heads).findings
    ]


def test_an_end_that_was_cut_off_is_found_by_the_head_outside(ledger: Ledger, database: Database) -> None:
    with database.session() as session:
        session.execute(delete(TraceRow).where(TraceRow.sequence > 5))
        session.execute(delete(ChainRow).where(ChainRow.sequence > 5))
        link = session.scalar(select(ChainRow.link).where(ChainRow.sequence == 5))
        session.execute(update(ChainState).values(sequence=5, link=link))
    assert faults(ledger) == [("truncated", 7)]
    ledger.add(entry("b"))
    for each in range(3):
        ledger.add(entry(f"c{each}"))
    assert faults(ledger) == [("disputed_head", 0)], "going on does not cover it up"


def test_a_trail_that_was_emptied_is_found(ledger: Ledger, database: Database) -> None:
    with database.session() as session:
        session.execute(delete(TraceRow))
        session.execute(delete(ChainRow))
        session.execute(update(ChainState).values(sequence=0, link="0" * 64))
    assert faults(ledger) == [("truncated", 7)]


def test_records_that_changed_places_are_found(ledger: Ledger, database: Database) -> None:
    with database.session() as session:
        for here, there in ((2, 99), (3, 2), (99, 3)):
            session.execute(update(TraceRow).where(TraceRow.sequence == here).values(sequence=there))
    assert faults(ledger) == [("changed", 2), ("changed", 3)]


def test_a_person_who_was_put_in_anothers_place_is_found(ledger: Ledger, database: Database) -> None:
    with database.session() as session:
        session.execute(update(TraceRow).where(TraceRow.sequence == 4).values(pseudonym="q"))
    assert faults(ledger) == [("changed", 4)]


@pytest.mark.parametrize("folded", [False, True])
@pytest.mark.parametrize(
    "change",
    [
        {"answered_at": NOW - timedelta(days=999)},
        {"tenant": "elsewhere"},
        {"pseudonym": "victim"},
        {"salt": ""},
    ],
)
def test_whoever_has_the_program_itself_delete_a_record_is_found(
    ledger: Ledger, database: Database, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], folded: bool
) -> None:
    with database.session() as session:
        session.execute(update(TraceRow).where(TraceRow.sequence == 3).values(**change))
    ledger.expire()
    ledger.remove_of("elsewhere", ["p"])
    ledger.remove_of("default", ["victim"])
    ledger.remove(Reason.WITHDRAWN, TraceRow.sequence.in_([2, 3]))
    if folded:
        monkeypatch.setattr(chain_module, "KEPT_TOMBSTONES", 0)
        ledger.expire()
    assert faults(ledger) == [("changed", 3)]
    with database.snapshot() as connection:
        assert not connection.execute(select(TraceRow).where(TraceRow.sequence == 3)).all()


def test_a_document_that_was_added_to_a_record_to_have_it_forgotten_is_found(
    ledger: Ledger, database: Database
) -> None:
    with database.session() as session:
        trace_id = session.scalar(select(TraceRow.id).where(TraceRow.sequence == 3))
        session.execute(insert(TraceDocument).values(trace_id=trace_id, document_id=999))
    assert ledger.remove_naming([999]) == 1
    assert faults(ledger) == [("changed", 3)]


def test_a_whole_chain_made_anew_under_another_key_is_found(ledger: Ledger, database: Database) -> None:
    before, broken = "0" * 64, type(CHAIN_KEY)(b"x" * 32)
    with database.session() as session:
        for row in session.scalars(select(ChainRow).order_by(ChainRow.sequence)):
            row.link = before = broken.link(row.sequence, before, row.digest)
        session.execute(update(ChainState).values(link=before))
    assert {fault for fault, _ in faults(ledger)} == {"broken", "other_head"}


def test_heads_that_an_auditor_kept_are_compared(ledger: Ledger, database: Database) -> None:
    with database.snapshot() as connection:
        link = connection.scalar(select(ChainRow.link).where(ChainRow.sequence == 3))
    kept = Head.sign(CHAIN_KEY, 3, str(link))
    assert faults(ledger, kept) == []
    assert faults(ledger, Head.sign(CHAIN_KEY, 3, "b" * 64)) == [("other_head", 3)]
    assert faults(ledger, Head.sign(CHAIN_KEY, 70, str(link))) == [("truncated", 70)]
    assert faults(ledger, Head(3, str(link), "0" * 64)) == [("other_head", 0)]


def test_a_head_of_a_place_that_was_folded_is_said_to_be_too_old(
    ledger: Ledger, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with database.snapshot() as connection:
        link = connection.scalar(select(ChainRow.link).where(ChainRow.sequence == 2))
    kept = Head.sign(CHAIN_KEY, 2, str(link))
    monkeypatch.setattr(chain_module, "KEPT_TOMBSTONES", 0)
    ledger.remove(Reason.EXPIRED, TraceRow.sequence <= 4)
    ledger.expire()
    found = verify(database, ledger.chain, [kept])
    assert (found.whole, found.heads_too_old, found.as_dict()["deleted"]) == (True, 1, 4)


@pytest.mark.parametrize("content", [None, "damaged"])
def test_a_head_that_is_gone_or_damaged_is_told(ledger: Ledger, tmp_path: Path, content: str | None) -> None:
    (tmp_path / "audit.head").unlink()
    if content is not None:
        (tmp_path / "audit.head").write_text(content)
    assert faults(ledger) == [(Fault.NO_HEAD.value, 7)]


def test_an_empty_trail_is_whole(database: Database) -> None:
    assert verify(database, chain_in(database)).as_dict() == {
        "whole": True, "records": 0, "deleted": 0, "head": 0, "findings": [], "heads_too_old": 0
    }  # fmt: skip
