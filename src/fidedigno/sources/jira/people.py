"""The people of a site and the groups that its access lists name, as entries that the directory can load.

Each account is a group of one: whoever it is linked to, by the declared map or by its address. An account
that is switched off, of a customer or of an app, without a known link, or whose link another account has
too, is a group without members.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fidedigno.access.content import (
    DirectoryContent,
    EntryError,
    GroupEntry,
    UserEntry,
    checked_email,
    checked_name,
)
from fidedigno.model import Principal
from fidedigno.sources import shapes
from fidedigno.sources.connector import SourceError
from fidedigno.sources.jira import wire
from fidedigno.sources.jira.client import JiraClient, is_final
from fidedigno.sources.jira.names import Names
from fidedigno.sources.jira.rights import SiteRights, role_of

_PERSON = "atlassian"


class People:
    """Reads people and groups once; each group is asked for once."""

    def __init__(self, client: JiraClient, names: Names, accounts: Mapping[str, str]) -> None:
        self._client = client
        self._names = names
        self._declared = accounts
        self._members: dict[Principal, set[Principal]] = {}
        self._wanted: dict[str, None] = {}
        self._active: set[str] = set()

    async def read(self, rights: SiteRights) -> DirectoryContent:
        """Everybody, and the groups that access lists made of ``rights`` may name.

        A group that is refused is without members.

        Raises:
            SourceError: if accounts could not be listed, or something failed that may pass by itself.
        """
        users = await self._read_accounts()
        await self._read_applications()
        for project in rights.projects:
            lead = {self._names.account(project.lead)} if project.lead else set()
            self._members[self._names.lead(project.id)] = lead
        any_group = False
        for project, holder in rights.holders():
            any_group = any_group or holder.type == "groupCustomField"
            role = role_of(holder)
            if holder.type == "group" and holder.value:
                self._wanted[holder.value] = None
            elif role is not None:
                await self._read_role(project.id, role)
        if any_group:
            # A field of an issue can hold whichever group of the site.
            async for entry in self._client.listed("/group/bulk"):
                named = shapes.required(wire.Group, entry, f"{self._client.name}: a group")
                self._wanted[named.group_id] = None
        for group in self._wanted:
            await self._read_group(group)
        return DirectoryContent(tuple(users), tuple(self._groups()), partial=True)

    def _groups(self) -> Iterable[GroupEntry]:
        known = self._members.keys()
        for group, members in sorted(self._members.items()):
            kept = frozenset(each for each in members if each in known or each.kind.value == "user")
            yield GroupEntry(group.name, group.name, kept, self._client.name)

    async def _read_accounts(self) -> list[UserEntry]:
        links: dict[str, list[tuple[wire.ListedAccount, str | None]]] = {}
        seen: set[str] = set()
        async for account in self._client.accounts():
            if account.account_id in seen:
                continue
            seen.add(account.account_id)
            self._members[self._names.account(account.account_id)] = set()
            if not account.active or account.account_type != _PERSON:
                continue
            self._active.add(account.account_id)
            link = self._link(account)
            if link is not None:
                links.setdefault(link[0], []).append((account, link[1]))
        users = []
        for name, holders in links.items():
            # Two accounts of one person cannot be told from one address of two people.
            if len(holders) == 1:
                account, email = holders[0]
                self._members[self._names.account(account.account_id)] = {Principal.user(name)}
                users.append(self._user(name, email, account))
        return users

    def _link(self, account: wire.ListedAccount) -> tuple[str, str | None] | None:
        declared = self._declared.get(account.account_id)
        try:
            if declared is not None:
                return checked_name(declared)[0], None
            email = checked_email(account.email_address)
        except EntryError:
            return None
        return (email, email) if email else None

    def _user(self, name: str, email: str | None, account: wire.ListedAccount) -> UserEntry:
        try:
            display = checked_name(account.display_name, "display")[1]
        except EntryError:
            display = name
        attributes = {self._names.attribute(): account.account_id}
        return UserEntry(name, display, email, None, attributes, where=f"{self._client.name} account")

    async def _read_applications(self) -> None:
        """Who may use the products. Where that is refused nobody is known to, and nothing is readable."""
        users = self._members.setdefault(self._names.users(), set())
        answer = await self._or_none("/applicationrole")
        for entry in answer if isinstance(answer, list) else ():
            role = shapes.found(wire.ApplicationRole, entry)
            if role is None:
                continue
            name = self._names.application(role.key)
            wanted = (self._want(each) for each in role.group_details)
            self._members[name] = {each for each in wanted if each is not None}
            users.add(name)

    def _want(self, entry: object) -> Principal | None:
        group = shapes.found(wire.Group, entry)
        if group is None:
            return None
        self._wanted[group.group_id] = None
        return self._names.group(group.group_id)

    async def _read_role(self, project: str, number: str) -> None:
        name = self._names.role(project, number)
        if name in self._members:
            return
        members = self._members[name] = set()
        role = shapes.found(wire.Role, await self._or_none(f"/project/{project}/role/{number}"))
        for entry in role.actors if role else ():
            actor = shapes.found(wire.Actor, entry)
            if actor and actor.actor_group and actor.type == "atlassian-group-role-actor":
                self._wanted[actor.actor_group.group_id] = None
                members.add(self._names.group(actor.actor_group.group_id))
            elif actor and actor.actor_user and actor.type == "atlassian-user-role-actor":
                members.add(self._names.account(actor.actor_user.account_id))

    async def _read_group(self, group: str) -> None:
        members: set[Principal] = set()
        query = {"groupId": group, "includeInactiveUsers": "false"}
        try:
            async for entry in self._client.listed("/group/member", query):
                account = shapes.found(wire.Account, entry)
                if account and account.account_id in self._active:
                    members.add(self._names.account(account.account_id))
        except SourceError as error:
            if not is_final(error):
                raise
            members = set()
        self._members[self._names.group(group)] = members

    async def _or_none(self, address: str) -> Any:
        try:
            return await self._client.get(address)
        except SourceError as error:
            if not is_final(error):
                raise
            return None
