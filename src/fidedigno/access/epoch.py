"""The permission epoch: one counter that moves, in the same transaction, with whatever decides a right.

Anything computed from permissions carries the epoch in its cache key, so that it is never served after a
change. The counter's row is also the lock that makes writers of permissions follow one another on a
database with many writers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, select, update
from sqlalchemy.orm import Session

from fidedigno.access.tables import PermissionEpoch
from fidedigno.database import Database

_READ = select(PermissionEpoch.value).where(PermissionEpoch.id == 1)
_BUMP = update(PermissionEpoch).where(PermissionEpoch.id == 1).values(value=PermissionEpoch.value + 1)


def read_epoch(connection: Connection | Session) -> int:
    """The epoch of the state that this transaction sees; the first one is 1."""
    return int(connection.execute(_READ).scalar_one())


@contextmanager
def changing(database: Database) -> Iterator[Session]:
    """A writing transaction that moves the epoch; every change of a permission happens inside one."""
    with database.session() as session:
        session.execute(_BUMP)
        yield session
