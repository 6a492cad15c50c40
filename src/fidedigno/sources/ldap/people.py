"""People of a directory and its groups, as entries that Fidedigno's directory can load."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from fidedigno.access.content import (
    DirectoryContent,
    EntryError,
    GroupEntry,
    UserEntry,
    checked_email,
    checked_name,
)
from fidedigno.model import Principal
from fidedigno.sources.ldap.dn import canonical_dn
from fidedigno.sources.ldap.entry import Entry
from fidedigno.sources.ldap.groups import GroupsRead, LdapGroup
from fidedigno.sources.ldap.standing import STANDING_ATTRIBUTES, is_active

USER_ATTRIBUTES = ("mail", "cn", "displayName", "gidNumber", "primaryGroupID", *STANDING_ATTRIBUTES)


@dataclass(frozen=True, slots=True)
class LdapPerson:
    """A person: ``key`` is the name in one form. ``email`` is there where the entry has exactly one."""

    key: str
    logins: tuple[str, ...]
    email: str | None = field(repr=False)
    display: str = field(repr=False)
    active: bool
    gid: str | None = None
    rid: str | None = None


def persons_of(entries: Iterable[Entry], login: str, now: datetime) -> tuple[list[LdapPerson], int]:
    """The people that entries describe, and how many entries were not understood."""
    persons: dict[str, LdapPerson] = {}
    odd = 0
    for entry in entries:
        key, logins = canonical_dn(entry.dn), entry.texts(login)
        if key is None or logins is None or key in persons:
            odd += 1
            continue
        persons[key] = LdapPerson(
            key,
            logins,
            _email(entry),
            entry.one("displayName") or entry.one("cn") or "",
            is_active(entry, now),
            entry.one("gidNumber"),
            entry.one("primaryGroupID"),
        )
    return list(persons.values()), odd


def _email(entry: Entry) -> str | None:
    try:
        return checked_email(entry.one("mail"))
    except EntryError:
        return None


def linked_people(persons: Iterable[LdapPerson], links: Mapping[str, str], by_email: bool) -> dict[str, str]:
    """Fidedigno's user for each person (by key). An address or login of two people is nobody's."""
    everybody = list(persons)
    emails = Counter(each.email for each in everybody)
    logins = Counter(login for each in everybody for login in set(each.logins))
    linked: dict[str, str] = {}
    for person in everybody:
        named = {links[each] for each in person.logins if each in links and logins[each] == 1}
        try:
            if len(named) == 1:
                linked[person.key] = checked_name(named.pop())[0]
            elif by_email and not links.keys() & set(person.logins) and emails[person.email] == 1:
                linked |= {person.key: person.email} if person.email is not None else {}
        except EntryError:
            continue
    return linked


def directory_content(
    name: str, persons: list[LdapPerson], groups: GroupsRead, links: Mapping[str, str], by_email: bool
) -> DirectoryContent:
    """Linked people, and every group with its active members and the groups inside it."""
    linked = linked_people(persons, links, by_email)
    where = f"ldap:{name}"
    holders = _Holders(persons, linked, name, groups)
    entries = tuple(
        GroupEntry(named, named, holders.members(group), where)
        for group in groups.by_key.values()
        for named in [group_name(name, group.name)]
    )
    users = _users(persons, linked, links, name)
    return DirectoryContent(users, tuple(sorted(entries, key=lambda each: each.name)), partial=True)


def group_name(directory: str, group: str) -> str:
    """How a group is called here: ``ldap:corp:group:staff``."""
    return Principal.group(f"ldap:{directory}:group:{group}").name


class _Holders:
    """Finds who a member's name, login or main group means. What is not found grants nothing."""

    def __init__(
        self, persons: list[LdapPerson], linked: Mapping[str, str], name: str, groups: GroupsRead
    ) -> None:
        self._name, self._groups = name, groups
        usable = [each for each in persons if each.active and each.key in linked]
        self._by_key = {each.key: Principal.user(linked[each.key]) for each in usable}
        logins = Counter(login for each in persons for login in set(each.logins))
        self._by_login = {
            login: self._by_key[each.key] for each in usable for login in each.logins if logins[login] == 1
        }
        self._by_gid: dict[str, set[Principal]] = defaultdict(set)
        self._by_rid: dict[str, set[Principal]] = defaultdict(set)
        for each in usable:
            if each.gid is not None:
                self._by_gid[each.gid].add(self._by_key[each.key])
            if each.rid is not None:
                self._by_rid[each.rid].add(self._by_key[each.key])

    def members(self, group: LdapGroup) -> frozenset[Principal]:
        found = {self._by_key[each] for each in group.dns if each in self._by_key}
        found |= {self._by_login[each] for each in group.logins if each in self._by_login}
        found |= _main(self._by_gid, group.gid) | _main(self._by_rid, group.rid)
        for each in group.dns:
            inner = self._groups.by_key.get(each)
            if inner is not None and inner.key != group.key:
                found.add(Principal.group(group_name(self._name, inner.name)))
        return frozenset(found)


def _main(holders: Mapping[str, set[Principal]], number: str | None) -> set[Principal]:
    return holders.get(number, set()) if number else set()


def _users(
    persons: list[LdapPerson], linked: Mapping[str, str], links: Mapping[str, str], name: str
) -> tuple[UserEntry, ...]:
    """A user of whom every entry is closed is switched off; one that is open is not switched on."""
    theirs: dict[str, list[LdapPerson]] = defaultdict(list)
    for person in persons:
        if person.key in linked:
            theirs[linked[person.key]].append(person)
    users = []
    for user, entries in sorted(theirs.items()):
        first = entries[0]
        try:
            display = checked_name(first.display, "display")[1]
        except EntryError:
            display = user
        by_link = any(login in links for login in first.logins)
        enabled = None if any(each.active for each in entries) else False
        attributes = {f"ldap.{name}.login": ",".join(login for each in entries for login in each.logins)}
        users.append(
            UserEntry(user, display, None if by_link else user, enabled, attributes, where=f"ldap:{name}")
        )
    return tuple(users)
