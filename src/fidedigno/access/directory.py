"""The directory of users and groups, and the identity of a person at a moment.

Membership is expanded when the question arrives, by walking upwards from the user: a group of a hundred
thousand people costs no more than a group of two, and a change of membership touches no document.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, delete, or_, select, update

from fidedigno.access.apply import LoadReport, apply_content
from fidedigno.access.cache import LruCache
from fidedigno.access.content import DirectoryContent, GroupEntry, UserEntry
from fidedigno.access.epoch import changing, read_epoch
from fidedigno.access.load import read_directory
from fidedigno.access.tables import Group, GroupMembership, User, UserMembership
from fidedigno.database import Database
from fidedigno.errors import BusyError, NotAvailableError, UsageError, WorkspaceError
from fidedigno.model import ANYONE, Identity, Principal, PrincipalKind, normalise_name
from fidedigno.model.principal import LOCAL_SOURCE

DEFAULT_TENANT = "local"
_CACHED_CLOSURES = 512


class _Account(NamedTuple):
    id: int
    name: str
    email: str | None
    enabled: bool
    attributes: dict[str, str]


_USER = select(User.id, User.name, User.email, User.enabled, User.attributes)


@dataclass(frozen=True, slots=True)
class UserRecord:
    """A user as operators see it."""

    name: str
    display: str
    email: str | None
    enabled: bool
    attributes: Mapping[str, str]


class Directory:
    """The users and groups of one database. May be shared by threads."""

    def __init__(self, database: Database, tenant: str = DEFAULT_TENANT) -> None:
        self._database = database
        self._tenant = tenant
        self._closures: LruCache[tuple[int, int], frozenset[Principal]] = LruCache(_CACHED_CLOSURES)

    def load(self, content: DirectoryContent | Path, *, replace: bool) -> LoadReport:
        """Load a file or its content, whole or not at all.

        With ``replace`` the directory says afterwards what the file says and nothing else: an empty list
        of groups takes every membership away. Without, what the file does not name stays.

        Raises:
            ConfigurationError: if the file is not valid; nothing has changed then.
        """
        read = read_directory(content) if isinstance(content, Path) else content
        with changing(self._database) as session:
            return apply_content(session, read, replace=replace)

    def identity(self, user: str | None, moment: datetime | None = None) -> Identity:
        """The identity of the user with that name or e-mail address, compared in normalised form.

        Somebody unknown, or named ambiguously (an address of two users, a name that is another's
        address), is the public. A disabled user holds nothing.

        Raises:
            NotAvailableError: if the directory cannot be read.
        """
        try:
            with self._database.snapshot() as connection:
                found = self._find(connection, user)
                return self._identity_of(connection, found, moment or datetime.now(UTC))
        except (WorkspaceError, BusyError) as error:
            raise NotAvailableError("not available") from error

    def current_in(self, connection: Connection, identity: Identity) -> Identity:
        """``identity`` as it is in the caller's transaction: the same while nothing has changed.

        An identity with epoch 0 was not made by a directory, and is taken as it is.
        """
        epoch = read_epoch(connection)
        if identity.epoch in {0, epoch} or identity.user is None:
            return identity
        found = connection.execute(_USER.where(User.name == identity.user)).one_or_none()
        account = None if found is None else _Account._make(found)
        fresh = self._identity_of(connection, account, identity.resolved_at)
        return with_claimed(replace(fresh, tenant=identity.tenant), identity.claimed)

    def identity_in(self, connection: Connection, user_id: int | None, moment: datetime) -> Identity:
        """The identity of the user with that id in the caller's transaction; ``None`` is the public."""
        found = None if user_id is None else connection.execute(_USER.where(User.id == user_id)).one_or_none()
        return self._identity_of(connection, None if found is None else _Account._make(found), moment)

    def users(self) -> list[UserRecord]:
        """All users, by name."""
        columns = select(User.name, User.display, User.email, User.enabled, User.attributes)
        with self._database.snapshot() as connection:
            return [UserRecord(*row) for row in connection.execute(columns.order_by(User.name))]

    def groups(self) -> list[str]:
        """The names of all local groups, in order."""
        names = select(Group.name).where(Group.source == LOCAL_SOURCE).order_by(Group.name)
        with self._database.snapshot() as connection:
            return list(connection.scalars(names))

    def set_enabled(self, user: str, enabled: bool) -> None:
        """Switch an account on or off; it takes effect with the next question.

        Raises:
            UsageError: if there is no user of that name.
        """
        with changing(self._database) as session:
            result = session.execute(update(User).where(User.name == _key(user)).values(enabled=enabled))
            _expect_one(result.rowcount, "user")  # type: ignore[attr-defined]

    def put_user(self, user: UserEntry) -> None:
        """Add a user, or rewrite the one of that name."""
        self.load(DirectoryContent((user,), ()), replace=False)

    def put_group(self, group: GroupEntry) -> None:
        """Add a group, or rewrite the members of the one of that name.

        Raises:
            ConfigurationError: if a member does not exist.
        """
        self.load(DirectoryContent((), (group,)), replace=False)

    def remove_user(self, user: str) -> None:
        """Remove a user with all memberships.

        Raises:
            UsageError: if there is no user of that name.
        """
        with changing(self._database) as session:
            result = session.execute(delete(User).where(User.name == _key(user)))
            _expect_one(result.rowcount, "user")  # type: ignore[attr-defined]

    def remove_group(self, group: str) -> None:
        """Remove a local group; its members stay.

        Raises:
            UsageError: if there is no group of that name.
        """
        with changing(self._database) as session:
            mine = (Group.source == LOCAL_SOURCE) & (Group.name == _key(group))
            _expect_one(session.execute(delete(Group).where(mine)).rowcount, "group")  # type: ignore[attr-defined]

    def _find(self, connection: Connection, user: str | None) -> _Account | None:
        if user is None:
            return None
        try:
            key = normalise_name(user)
        except ValueError:
            return None
        found = connection.execute(_USER.where(or_(User.name == key, User.email == key)).limit(2)).all()
        return _Account._make(found[0]) if len(found) == 1 else None

    def _identity_of(self, connection: Connection, user: _Account | None, moment: datetime) -> Identity:
        epoch = read_epoch(connection)
        if user is None:
            return Identity(self._tenant, None, frozenset({ANYONE}), epoch=epoch, resolved_at=moment)
        if not user.enabled:
            return Identity(self._tenant, user.name, frozenset(), False, epoch, moment)
        closure = self._closures.get((epoch, user.id))
        if closure is None:
            closure = _closure(connection, user)
            self._closures.put((epoch, user.id), closure)
        return Identity(self._tenant, user.name, closure, True, epoch, moment, user.attributes)


def with_claimed(identity: Identity, claimed: frozenset[Principal]) -> Identity:
    """``identity`` with principals that a token asserts; nobody, and whoever is disabled, gains none."""
    if not claimed or not identity.enabled or identity.user is None:
        return identity
    return replace(identity, principals=identity.principals | claimed, claimed=claimed)


def _closure(connection: Connection, user: _Account) -> frozenset[Principal]:
    """The user, the groups above at any depth, the domain of the address, and anyone."""
    own = {ANYONE, Principal.user(user.name)}
    if user.email is not None:
        own.add(Principal(PrincipalKind.DOMAIN, user.email.rpartition("@")[2]))
    direct = select(UserMembership.group_id.label("id")).where(UserMembership.user_id == user.id)
    above = direct.cte("above", recursive=True)
    parents = select(GroupMembership.parent_id).where(GroupMembership.child_id == above.c.id)
    above = above.union(parents)  # a union without repeats ends on cycles
    groups = connection.execute(select(Group.source, Group.name).join(above, above.c.id == Group.id)).all()
    return frozenset(own | {_group(row[0], row[1]) for row in groups})


@lru_cache(maxsize=65_536)
def _group(source: str, name: str) -> Principal:
    """Made once for a name: normalising thousands of names for every question would be felt."""
    return Principal(PrincipalKind.GROUP, name, source)


def _key(name: str) -> str:
    try:
        return normalise_name(name)
    except ValueError as error:
        raise UsageError(f"not a name: {error}") from None


def _expect_one(rows: int, what: str) -> None:
    if rows != 1:
        raise UsageError(f"there is no {what} of that name", f"see the {what}s with 'fidedigno users'")
