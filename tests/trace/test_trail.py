"""The trail of acts: who did what by pseudonyms, keys that rotate and end, and people who are erased."""

import json
import logging
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, text

from fidedigno.database import Database
from fidedigno.errors import NotAvailableError, WorkspaceError
from fidedigno.trace.check import verify
from fidedigno.trace.event import OPERATOR, Action, Event, read_event
from fidedigno.trace.keys import KeyRing
from fidedigno.trace.ledger import Kind
from fidedigno.trace.tables import TraceRow
from fidedigno.trace.trail import About, AuditTrail, acting
from tests.access.house import Clock
from tests.trace.made import NOW, entry, ledger_in


@pytest.fixture
def clock() -> Clock:
    clock = Clock()
    clock.now = NOW
    return clock


@pytest.fixture
def trail(database: Database, tmp_path: Path, clock: Clock) -> Iterator[AuditTrail]:
    keys = KeyRing(tmp_path / "traces.key")
    ledger = ledger_in(database, retention=timedelta(days=30), clock=clock, holds=keys.holds)
    yield AuditTrail(ledger, keys, "default")
    assert verify(database, ledger.chain).whole


def events(trail: AuditTrail) -> list[Event]:
    with trail.ledger.database.snapshot() as connection:
        rows = connection.scalars(select(TraceRow.body).where(TraceRow.kind == "event").order_by(TraceRow.id))
        return [read_event(each) for each in rows]


def ask(trail: AuditTrail, name: str, user: str, clock: Clock) -> str:
    key = trail.keys.current()
    pseudonym = key.user("default", user)
    trail.ledger.add(entry(name, at=clock(), pseudonym=pseudonym, key_id=key.id))
    return pseudonym


def test_an_event_names_people_and_things_by_marks_only(trail: AuditTrail, tmp_path: Path) -> None:
    about = About(
        people=("marta",), corpora=("salarios-rrhh",), connectors=("jira:legal",), documents=(17,),
        ids=("grant:0a",), numbers={"users": 3},
    )  # fmt: skip
    assert trail.note(Action.ACCOUNT_DISABLED, about, actor="carmen", result="FID500") == ""
    (event,) = events(trail)
    key = trail.keys.current()
    assert (event.actor, event.people) == (key.user("default", "carmen"), (key.user("default", "marta"),))
    assert [each.partition(":")[0] for each in event.objects] == ["corpus", "connector", "document", "grant"]
    assert (event.numbers, event.result, event.key) == ({"users": 3}, "FID500", key.id)
    content = b"".join(each.read_bytes() for each in tmp_path.iterdir() if each.is_file())
    for word in (b"marta", b"carmen", b"salarios", b"jira", b"legal"):
        assert word not in content


def test_the_code_of_an_error_is_kept_and_its_words_are_not(trail: AuditTrail) -> None:
    trail.note(Action.CONNECTOR_FAILED, result="Ana Gil no puede leer Nóminas")
    assert events(trail)[0].result.startswith("#")


def test_who_acts_is_the_operator_unless_somebody_said_who(trail: AuditTrail) -> None:
    trail.note(Action.DIRECTORY_LOADED)
    with acting("carmen"):
        trail.note(Action.DIRECTORY_LOADED)
        with acting(None):
            trail.note(Action.DIRECTORY_LOADED)
    carmen = trail.keys.current().user("default", "carmen")
    assert [each.actor for each in events(trail)] == [OPERATOR, carmen, OPERATOR]


def test_an_act_is_not_undone_because_its_record_was_not_kept(
    trail: AuditTrail, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    with database.session() as session:
        session.execute(text("ALTER TABLE traces RENAME TO hidden"))
    with caplog.at_level(logging.ERROR):
        assert trail.note(Action.ACCOUNT_DISABLED, About(people=("marta",))) == "FID201"
        with pytest.raises(NotAvailableError):
            trail.require(Action.AUDIT_EXPORTED)
    assert "account_disabled" in caplog.text
    assert "marta" not in caplog.text
    with database.session() as session:
        session.execute(text("ALTER TABLE hidden RENAME TO traces"))


def test_a_rotated_key_is_kept_while_records_are_under_it_and_destroyed_after(
    trail: AuditTrail, clock: Clock, tmp_path: Path
) -> None:
    old = ask(trail, "a1", "ana", clock)
    secret = (tmp_path / "traces.key").read_bytes()
    former, current = trail.rotate_key(actor="carmen")
    new = ask(trail, "a2", "ana", clock)
    assert {old, new} == trail.keys.users("default", "ana")
    assert trail.expire() == (0, ())
    clock.now += timedelta(days=20)
    ask(trail, "a3", "ana", clock)
    assert trail.expire() == (0, ())
    clock.now += timedelta(days=11)
    removed, destroyed = trail.expire()
    assert (removed, destroyed) == (3, (former,)), "two answers and the event of the rotation"
    assert trail.keys.users("default", "ana") == {new}
    assert trail.keys.current().id == current
    content = b"".join(each.read_bytes() for each in tmp_path.iterdir() if each.is_file())
    assert secret not in content
    assert old.encode() not in content
    assert [(each.action, each.objects) for each in events(trail)] == [
        (Action.KEY_DESTROYED, (f"key:{former}",))
    ]


def test_a_rotation_that_cannot_be_recorded_does_not_happen(trail: AuditTrail, database: Database) -> None:
    trail.note(Action.DIRECTORY_LOADED)
    before = trail.keys.current().id
    with database.session() as session:
        session.execute(text("ALTER TABLE traces RENAME TO hidden"))
    with pytest.raises(WorkspaceError):
        trail.rotate_key()
    assert trail.keys.current().id == before
    assert trail.keys.older() == ()
    with database.session() as session:
        session.execute(text("ALTER TABLE hidden RENAME TO traces"))


def test_a_person_is_erased_under_every_key_and_from_every_event(
    trail: AuditTrail, clock: Clock, tmp_path: Path
) -> None:
    marks = {ask(trail, "a1", "ana", clock)}
    trail.note(Action.ACCOUNT_DISABLED, About(people=("ana",)))
    trail.rotate_key()
    marks.add(ask(trail, "a2", "ana", clock))
    other = ask(trail, "b1", "eva", clock)
    trail.note(Action.AUDIT_LISTED, actor="ana")
    assert trail.erase("ana") == 4
    content = b"".join(each.read_bytes() for each in tmp_path.iterdir() if each.is_file())
    assert not [each for each in marks if each.encode() in content]
    assert other.encode() in content
    assert events(trail)[-1].numbers == {"records": 4}
    assert trail.erase("ana") == 0
    assert [each.action for each in events(trail)].count(Action.PERSON_ERASED) == 1


def test_no_erasure_is_said_to_be_done_while_a_key_is_damaged(
    trail: AuditTrail, clock: Clock, tmp_path: Path
) -> None:
    ask(trail, "a1", "ana", clock)
    former, _ = trail.rotate_key()
    (tmp_path / f"traces.key.{former}").write_bytes(b"damaged")
    with pytest.raises(WorkspaceError):
        trail.erase("ana")


def test_the_body_of_an_event_is_plain_json(trail: AuditTrail) -> None:
    trail.note(Action.KEY_ROTATED)
    with trail.ledger.database.snapshot() as connection:
        row = connection.execute(select(TraceRow.body, TraceRow.kind)).one()
    assert json.loads(row.body)["action"] == "key_rotated"
    assert row.kind == Kind.EVENT
