"""From the plain values of the reference models to the product's types."""

from fidedigno.access import DirectoryContent, GroupEntry, UserEntry
from fidedigno.model import ANYONE, NOBODY, UNKNOWN, AccessList, Principal, PrincipalKind


def principal(plain: tuple[str, str]) -> Principal:
    kind, name = plain
    return ANYONE if kind == "anyone" else Principal(PrincipalKind(kind), name)


def access_list(plain, *, unknown: bool = False) -> AccessList:
    if plain is None:
        return UNKNOWN if unknown else NOBODY
    clauses, denials = plain
    return AccessList(
        tuple(frozenset(map(principal, clause)) for clause in clauses), frozenset(map(principal, denials))
    )


def user_entry(name: str, email: str | None, enabled: bool) -> UserEntry:
    return UserEntry(name, name, email, enabled, where=name)


def content(users, groups) -> DirectoryContent:
    return DirectoryContent(
        tuple(user_entry(name, email, enabled) for name, (email, enabled) in users.items()),
        tuple(
            GroupEntry(name, name, frozenset(map(principal, members)), where=name)
            for name, members in groups.items()
        ),
    )
