"""The accounts and teams of a declared system, as entries that the directory can load.

An account that is not said to be active, has no usable address, or shares its link with another one, is a
group without members. A team whose members cannot be read is one too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from fidedigno.access.content import (
    DirectoryContent,
    EntryError,
    GroupEntry,
    UserEntry,
    checked_email,
    checked_name,
)
from fidedigno.model import Principal
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.declared.declaration import Declaration, People, Teams
from fidedigno.sources.declared.names import Names
from fidedigno.sources.declared.pages import DeclaredClient
from fidedigno.sources.declared.paths import id_of, value_at
from fidedigno.sources.declared.reach import ids_at


class PeopleReader:
    """Reads each list once."""

    def __init__(self, client: DeclaredClient, declaration: Declaration, names: Names) -> None:
        self._client = client
        self._declared = declaration
        self._names = names
        self._users: list[UserEntry] = []
        self._accounts: dict[str, bool] = {}
        """Whether each account is active."""
        self._aliases: dict[str, set[str]] = {}
        self._members: dict[Principal, set[Principal]] = {}

    async def read(self) -> DirectoryContent:
        """Everybody and the teams.

        Raises:
            SourceError: if a list could not be read whole.
        """
        self._members[self._names.everyone()] = set()
        if self._declared.people is not None:
            await self._read_people(self._declared.people)
        if self._declared.teams is not None:
            await self._read_teams(self._declared.teams)
        groups = tuple(
            GroupEntry(group.name, group.name, frozenset(members), self._client.name)
            for group, members in sorted(self._members.items())
        )
        return DirectoryContent(tuple(self._users), groups, partial=True)

    async def _read_people(self, people: People) -> None:
        links: dict[str, dict[str, object]] = {}
        async for item in self._client.listed(people):
            account = self._id(item, people.fields.id, "an account")
            active = _is_active(people, item)
            # An account that is listed twice counts as the worse of the two.
            active = active and self._accounts.get(account, True)
            self._accounts[account] = active
            self._members[self._names.account(account)] = set()
            if people.fields.alias and (alias := id_of(value_at(item, people.fields.alias))):
                self._aliases.setdefault(alias, set()).add(account)
            if (link := self._link(people, account, item)) is not None:
                links.setdefault(link, {})[account] = item
        everyone = self._members[self._names.everyone()]
        for name, holders in links.items():
            account, item = next(iter(holders.items()))
            if len(holders) == 1 and self._accounts[account]:
                self._members[self._names.account(account)] = {Principal.user(name)}
                everyone.add(self._names.account(account))
                self._users.append(self._user(people, name, account, item))

    def _link(self, people: People, account: str, item: object) -> str | None:
        if account in self._declared.accounts:
            return self._declared.accounts[account]
        if people.fields.verified is not None and value_at(item, people.fields.verified) is not True:
            return None
        try:
            value = value_at(item, people.fields.email)
            email = checked_email(value if isinstance(value, str) else None)
        except EntryError:
            return None
        if email is None or (people.domains and email.rpartition("@")[2] not in people.domains):
            return None
        return email

    def _user(self, people: People, name: str, account: str, item: object) -> UserEntry:
        try:
            shown = value_at(item, people.fields.display) if people.fields.display else None
            display = checked_name(shown, "display")[1]
        except EntryError:
            display = name
        email = None if account in self._declared.accounts else name
        attributes: Mapping[str, str] = {self._names.attribute(): account}
        return UserEntry(name, display, email, None, attributes, where=f"{self._client.name} account")

    async def _read_teams(self, teams: Teams) -> None:
        found: dict[str, list[object]] = {}
        async for item in self._client.listed(teams):
            found.setdefault(self._id(item, teams.fields.id, "a team"), []).append(item)
        for team, items in found.items():
            members: set[Principal] | None = set()
            for item in items:
                part = self._of_team(teams, item, found.keys())
                members = None if part is None or members is None else members | part
            self._members[self._names.team(team)] = members or set()

    def _of_team(self, teams: Teams, item: object, known: Collection[str]) -> set[Principal] | None:
        """The members that one item names; ``None`` where a list of them cannot be read."""
        people = [ids_at(item, path) for path in teams.fields.members]
        inside = [ids_at(item, path) for path in teams.fields.teams]
        if None in people or None in inside:
            return None
        accounts = {self._account(each, teams) for ids in people for each in ids or ()}
        members = {self._names.account(each) for each in accounts if each and self._accounts.get(each)}
        names = {each for ids in inside for each in ids or ()}
        return members | {self._names.team(each) for each in names if each in known}

    def _account(self, member: str, teams: Teams) -> str | None:
        if teams.members_are == "id":
            return member
        meant = self._aliases.get(member, set())
        return next(iter(meant)) if len(meant) == 1 else None

    def _id(self, item: object, path: str, what: str) -> str:
        found = id_of(value_at(item, path))
        if found is None:
            raise SourceError(SourceErrorKind.SHAPE, f"{self._client.name}: {what} without an id")
        return found


def _is_active(people: People, item: object) -> bool:
    if people.fields.active is not None:
        return value_at(item, people.fields.active) is True
    return people.fields.inactive is not None and value_at(item, people.fields.inactive) is False
