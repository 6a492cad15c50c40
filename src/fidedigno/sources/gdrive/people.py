"""Accounts and groups as entries of the directory: a group for each account, nested as Google nests them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from fidedigno.access.content import DirectoryContent, EntryError, GroupEntry, UserEntry, checked_name
from fidedigno.model import Principal
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.gdrive import wire
from fidedigno.sources.gdrive.directory import DirectoryApi, Roster, address_of, counts
from fidedigno.sources.gdrive.names import Names
from fidedigno.sources.gdrive.together import together

_log = logging.getLogger(__name__)

Link = Callable[[str], str | None]
"""The directory's user with a verified address; ``None`` if there is none."""


@dataclass(frozen=True, slots=True)
class Linked:
    """The people of accounts, by the account's id, and the users to be in the directory for them."""

    users: tuple[UserEntry, ...]
    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


async def read_people(
    api: DirectoryApi, names: Names, people: Mapping[str, str], link: Link
) -> DirectoryContent:
    """Read everybody, and each group once.

    A group that refuses to be read is written without members. A failure that may pass by itself ends the
    reading, so that what is stored stays.

    Raises:
        SourceError: if they could not be read whole.
    """
    roster = await api.roster()
    linked = link_people(roster, names, people, link)
    found = await together(lambda each: _members(api, each, names), roster.groups)
    members = {each.id: rows for each, rows in zip(roster.groups, found, strict=True)}
    groups = _of_accounts(roster, names, linked)
    groups |= {names.group(each.id): _nested(members[each.id], roster, names) for each in roster.groups}
    entries = (GroupEntry(key, key, value, names.source) for key, value in sorted(groups.items()))
    return DirectoryContent(linked.users, tuple(entries), partial=True)


def link_people(roster: Roster, names: Names, people: Mapping[str, str], link: Link) -> Linked:
    """Whom each account that counts belongs to, by its main address; an address of two accounts is nobody's."""
    users: dict[str, UserEntry] = {}
    found: dict[str, str] = {}
    for user in roster.users:
        address = address_of(user.primary_email)
        if not counts(user) or address is None or roster.account(address) != user.id:
            continue
        said = people[address] if address in people else link(address)
        try:
            name, display = checked_name(said)
        except EntryError:
            continue
        found[user.id] = name
        attributes = MappingProxyType({names.attribute: user.id})
        email = address if name == address else None
        users.setdefault(name, UserEntry(name, display, email, None, attributes, where=f"account {user.id}"))
    return Linked(tuple(users.values()), MappingProxyType(found))


def _of_accounts(roster: Roster, names: Names, linked: Linked) -> dict[str, frozenset[Principal]]:
    """A group for each account, each domain, and everyone. Who does not count stays named, as nobody."""
    groups: dict[str, set[Principal]] = {names.everyone: set()}
    for user in roster.users:
        own = names.account(user.id)
        domain = names.domain(user.primary_email.rpartition("@")[2].strip())
        person = linked.names.get(user.id)
        groups[own] = {Principal.user(person)} if person else set()
        if domain is not None:
            groups.setdefault(domain, set())
        if person is not None:
            groups[names.everyone].add(Principal.group(own))
            if domain is not None:
                groups[domain].add(Principal.group(own))
    return {key: frozenset(value) for key, value in groups.items()}


async def _members(api: DirectoryApi, group: wire.Group, names: Names) -> list[wire.Member]:
    try:
        found = await api.members(group.id)
    except SourceError as error:
        if error.kind in {SourceErrorKind.TEMPORARY, SourceErrorKind.SIGNED_OUT}:
            raise
        _log.warning("%s: the members of group %s are unknown", names.source, names.group(group.id))
        return []
    if not found and group.direct_members_count not in {None, "0"}:
        _log.warning("%s: group %s hides its members", names.source, names.group(group.id))
    return found


def _nested(members: list[wire.Member], roster: Roster, names: Names) -> frozenset[Principal]:
    accounts = {each.id for each in roster.users}
    groups = {each.id for each in roster.groups}
    found = set()
    for member in members:
        if member.status is not None and member.status != "ACTIVE":
            continue
        if member.type == "CUSTOMER":
            found.add(names.everyone)
        elif member.type == "USER" and member.id in accounts:
            found.add(names.account(member.id))
        elif member.type == "GROUP" and member.id in groups:
            found.add(names.group(member.id))
    return frozenset(Principal.group(each) for each in found)
