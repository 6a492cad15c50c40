"""Writing a checked directory into the tables, whole or not at all."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Select, bindparam, delete, insert, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from fidedigno.access.batches import batches
from fidedigno.access.content import DirectoryContent
from fidedigno.access.outside_tables import ScimResource
from fidedigno.access.tables import Group, GroupMembership, User, UserMembership
from fidedigno.errors import ConfigurationError, UsageError
from fidedigno.model import PrincipalKind
from fidedigno.model.principal import LOCAL_SOURCE


@dataclass(frozen=True, slots=True)
class LoadReport:
    """What a load changed, in numbers of rows."""

    users: int
    groups: int
    memberships: int
    users_removed: int = 0
    groups_removed: int = 0


def apply_content(session: Session, content: DirectoryContent, *, replace: bool) -> LoadReport:
    """Make the tables say what ``content`` says.

    With ``replace`` whoever is not in it is removed. Without, users and groups that it does not name stay
    as they are; a named group's members, and the groups listed beside a named user, are replaced. A named
    user is rewritten, or only completed where the content is partial.

    Raises:
        UsageError: if the content is partial and would replace the directory.
        ConfigurationError: if a member exists neither in it nor (when merging) in the tables.
    """
    if replace and content.partial:
        raise UsageError("what another system knows of people cannot replace the directory", "merge it")
    if replace and not content.lists_groups:
        raise ConfigurationError(
            "the file says nothing of groups, so replacing would take everybody out of all of them",
            "add the 'groups' column, empty where there are none, or merge",
        )
    named = _Named(None, None) if replace else _named(content)
    users, groups = _user_ids(session, named), _group_ids(session, named)
    unknown = content.unknown_members((), ()) if replace else content.unknown_members(users, groups)
    if unknown:
        raise ConfigurationError(
            unknown[0], f"{len(unknown)} such member(s): add them, or take them out of the group"
        )
    gone_users = users.keys() - {each.name for each in content.users} if replace else set[str]()
    gone_groups = groups.keys() - {each.name for each in content.groups} if replace else set[str]()
    _delete_ids(session, User, [users.pop(name) for name in gone_users])
    _delete_ids(session, Group, [groups.pop(name) for name in gone_groups])
    _write_users(session, content, users)
    _write_groups(session, content, groups)
    users, groups = _user_ids(session, named), _group_ids(session, named)
    held = _memberships_said_anew(session, content, users, groups, replace=replace)
    memberships = _write_memberships(session, content, users, groups, held)
    return LoadReport(len(content.users), len(content.groups), memberships, len(gone_users), len(gone_groups))


class _Named(NamedTuple):
    """The users and groups that a content concerns; ``None`` stands for all."""

    users: Collection[str] | None
    groups: Collection[str] | None


def _named(content: DirectoryContent) -> _Named:
    """What a content names, so that a change of one group reads no hundred thousand users."""
    users = {user.name for user in content.users}
    groups = {group.name for group in content.groups} | {
        name for user in content.users for name in user.groups or ()
    }
    for group in content.groups:
        for member in group.members or ():
            (users if member.kind is PrincipalKind.USER else groups).add(member.name)
    return _Named(users, groups)


def _user_ids(session: Session, named: _Named) -> dict[str, int]:
    return _ids(session, select(User.name, User.id), User.name, named.users)


def _group_ids(session: Session, named: _Named) -> dict[str, int]:
    local = select(Group.name, Group.id).where(Group.source == LOCAL_SOURCE)
    return _ids(session, local, Group.name, named.groups)


def _ids(
    session: Session,
    statement: Select[str, int],
    name: InstrumentedAttribute[str],
    wanted: Collection[str] | None,
) -> dict[str, int]:
    if wanted is None:
        return {row[0]: row[1] for row in session.execute(statement)}
    pieces = (session.execute(statement.where(name.in_(piece))) for piece in batches(wanted))
    return {row[0]: row[1] for rows in pieces for row in rows}


def _delete_ids(session: Session, table: type[User] | type[Group], ids: Collection[int]) -> None:
    for piece in batches(ids):
        session.execute(delete(table).where(table.id.in_(piece)).execution_options(synchronize_session=False))


def _write_users(session: Session, content: DirectoryContent, known: dict[str, int]) -> None:
    disabled = set(session.scalars(select(User.name).where(User.enabled.is_(False))))
    rows: list[dict[str, Any]] = [
        {
            "name": user.name,
            "display": user.display,
            "email": user.email,
            "enabled": user.enabled if user.enabled is not None else user.name not in disabled,
            "attributes": dict(user.attributes),
        }
        for user in content.users
    ]
    if content.partial:
        _complete(session, rows)
    _upsert(session, User, rows, known)


def _complete(session: Session, rows: list[dict[str, Any]]) -> None:
    """Put what the directory says already in place of what another system says."""
    said: dict[str, Any] = {}
    for piece in batches([row["name"] for row in rows]):
        columns = select(User.name, User.display, User.email, User.attributes)
        said |= {row.name: row for row in session.execute(columns.where(User.name.in_(piece)))}
    taken: set[str] = set()
    for piece in batches([row["email"] for row in rows if row["email"] is not None]):
        taken |= set(session.scalars(select(User.email).where(User.email.in_(piece))))
        taken |= set(session.scalars(select(User.name).where(User.name.in_(piece))))
    for row in rows:
        known = said.get(row["name"])
        if known is not None:
            row |= {"display": known.display, "email": known.email}
            row["attributes"] = {**known.attributes, **row["attributes"]}
        elif row["email"] in taken:
            row["email"] = None


def _write_groups(session: Session, content: DirectoryContent, known: dict[str, int]) -> None:
    rows: list[dict[str, Any]] = [
        {"source": LOCAL_SOURCE, "name": group.name, "display": group.display} for group in content.groups
    ]
    _upsert(session, Group, rows, known)


def _upsert(
    session: Session, table: type[User] | type[Group], rows: list[dict[str, Any]], known: dict[str, int]
) -> None:
    """Add what is new, and rewrite what is said in other words than before."""
    new = [row for row in rows if row["name"] not in known]
    if new:
        session.connection().execute(insert(table.__table__), new)  # type: ignore[arg-type]
    columns = [getattr(table, name) for name in ("id", *rows[0])] if rows else []
    said: dict[int, dict[str, Any]] = {}
    for piece in batches([known[row["name"]] for row in rows if row["name"] in known]):
        said |= {
            row.id: row._asdict() for row in session.execute(select(*columns).where(table.id.in_(piece)))
        }
    old = [row | {"id": known[row["name"]]} for row in rows if row["name"] in known]
    changed = [row for row in old if row != said.get(row["id"])]
    if changed:
        session.execute(update(table), changed)


_Pairs = set[tuple[int, int]]


def _memberships_said_anew(
    session: Session,
    content: DirectoryContent,
    users: dict[str, int],
    groups: dict[str, int],
    *,
    replace: bool,
) -> tuple[_Pairs, _Pairs]:
    """The memberships, of users and of groups, that the content is about to say anew; of local groups only.

    Groups that a provider keeps over SCIM are left to it: it would not say again what it said once.
    """
    of_users: _Pairs = set()
    of_groups: _Pairs = set()
    user_pairs = select(UserMembership.user_id, UserMembership.group_id)
    group_pairs = select(GroupMembership.child_id, GroupMembership.parent_id)
    rewritten = [groups[each.name] for each in content.groups if replace or each.members is not None]
    for piece in batches(rewritten):
        of_users.update(_pairs(session, user_pairs.where(UserMembership.group_id.in_(piece))))
        of_groups.update(_pairs(session, group_pairs.where(GroupMembership.parent_id.in_(piece))))
    provided = select(ScimResource.group_id).where(ScimResource.group_id.is_not(None))
    local = select(Group.id).where(Group.source == LOCAL_SOURCE, Group.id.not_in(provided))
    moved = [users[each.name] for each in content.users if each.groups is not None]
    for piece in batches(moved):
        held = UserMembership.user_id.in_(piece) & UserMembership.group_id.in_(local)
        of_users.update(_pairs(session, user_pairs.where(held)))
    return of_users, of_groups


def _pairs(session: Session, statement: Select[int, int]) -> Iterable[tuple[int, int]]:
    return ((row[0], row[1]) for row in session.execute(statement).all())


def _write_memberships(
    session: Session,
    content: DirectoryContent,
    users: dict[str, int],
    groups: dict[str, int],
    held: tuple[_Pairs, _Pairs],
) -> int:
    """Make ``held`` what the content says; one person who leaves a group of many costs one row."""
    of_users = {(users[user.name], groups[name]) for user in content.users for name in user.groups or ()}
    of_groups: _Pairs = set()
    for group in content.groups:
        for member in group.members or ():
            if member.kind is PrincipalKind.USER:
                of_users.add((users[member.name], groups[group.name]))
            else:
                of_groups.add((groups[member.name], groups[group.name]))
    _change_pairs(session, UserMembership, ("user_id", "group_id"), held[0], of_users)
    _change_pairs(session, GroupMembership, ("child_id", "parent_id"), held[1], of_groups)
    return len(of_users) + len(of_groups)


def _change_pairs(
    session: Session,
    table: type[UserMembership] | type[GroupMembership],
    names: tuple[str, str],
    held: _Pairs,
    wanted: _Pairs,
) -> None:
    columns = table.__table__.c
    gone = [{"first": first, "second": second} for first, second in sorted(held - wanted)]
    new = [dict(zip(names, pair, strict=True)) for pair in sorted(wanted - held)]
    if gone:
        this = (columns[names[0]] == bindparam("first")) & (columns[names[1]] == bindparam("second"))
        session.connection().execute(delete(table.__table__).where(this), gone)  # type: ignore[arg-type]
    if new:
        session.connection().execute(insert(table.__table__), new)  # type: ignore[arg-type]
