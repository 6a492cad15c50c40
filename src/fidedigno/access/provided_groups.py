"""The groups that an identity provider keeps in the directory. One member more or less touches one row."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.orm import Session

from fidedigno.access.batches import batches
from fidedigno.access.epoch import changing
from fidedigno.access.outside_tables import ScimResource
from fidedigno.access.provided import GROUP_PREFIX, Provided, ProvidedRows, TakenError, UnknownMemberError
from fidedigno.access.tables import Group, GroupMembership, UserMembership
from fidedigno.model.principal import LOCAL_SOURCE

_Edges = type[UserMembership] | type[GroupMembership]


class StepKind(StrEnum):
    """What a step does with the members that it names."""

    ADD = "add"
    REMOVE = "remove"
    ONLY = "only"
    """These, and nobody else."""


@dataclass(frozen=True, slots=True)
class MemberStep:
    """One change of the members of a group, by ids of the same provider. Steps are done in order."""

    kind: StepKind
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GroupDraft:
    """What a group is to be called, and how its members change. ``name`` is normalised, without prefix."""

    name: str
    display: str
    external_id: str | None = None
    said: Mapping[str, Any] = field(default_factory=dict)
    steps: Sequence[MemberStep] = ()


class Member(NamedTuple):
    """A direct member."""

    id: str
    is_group: bool


class ProvidedGroups(ProvidedRows):
    """Adds, changes and removes the groups of one provider, named ``scim:PROVIDER:NAME`` in the directory."""

    _table = Group

    def directory_name(self, name: str) -> str:
        """The name by which access lists grant to the group."""
        return f"{GROUP_PREFIX}{self._provider}:{name}"

    def add(self, draft: GroupDraft) -> Provided:
        """Make a group with its members.

        Raises:
            TakenError: if there is a group of that name.
            UnknownMemberError: if a member was not made by this provider.
        """
        with changing(self._database) as session:
            values = self._columns(draft)
            if self._holder(session, values["name"]) is not None:
                raise TakenError("there is a group of that name", "choose another name")
            session.execute(insert(Group), [values | {"source": LOCAL_SOURCE}])
            row = self._holder(session, values["name"])
            assert row is not None  # noqa: S101 - for the type checker
            made = self._note(session, row, draft.external_id, draft.said)
            self._walk(session, row, draft.steps)
            return made

    def change(
        self, identifier: str, draft: Callable[[Provided], GroupDraft], expected: int | None = None
    ) -> Provided:
        """Make a group what ``draft`` says of it as it is; in force from the next question on.

        Raises:
            NotAvailableError: if there is none of that id.
            ChangedMeanwhileError: if it has another version.
            TakenError: if the new name is another group's.
            UnknownMemberError: if a member was not made by this provider; nothing has changed then.
        """
        with changing(self._database) as session:
            before = self._get_expecting(session, identifier, expected)
            wanted = draft(before)
            values = self._columns(wanted)
            if self._holder(session, values["name"]) not in {None, before.row}:
                raise TakenError("there is a group of that name", "choose another name")
            session.execute(update(Group).where(Group.id == before.row).values(values))
            self._walk(session, before.row, wanted.steps)
            return self._renote(session, before, wanted.external_id, wanted.said)

    def remove(self, identifier: str, expected: int | None = None) -> None:
        """Remove a group; its members stay.

        Raises:
            NotAvailableError: if there is none of that id.
            ChangedMeanwhileError: if it has another version.
        """
        with changing(self._database) as session:
            before = self._get_expecting(session, identifier, expected)
            session.execute(delete(Group).where(Group.id == before.row))

    def members(self, group: Provided) -> list[Member]:
        """The direct members that this provider has made, users first."""
        mine = ScimResource.provider == self._provider
        users = (
            select(ScimResource.id)
            .join(UserMembership, UserMembership.user_id == ScimResource.user_id)
            .where(mine, UserMembership.group_id == group.row)
            .order_by(ScimResource.number)
        )
        groups = (
            select(ScimResource.id)
            .join(GroupMembership, GroupMembership.child_id == ScimResource.group_id)
            .where(mine, GroupMembership.parent_id == group.row)
            .order_by(ScimResource.number)
        )
        with self._database.snapshot() as connection:
            found = [Member(each, False) for each in connection.scalars(users)]
            return found + [Member(each, True) for each in connection.scalars(groups)]

    def holding(self, member: str) -> frozenset[str]:
        """The ids of the groups that hold that user or group directly; none where there is no such member."""
        with self._database.snapshot() as connection:
            users, groups, _ = self._rows_of(connection, [member])
            of_users = select(UserMembership.group_id).where(UserMembership.user_id.in_(users))
            of_groups = select(GroupMembership.parent_id).where(GroupMembership.child_id.in_(groups))
            columns = select(ScimResource.id, ScimResource.provider)
            rows = [
                row
                for holders in (of_users, of_groups)
                for row in connection.execute(columns.where(ScimResource.group_id.in_(holders)))
            ]
        return frozenset(row.id for row in rows if row.provider == self._provider)

    def _columns(self, draft: GroupDraft) -> dict[str, Any]:
        return {"name": self.directory_name(draft.name), "display": self.directory_name(draft.display)}

    def _holder(self, session: Session, name: str) -> int | None:
        named = (Group.source == LOCAL_SOURCE) & (Group.name == name)
        return session.scalar(select(Group.id).where(named))

    def _walk(self, session: Session, group: int, steps: Sequence[MemberStep]) -> None:
        for step in steps:
            users, groups, unknown = self._rows_of(session, step.ids)
            if unknown and step.kind is not StepKind.REMOVE:
                raise UnknownMemberError("a member does not exist", "make it before you add it")
            _change_edges(session, UserMembership, "user_id", "group_id", group, users, step.kind)
            _change_edges(session, GroupMembership, "child_id", "parent_id", group, groups, step.kind)


def _change_edges(
    session: Session,
    table: _Edges,
    child: str,
    parent: str,
    group: int,
    named: Collection[int],
    kind: StepKind,
) -> None:
    """Change the members of one kind; reads all of them only where all are replaced."""
    children, mine = getattr(table, child), getattr(table, parent) == group
    if kind is StepKind.ONLY:
        held = set(session.scalars(select(children).where(mine)))
    else:
        held = set()
        for piece in batches(named):
            held |= set(session.scalars(select(children).where(mine, children.in_(piece))))
    gone = {StepKind.ADD: set(), StepKind.REMOVE: held, StepKind.ONLY: held - set(named)}[kind]
    for piece in batches(gone):
        session.execute(delete(table).where(mine, children.in_(piece)))
    new = set() if kind is StepKind.REMOVE else set(named) - held
    if new:
        session.execute(insert(table), [{child: each, parent: group} for each in sorted(new)])
