"""Accounts and groups of the operating system, and the people whom they are linked to."""

from __future__ import annotations

import grp
import os
import pwd
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fidedigno.access.content import DirectoryContent, GroupEntry, UserEntry, checked_member, checked_name
from fidedigno.model import Principal
from fidedigno.sources.posix.access import PosixNames


@dataclass(frozen=True, slots=True)
class SystemAccount:
    """An account with all its groups, the main one included."""

    uid: int
    gids: frozenset[int]


def find_account(name: str) -> SystemAccount | None:
    """The account of that name or number; ``None`` where there is none."""
    try:
        found = pwd.getpwuid(int(name)) if _is_number(name) else pwd.getpwnam(name)
    except (KeyError, ValueError, OverflowError):
        return None
    return SystemAccount(found.pw_uid, frozenset(os.getgrouplist(found.pw_name, found.pw_gid)))


def find_group(name: str) -> int | None:
    """The number of the group of that name or number; ``None`` where there is none of that name."""
    if _is_number(name):
        return int(name)
    try:
        return grp.getgrnam(name).gr_gid
    except (KeyError, ValueError):
        return None


def _is_number(name: str) -> bool:
    return name.isascii() and name.isdigit() and len(name) < 11


@dataclass(frozen=True, slots=True)
class Linked:
    """Links resolved to numbers at one moment. ``left_out`` counts those whose account or group is absent."""

    users: Mapping[int, tuple[str, SystemAccount]]
    groups: Mapping[int, frozenset[Principal]]
    left_out: int

    def names(self, folder: str) -> PosixNames:
        """How they are called in access lists."""
        return PosixNames(folder, frozenset(self.users), frozenset(self.groups))


def linked(users: Mapping[str, str], groups: Mapping[str, str]) -> Linked:
    """Look the linked accounts and groups up. An account that two users claim is nobody's."""
    people: dict[int, set[str]] = defaultdict(set)
    accounts: dict[int, SystemAccount] = {}
    others: dict[int, set[Principal]] = defaultdict(set)
    left_out = 0
    for name, user in users.items():
        account = find_account(name)
        if account is None:
            left_out += 1
            continue
        accounts[account.uid] = account
        people[account.uid].add(checked_name(user)[0])
    for name, member in groups.items():
        gid = find_group(name)
        if gid is None:
            left_out += 1
        else:
            others[gid].add(checked_member(member))
    sure = {uid: (next(iter(held)), accounts[uid]) for uid, held in people.items() if len(held) == 1}
    left_out += len(people) - len(sure)
    return Linked(sure, {gid: frozenset(held) for gid, held in others.items()}, left_out)


def directory_content(links: Linked, folder: str, named: Iterable[Principal] = ()) -> DirectoryContent:
    """Linked people, and the groups of the operating system that hold them.

    ``named`` are groups that access lists name: those without members are written too, so that the directory
    does not keep them as they were.
    """
    names, where = links.names(folder), f"posix:{folder}"
    members: dict[Principal, set[Principal]] = defaultdict(set, {each: set() for each in named})
    members[names.everyone] = set()
    for uid, (user, account) in links.users.items():
        person = Principal.user(user)
        members[names.everyone].add(person)
        members[names.user(uid)].add(person)
        for gid in account.gids:
            members[names.group(gid)].add(person)
    members[names.people] = set(members[names.everyone])
    for gid, held in links.groups.items():
        members[names.group(gid)] |= held
        members[names.people] |= held
    groups = tuple(
        GroupEntry(group.name, group.name, frozenset(held), where) for group, held in sorted(members.items())
    )
    people = sorted({user for user, _ in links.users.values()})
    users = tuple(UserEntry(user, user, where=where) for user in people)
    return DirectoryContent(users, groups, partial=True)
