"""What is remembered of each connection: when it was last read well, what failed, and what is due."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, delete, select, true
from sqlalchemy.orm import Session

from fidedigno.connected.tables import ConnectionRun, ConnectionState
from fidedigno.database import Database

KEPT_RUNS = 100
"""How many readings of a connection are kept."""
DONE = "done"


@dataclass(frozen=True, slots=True)
class Standing:
    """How a connection stands; each part as in :class:`~fidedigno.connected.tables.ConnectionState`."""

    rights_at: datetime | None = None
    contents_at: datetime | None = None
    full_at: datetime | None = None
    tried_at: datetime | None = None
    failures: int = 0
    unknown: int = 0
    postponed: int = 0
    people_digest: str | None = None
    pending: Mapping[str, Any] | None = None
    subscriptions: Mapping[str, Any] | None = None
    due_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """One reading. ``outcome`` is ``done`` or the code of an error; ``counts`` are numbers."""

    began_at: datetime
    ended_at: datetime
    contents: bool
    outcome: str
    counts: Mapping[str, int]

    def as_dict(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "began_at": self.began_at.isoformat(),
            "ended_at": self.ended_at.isoformat(),
            "contents": self.contents,
            "outcome": self.outcome,
            "counts": dict(self.counts),
        }


_FIELDS = tuple(Standing.__dataclass_fields__)


class ConnectionBook:
    """The book of one database. May be shared by threads and processes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def standing(self, connection: str) -> Standing:
        """How a connection stands; one that was never read has only empty parts."""
        return self._read(ConnectionState.connection == connection).get(connection, Standing())

    def standings(self) -> dict[str, Standing]:
        """How each connection that was ever read, or marked as due, stands."""
        return self._read(true())

    def _read(self, which: ColumnElement[bool]) -> dict[str, Standing]:
        with self._database.snapshot() as opened:
            rows = opened.execute(select(ConnectionState.__table__).where(which)).all()
        return {row.connection: Standing(*(getattr(row, name) for name in _FIELDS)) for row in rows}

    def update(self, connection: str, **parts: Any) -> None:
        """Change some parts of how a connection stands."""
        with self._row(connection) as (_, row):
            for name, value in parts.items():
                setattr(row, name, value)

    def mark_due(self, connection: str, at: datetime) -> None:
        """Remember that its system said, at that moment, that something has changed."""
        with self._row(connection) as (_, row):
            row.due_at = at

    def ended(self, connection: str, run: Run, **parts: Any) -> None:
        """Keep a reading, and how the connection stands after it.

        A mark that was made before the reading began is settled by a reading that is done; one that was made
        meanwhile stays.
        """
        with self._row(connection) as (session, row):
            is_done = run.outcome == DONE
            row.failures = 0 if is_done else row.failures + 1
            row.tried_at = run.ended_at
            if is_done and row.due_at is not None and row.due_at <= run.began_at:
                row.due_at = None
            for name, value in parts.items():
                setattr(row, name, value)
            session.add(
                ConnectionRun(
                    connection=connection,
                    contents=run.contents,
                    began_at=run.began_at,
                    ended_at=run.ended_at,
                    outcome=run.outcome,
                    counts=dict(run.counts),
                )
            )
            session.flush()
            mine = select(ConnectionRun.id).where(ConnectionRun.connection == connection)
            last = session.scalars(
                mine.order_by(ConnectionRun.id.desc()).offset(KEPT_RUNS - 1).limit(1)
            ).first()
            if last is not None:
                old = (ConnectionRun.connection == connection) & (ConnectionRun.id < last)
                session.execute(delete(ConnectionRun).where(old))

    def runs(self, connection: str, limit: int = 10) -> list[Run]:
        """The last readings, newest first."""
        chosen = select(ConnectionRun.__table__).where(ConnectionRun.connection == connection)
        with self._database.snapshot() as opened:
            rows = opened.execute(chosen.order_by(ConnectionRun.id.desc()).limit(limit)).all()
        return [Run(row.began_at, row.ended_at, row.contents, row.outcome, row.counts) for row in rows]

    def forget(self, connection: str) -> None:
        """Forget how a connection stood, and its readings."""
        with self._database.session() as session:
            session.execute(delete(ConnectionState).where(ConnectionState.connection == connection))
            session.execute(delete(ConnectionRun).where(ConnectionRun.connection == connection))

    @contextmanager
    def _row(self, connection: str) -> Iterator[tuple[Session, ConnectionState]]:
        with self._database.session() as session:
            row = session.get(ConnectionState, connection)
            if row is None:
                row = ConnectionState(connection=connection, failures=0, unknown=0, postponed=0)
                session.add(row)
                session.flush()
            yield session, row
