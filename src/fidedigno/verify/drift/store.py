"""Where fingerprints and measures are kept: the workspace's database, or a database of their own.

Writers of one process take turns, those of several wait for each other, and nobody waits longer than the
deadline. Every failure is one of ours (:class:`~fidedigno.errors.FidedignoError`), for the monitor to swallow.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import Column, Connection, Integer, MetaData, Table, func, inspect, select
from sqlalchemy.orm import Session

from fidedigno.database import VERSION_TABLE, Base, Database, in_forked_children
from fidedigno.errors import BusyError, ConfigurationError, FidedignoError, WorkspaceError
from fidedigno.secret_file import open_secret
from fidedigno.verify.drift.marks import Marks
from fidedigno.verify.drift.tables import DriftAnswer, DriftHealth

SCHEMA = 1
"""Of the tables in a database of their own; in a workspace its migrations count."""
RETRY_SECONDS = 1.0
"""After a failure that waiting does not mend, how long nothing is tried."""
KEY_SUFFIX = ".key"
_SCHEMA_TABLE = Table("drift_schema", MetaData(), Column("version", Integer, nullable=False))
_SCHEMA_LOCK = 0x44524946


class DriftStore:
    """Fingerprints and measures in a database.

    Args:
        where: the database of a workspace; or the file (made where it is missing) or URL of one of their own.
        key_file: where the key of the marks is kept; made where it is missing. Beside a SQLite file by itself.
        deadline: seconds that a call waits for others, all in all.

    Raises:
        ConfigurationError: if the path names no file, the URL cannot be used, or the database is on a server and
            no key file is given.
    """

    def __init__(
        self, where: Database | Path | str, *, key_file: Path | None = None, deadline: float = 0.25
    ) -> None:
        self._where = where
        self._deadline = deadline
        self._key_file = key_file or _beside(where)
        self._database: Database | None = None
        self._marks: Marks | None = None
        self._retry_at = 0.0
        self._turn = threading.Lock()
        in_forked_children(self, DriftStore._release)

    @contextmanager
    def turn(self) -> Iterator[Session]:
        """A transaction that writes, in this process's turn.

        Raises:
            BusyError: if others did not let go of the database before the deadline.
            WorkspaceError: if it cannot be read or written.
        """
        with self._in_turn(), self._ready().session() as session:
            yield session

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A transaction that reads one state.

        Raises:
            BusyError: as for :meth:`turn`.
            WorkspaceError: as for :meth:`turn`.
        """
        with self._in_turn(), self._ready().snapshot() as connection, Session(connection) as session:
            yield session

    def marks(self) -> Marks:
        """What makes the marks.

        Raises:
            WorkspaceError: if the key cannot be read or made, is damaged, or others may read it.
        """
        if self._marks is None:
            with self._in_turn():
                self._marks = self._marks or Marks(open_secret(self._key_file, "the record of drift"))
        return self._marks

    def close(self) -> None:
        """Close the connections; the next call opens them again."""
        with self._turn:
            if self._database is not None:
                self._database.close()
                self._database = None

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        # One half of the deadline is for the others of this process, one for other processes.
        if not self._turn.acquire(timeout=self._deadline / 2):
            raise BusyError("the record of drift is being written", "try again in a moment")
        try:
            if time.monotonic() < self._retry_at:
                raise WorkspaceError("the record of drift failed a moment ago", "see the warning before")
            yield
        except BusyError:
            raise
        except FidedignoError:
            if time.monotonic() >= self._retry_at:
                self._retry_at = time.monotonic() + RETRY_SECONDS
            raise
        finally:
            self._turn.release()

    def _ready(self) -> Database:
        if self._database is None:
            patience = self._deadline / 2
            if isinstance(self._where, Database):
                database = self._where.apart(busy_seconds=patience)
            else:
                database = Database.at(self._where, busy_seconds=patience)
            try:
                _prepare(database)
            except BaseException:
                with suppress(FidedignoError):
                    database.close()
                raise
            self._database = database
        return self._database

    def _release(self) -> None:
        """A forked child must not wait for a thread of its parent."""
        self._turn = threading.Lock()


def _beside(where: Database | Path | str) -> Path:
    if isinstance(where, Database):
        path = where.path
    elif isinstance(where, str) and "://" in where:
        path = Database(where).path
    else:
        path = Path(where)
    if path is None:
        raise ConfigurationError(
            "the record of drift has no place for its key",
            "give a key_file where the database is on a server",
        )
    if not path.name:
        raise ConfigurationError(f"{path}: the record of drift cannot be kept there", "name a file")
    return path.with_name(f"{path.name}{KEY_SUFFIX}")


def _prepare(database: Database) -> None:
    """See that the tables are there, and make them in a database of their own."""
    with database.snapshot() as connection:
        if inspect(connection).has_table(DriftAnswer.__tablename__):
            _check_schema(connection)
            return
        if inspect(connection).has_table(VERSION_TABLE):
            raise WorkspaceError(
                "the workspace has no record of drift yet", "open it with this version of Fidedigno first"
            )
    with database.session() as session:
        connection = session.connection()
        if connection.dialect.name == "postgresql":
            session.execute(select(func.pg_advisory_xact_lock(_SCHEMA_LOCK)))
        if not inspect(connection).has_table(DriftAnswer.__tablename__):
            tables = [Base.metadata.tables[each.__tablename__] for each in (DriftAnswer, DriftHealth)]
            Base.metadata.create_all(connection, tables)
            _SCHEMA_TABLE.create(connection)
            session.execute(_SCHEMA_TABLE.insert().values(version=SCHEMA))


def _check_schema(connection: Connection) -> None:
    """Refuse tables that a newer version made; those of a workspace have their migrations for that."""
    if not inspect(connection).has_table(_SCHEMA_TABLE.name):
        return
    version = connection.execute(select(_SCHEMA_TABLE.c.version)).scalar()
    if version is not None and version > SCHEMA:
        raise WorkspaceError(
            f"a newer version of Fidedigno made the record of drift (schema {version}; this one knows {SCHEMA})",
            "upgrade Fidedigno, or keep another record",
        )
