"""The relational store: one engine over SQLite (the default) or PostgreSQL, and its schema's version.

Rooms declare their tables on :class:`Base` and write no SQL of one engine only. What differs between the
two engines (how a transaction begins, what is set on a connection) is decided here and nowhere else.
"""

from __future__ import annotations

import os
import sqlite3
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    URL,
    Connection,
    DateTime,
    Engine,
    MetaData,
    create_engine,
    event,
    inspect,
    make_url,
    text,
)
from sqlalchemy.exc import ArgumentError, OperationalError, SQLAlchemyError
from sqlalchemy.orm import DeclarativeBase, Session
from sqlalchemy.types import TypeDecorator

from fidedigno.errors import BusyError, ConfigurationError, FidedignoError, WorkspaceError

HEAD = "0010"
"""The newest schema revision that this program knows; equals the head of ``migrations/versions``."""

VERSION_TABLE = "fidedigno_schema"
BUSY_SECONDS = 30.0
"""How long a writer waits for another one before it gives up with :class:`BusyError`."""

_MIGRATION_LOCK = 0x46494445
_SNAPSHOT = "fidedigno_snapshot"
_Inherited = TypeVar("_Inherited")


class Base(DeclarativeBase):
    """The base of every table; names of constraints are fixed so that migrations can speak of them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_N_label)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class UtcDateTime(TypeDecorator[datetime]):
    """An instant, stored in UTC and read back with its timezone on every engine."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> datetime | None:  # noqa: ARG002
        """Refuse an instant without timezone; turn the others into UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("an instant needs a timezone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Any) -> datetime | None:  # noqa: ARG002
        """Give back the timezone that SQLite does not store."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Database:
    """A store that several threads and processes may use at once.

    Args:
        url: an SQLAlchemy URL, ``sqlite:///path`` or ``postgresql+psycopg://…``. SQLite in memory is
            refused, because each connection would see another, empty store.
        busy_seconds: how long to wait for another writer; :data:`BUSY_SECONDS` where it is not given.

    Raises:
        ConfigurationError: if the URL is not valid or its driver is not installed.
    """

    def __init__(self, url: str | URL, *, busy_seconds: float | None = None) -> None:
        try:
            parsed = make_url(url)
            if parsed.get_backend_name() == "sqlite" and parsed.database in {None, "", ":memory:"}:
                raise ConfigurationError("the database needs a file", "write sqlite:///path/to/state.db")
            self._writing = _engine(parsed, busy_seconds)
        except (ArgumentError, ModuleNotFoundError, SQLAlchemyError) as error:
            raise ConfigurationError(
                f"the database URL cannot be used: {type(error).__name__}",
                "write sqlite:///path or postgresql+psycopg://user@host/name, with the driver installed",
            ) from error
        self._reading = self._writing.execution_options(**_reading_options(self._writing))
        in_forked_children(self._writing, _forget_connections)

    @classmethod
    def open(cls, where: Path | str) -> Database:
        """Open the store in a file (or at a URL, where ``where`` is a string with ``://``) and migrate it.

        Raises:
            ConfigurationError: if a newer version of Fidedigno made it.
            WorkspaceError: if it cannot be opened, or is not a database of Fidedigno.
        """
        database = cls.at(where)
        try:
            database.migrate()
        except FidedignoError:
            database.close()
            raise
        return database

    @classmethod
    def at(cls, where: Path | str, *, busy_seconds: float | None = None) -> Database:
        """The store in a file (made where it is missing) or at a URL, with whatever tables it has.

        Raises:
            ConfigurationError: as for the constructor.
            WorkspaceError: if the file cannot be made or opened.
        """
        if isinstance(where, str) and "://" in where:
            return cls(where, busy_seconds=busy_seconds)
        path = Path(where)
        _create_private(path)
        return cls(URL.create("sqlite", database=str(path)), busy_seconds=busy_seconds)

    def apart(self, *, busy_seconds: float) -> Database:
        """The same store over connections of its own, for a caller that waits for others no longer than this."""
        return Database(self._writing.url, busy_seconds=busy_seconds)

    @property
    def path(self) -> Path | None:
        """The file that the store is in; none for a server."""
        url = self._writing.url
        return Path(str(url.database)) if url.get_backend_name() == "sqlite" else None

    @contextmanager
    def session(self) -> Iterator[Session]:
        """A transaction that may write: committed at the end of the block, rolled back on any error.

        On SQLite it holds the one write lock from its first statement, so that it never fails half-way
        because somebody else wrote meanwhile.

        Raises:
            BusyError: if another writer held the lock for :data:`BUSY_SECONDS`.
            WorkspaceError: on any other error of the database.
        """
        with _translated(), Session(self._writing, expire_on_commit=False) as session, session.begin():
            yield session

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """A transaction that only reads and sees one state from beginning to end; waits for no writer.

        Raises:
            WorkspaceError: on any error of the database.
        """
        with _translated(), self._reading.connect() as connection, connection.begin():
            yield connection

    def migrate(self) -> None:
        """Bring the schema to :data:`HEAD`; quick where it is already there.

        Raises:
            ConfigurationError: if the schema is of a newer version of Fidedigno.
            WorkspaceError: if the database cannot be read or written.
        """
        with self.snapshot() as connection:
            if _revision(connection) == HEAD:
                return
        with _translated(), self._writing.begin() as connection:
            _migrate(connection)

    def purge_deleted(self) -> None:
        """Make sure that deleted rows are gone from the files (SQLite: they are zeroed, the log emptied).

        Raises:
            BusyError: if a long reader keeps the old state alive.
        """
        if self._writing.dialect.name != "sqlite":
            return
        with _translated(), self._reading.connect() as connection:
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)  # noqa: S101 - for the type checker
            busy, _, _ = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise BusyError("deleted rows are still in use by another process", "try again when it has ended")

    def close(self) -> None:
        """Close all idle connections."""
        self._writing.dispose()


def _engine(url: URL, busy_seconds: float | None) -> Engine:
    if url.get_backend_name() != "sqlite":
        engine = create_engine(url, pool_pre_ping=True, hide_parameters=True)
        if busy_seconds is not None and engine.dialect.name == "postgresql":
            event.listen(engine, "begin", partial(_begin_postgresql, busy_seconds))
        return engine
    patience = BUSY_SECONDS if busy_seconds is None else busy_seconds
    engine = create_engine(url, connect_args={"timeout": patience}, hide_parameters=True)
    event.listen(engine, "connect", partial(_prepare_sqlite, patience))
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _begin_postgresql(busy_seconds: float, connection: Connection) -> None:
    milliseconds = max(1, round(busy_seconds * 1000))
    for setting in ("lock_timeout", "statement_timeout"):
        connection.exec_driver_sql(f"SET LOCAL {setting} = {milliseconds}")


def _reading_options(engine: Engine) -> dict[str, Any]:
    if engine.dialect.name == "postgresql":
        return {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    return {_SNAPSHOT: True}


def _prepare_sqlite(busy_seconds: float, connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # the driver's own BEGIN would come too late for a snapshot
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA secure_delete=ON")
    connection.execute("PRAGMA synchronous=NORMAL")
    deadline = time.monotonic() + busy_seconds
    while True:  # turning WAL on does not wait for the busy time-out when two processes create the file
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    reads_only = connection.get_execution_options().get(_SNAPSHOT, False)
    connection.exec_driver_sql("BEGIN" if reads_only else "BEGIN IMMEDIATE")


def _forget_connections(engine: Engine) -> None:
    """A forked child must not use its parent's connections."""
    engine.dispose(close=False)


def in_forked_children(inherited: _Inherited, do: Callable[[_Inherited], object]) -> None:
    """Have something done in every forked child to what it inherits, as long as that is there."""
    reference = weakref.ref(inherited)

    def after_fork() -> None:
        still = reference()
        if still is not None:
            do(still)

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=after_fork)


def _create_private(path: Path) -> None:
    """Create the file readable by its owner only: it holds names and e-mail addresses."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except (OSError, ValueError) as error:
        raise WorkspaceError(
            f"the database file cannot be opened: {type(error).__name__}",
            "check that its folder exists and that you may write there",
        ) from error


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    found = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()  # noqa: S608 - constant
    return None if found is None else str(found)


def _migrate(connection: Connection) -> None:
    """Run the missing migrations in the transaction of ``connection``, alone."""
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
    config = Config()
    config.set_main_option("script_location", "fidedigno:migrations")
    config.set_main_option("path_separator", "os")
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    current = _revision(connection)
    if current is not None and current not in known:
        raise ConfigurationError(
            f"a newer version of Fidedigno made the database (schema {current}; this one knows {HEAD})",
            "upgrade Fidedigno, or open another workspace",
        )
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


@contextmanager
def _translated() -> Iterator[None]:
    """Turn the driver's errors into ours, without any value of a row in the message."""
    try:
        yield
    except OperationalError as error:
        if isinstance(error.orig, sqlite3.OperationalError) and "locked" in str(error.orig):
            raise BusyError("another process is writing to the database", "try again in a moment") from error
        raise WorkspaceError(
            "the database cannot be read or written",
            "check that the file or the server is there and not full",
        ) from error
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise WorkspaceError(
            f"the database refused an operation: {type(error).__name__}",
            "check that it is a database of Fidedigno and run 'fidedigno doctor'",
        ) from error
