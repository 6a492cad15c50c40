"""Rights of the operating system as access lists of groups.

To read a file one needs ``r`` on it and ``x`` on every folder above: each is a clause. Whoever is shut out by
an earlier class than the one that would let them in is a denial; that is exact, since somebody who lacks one
of the bits may not read at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fidedigno.model import NOBODY, UNKNOWN, AccessList, Principal
from fidedigno.sources.posix.acl import EXECUTE, READ, Rights


@dataclass(frozen=True, slots=True)
class PosixNames:
    """How accounts and groups of a folder are called, and which of them other groups are linked to."""

    folder: str
    linked_users: frozenset[int] = frozenset()
    linked_groups: frozenset[int] = frozenset()

    @property
    def everyone(self) -> Principal:
        """Every linked account: whom "other" means here."""
        return Principal.group(f"posix:{self.folder}:everyone")

    @property
    def people(self) -> Principal:
        """Whoever may read anything here: linked accounts, and the members of groups that others are linked to."""
        return Principal.group(f"posix:{self.folder}:people")

    def user(self, uid: int) -> Principal:
        """A group of one: the person whom the account is linked to."""
        return Principal.group(f"posix:{self.folder}:user:{uid}")

    def group(self, gid: int) -> Principal:
        """A group of the operating system."""
        return Principal.group(f"posix:{self.folder}:group:{gid}")


def access_of(file: Rights, folders: Iterable[Rights], names: PosixNames) -> AccessList:
    """Who may read a file below folders."""
    parts = [_clause(file, READ, names), *(_clause(each, EXECUTE, names) for each in folders)]
    return AccessList.all_of(*parts).normalised()


def named_in(rights: Iterable[Rights], names: PosixNames) -> set[Principal]:
    """Every group that access lists made of these rights can name."""
    found: set[Principal] = set()
    for each in rights:
        found |= {names.user(uid) for uid in (each.uid, *each.users)}
        found |= {names.group(gid) for gid, _ in each.all_groups()}
    return found


def _clause(rights: Rights, bit: int, names: PosixNames) -> AccessList:
    """Who holds one bit on one file or folder.

    Where "other" may and a group may not, "other" is not used: who is in none of the groups is not known
    here, and so nobody is let in who might be in one.
    """
    users = {**rights.users, rights.uid: rights.owner}
    granted = {names.user(uid) for uid, bits in users.items() if bits & bit}
    refused = {uid for uid, bits in users.items() if not bits & bit}
    groups = {gid for gid, bits in rights.all_groups() if bits & bit}
    granted |= {names.group(gid) for gid in groups}
    if rights.other & bit and all(bits & bit for _, bits in rights.all_groups()):
        granted.add(names.everyone)
    # Somebody refused whom we do not know may be in a group that is kept elsewhere.
    if refused - names.linked_users and groups & names.linked_groups:
        return UNKNOWN
    return AccessList.any_of(*granted, denied=map(names.user, refused)) if granted else NOBODY
