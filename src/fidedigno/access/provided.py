"""What one identity provider keeps in the directory, under ids of ours: what accounts and groups share.

A provider sees and changes its own rows only. Every change moves the permission epoch in its transaction.
"""

from __future__ import annotations

import uuid
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Final

from sqlalchemy import Connection, Select, func, insert, select, update
from sqlalchemy.orm import Session

from fidedigno.access.batches import batches
from fidedigno.access.outside_tables import ScimResource
from fidedigno.access.tables import Group, User
from fidedigno.clock import Clock, utc_now
from fidedigno.database import Database
from fidedigno.errors import NotAvailableError, UsageError

GROUP_PREFIX: Final = "scim:"


class TakenError(UsageError):
    """The name is already somebody's, here or in what another provider or a file made."""


class ChangedMeanwhileError(UsageError):
    """The version that the caller knew is not the present one."""


class UnknownMemberError(UsageError):
    """A member that this provider has not made."""


@dataclass(frozen=True, slots=True)
class Provided:
    """An account or a group as its provider made it. ``row`` is the id in its table of the directory.

    ``enabled`` is that of the account; a group is always enabled.
    """

    id: str
    row: int
    external_id: str | None
    said: Mapping[str, Any]
    enabled: bool
    version: int
    created_at: datetime
    modified_at: datetime


@dataclass(frozen=True, slots=True)
class Lookup:
    """Equalities that an index answers; those that are ``None`` ask nothing. ``name`` is the directory's."""

    id: str | None = None
    external_id: str | None = None
    name: str | None = None


class ProvidedRows(ABC):
    """The rows of one provider and one kind. May be shared by threads.

    Args:
        database: where the directory is.
        provider: the declared name of the provider.
        clock: the present instant, for the times that a provider reads back.
    """

    _table: ClassVar[type[User] | type[Group]]

    def __init__(self, database: Database, provider: str, clock: Clock = utc_now) -> None:
        self._database = database
        self._provider = provider
        self._clock = clock
        self._row_column = ScimResource.user_id if self._table is User else ScimResource.group_id

    def get(self, identifier: str) -> Provided:
        """The row of that id.

        Raises:
            NotAvailableError: if this provider has made none.
        """
        with self._database.snapshot() as connection:
            return self._get(connection, identifier)

    @abstractmethod
    def remove(self, identifier: str, expected: int | None = None) -> None:
        """Remove the row with what it stands for."""

    def page(self, offset: int, limit: int) -> tuple[int, list[Provided]]:
        """How many there are, and those from ``offset`` on in the order in which they were made."""
        with self._database.snapshot() as connection:
            total = connection.scalar(select(func.count()).select_from(self._mine().subquery()))
            rows = connection.execute(self._mine().offset(offset).limit(limit))
            return int(total or 0), [_provided(row) for row in rows]

    def among(self, wanted: Lookup) -> list[Provided]:
        """All that meet ``wanted``, in the order in which they were made."""
        statement = self._mine()
        if wanted.id is not None:
            statement = statement.where(ScimResource.id == wanted.id)
        if wanted.external_id is not None:
            statement = statement.where(ScimResource.external_id == wanted.external_id)
        if wanted.name is not None:
            statement = statement.where(self._table.name == wanted.name)
        with self._database.snapshot() as connection:
            return [_provided(row) for row in connection.execute(statement)]

    def _mine(self) -> Select[Any]:
        enabled = func.coalesce(User.enabled, True).label("enabled")
        statement = (
            select(
                ScimResource.id,
                self._row_column.label("row"),
                ScimResource.external_id,
                ScimResource.said,
                enabled,
                ScimResource.version,
                ScimResource.created_at,
                ScimResource.modified_at,
            )
            .join(self._table, self._row_column == self._table.id)
            .where(ScimResource.provider == self._provider)
            .order_by(ScimResource.number)
        )
        return (
            statement if self._table is User else statement.outerjoin(User, User.id == ScimResource.user_id)
        )

    def _get(self, connection: Connection | Session, identifier: str) -> Provided:
        row = connection.execute(self._mine().where(ScimResource.id == identifier)).one_or_none()
        if row is None:
            raise NotAvailableError("not available")
        return _provided(row)

    def _get_expecting(self, session: Session, identifier: str, expected: int | None) -> Provided:
        found = self._get(session, identifier)
        if expected is not None and found.version != expected:
            raise ChangedMeanwhileError("it has changed meanwhile", "read it again")
        return found

    def _note(self, session: Session, row: int, external_id: str | None, said: Mapping[str, Any]) -> Provided:
        """Write the row of something new."""
        now, identifier = self._clock(), str(uuid.uuid4())
        values = {
            "id": identifier,
            "provider": self._provider,
            self._row_column.key: row,
            "external_id": external_id,
            "said": dict(said),
            "version": 1,
            "created_at": now,
            "modified_at": now,
        }
        session.execute(insert(ScimResource), [values])
        return self._get(session, identifier)

    def _renote(
        self, session: Session, before: Provided, external_id: str | None, said: Mapping[str, Any]
    ) -> Provided:
        """Write the row of something that has changed."""
        values = {
            "external_id": external_id,
            "said": dict(said),
            "version": before.version + 1,
            "modified_at": self._clock(),
        }
        session.execute(update(ScimResource).where(ScimResource.id == before.id).values(values))
        return self._get(session, before.id)

    def _rows_of(
        self, session: Connection | Session, identifiers: Iterable[str]
    ) -> tuple[set[int], set[int], set[str]]:
        """The users, the groups, and the ids that are neither."""
        missing = set(identifiers)
        users: set[int] = set()
        groups: set[int] = set()
        columns = select(ScimResource.id, ScimResource.user_id, ScimResource.group_id)
        mine = columns.where(ScimResource.provider == self._provider)
        for piece in batches(sorted(missing)):
            for identifier, user, group in session.execute(mine.where(ScimResource.id.in_(piece))).all():
                missing.discard(identifier)
                if user is not None:
                    users.add(user)
                elif group is not None:
                    groups.add(group)
        return users, groups, missing


def _provided(row: Sequence[Any]) -> Provided:
    return Provided(*row)
