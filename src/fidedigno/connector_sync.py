"""A synchronisation with a connected system: its people and groups, and the mirror of its documents.

The rights of the mirror count as fresh from before anything was read, and only once everything that they
rest on was read: people, groups, and every access list.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import yaml

from fidedigno.errors import ConfigurationError
from fidedigno.model import Principal, PrincipalKind, normalise_name

if TYPE_CHECKING:
    from fidedigno.access.content import DirectoryContent
    from fidedigno.sources.connector import Connector
    from fidedigno.sources.mirror import MirrorReport

T = TypeVar("T")
_PREFIXES_OF_OTHERS = frozenset({"scim", "oidc"})
_DECIDED_HERE = ("name", "acl", "source")


class KnownUser(Protocol):
    """A user of the directory."""

    @property
    def name(self) -> str:
        """The name."""
        ...

    @property
    def email(self) -> str | None:
        """The address, if the directory has one."""
        ...


@dataclass(frozen=True, slots=True)
class ConnectorSync:
    """What a synchronisation read: people and groups for the directory, and the mirror of the documents."""

    content: DirectoryContent
    mirror: MirrorReport

    def as_dict(self) -> dict[str, Any]:
        """As plain data, in numbers and external ids."""
        report = self.mirror
        return {
            "people": len(self.content.users),
            "groups": len(self.content.groups),
            "coverage": report.coverage.value,
            "written": len(report.written),
            "removed": report.removed,
            "relabelled": report.relabelled,
            "unknown": list(report.unknown),
            "failed": list(report.failed),
            "left_out": report.left_out,
            "rights_changed": report.rights_changed,
            "postponed": report.postponed,
            "rights_read_at": report.rights_read_at.isoformat(),
        }


def everybody_of(connector: str) -> str:
    """The directory group of whoever a connected system knows; outside of it nobody reads its documents."""
    return f"{connector}:people"


def folder_name(connector: str) -> str:
    """The name of the corpus, and of the folder, that mirror a connected system."""
    return connector.replace(":", "-")


def declaration_of(connector: str, declared: Mapping[str, object]) -> dict[str, object]:
    """The whole ``corpus.yaml`` of a connected system.

    Args:
        connector: the name of the connector.
        declared: its keys besides those that are decided here; ``owner`` and ``revocation_lag`` among them.

    Raises:
        ConfigurationError: if it decides what it may not, or is not valid.
    """
    from fidedigno.ingest.declaration import parse_declaration

    if connector.partition(":")[0] in _PREFIXES_OF_OTHERS:
        raise ConfigurationError(
            "the name of the connector begins the names of groups that come from identity providers",
            "give it another name",
        )
    decided = [key for key in _DECIDED_HERE if key in declared]
    if decided:
        raise ConfigurationError(
            f"the corpus of a connected system may not declare {decided[0]!r}", "leave that key out"
        )
    whole = {
        "name": folder_name(connector),
        **declared,
        "acl": [f"group:{everybody_of(connector)}"],
        "source": connector,
    }
    parse_declaration(yaml.safe_dump(whole, allow_unicode=True))
    return whole


def synchronise(
    connector: Connector,
    folder: Path,
    declaration: Mapping[str, object],
    known_groups: Iterable[str],
    known_users: Iterable[KnownUser] = (),
    *,
    contents: bool = True,
    go_on: Callable[[], bool] = lambda: True,
) -> ConnectorSync:
    """Read people and groups, and bring the mirror up to date. May be called where an event loop runs.

    Args:
        connector: the system; it is closed afterwards.
        folder: of the mirror.
        declaration: see :func:`declaration_of`.
        known_groups: the groups that the directory has: those of this system that it does not name any
            more are emptied.
        known_users: the users that it has.
        contents: whether to read contents too, or rights alone.
        go_on: asked before each content is read; what is left when it says no is for the next run.

    Raises:
        SourceError: if people or changes could not be read whole; nothing has changed then.
        ConfigurationError: if the connector lets in more than its corpus declares.
    """
    from fidedigno.ingest.declaration import parse_declaration
    from fidedigno.sources.sharing import check_sharing

    declared = parse_declaration(yaml.safe_dump(dict(declaration), allow_unicode=True))
    try:
        check_sharing(declared.sharing, connector)
    except ConfigurationError:
        in_own_loop(connector.close())
        raise
    known = list(known_groups), list(known_users)
    return in_own_loop(_synchronise(connector, folder, declaration, known, contents, go_on))


def synchronise_people(
    connector: Connector, known_groups: Iterable[str], known_users: Iterable[KnownUser] = ()
) -> DirectoryContent:
    """Read the people and groups of a system that has no documents. May be called where an event loop runs.

    Args:
        connector: the system; it is closed afterwards.
        known_groups: as for :func:`synchronise`.
        known_users: the users that the directory has.

    Raises:
        SourceError: if they could not be read whole.
    """
    known = list(known_groups), list(known_users)

    async def read() -> DirectoryContent:
        try:
            return complete(connector.name, await connector.people(), *known)
        finally:
            await connector.close()

    return in_own_loop(read())


def in_own_loop(run: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine, in a thread and an event loop of its own."""
    with ThreadPoolExecutor(1, thread_name_prefix="fidedigno-sync") as thread:
        return thread.submit(asyncio.run, run).result()


async def _synchronise(
    connector: Connector,
    folder: Path,
    declaration: Mapping[str, object],
    known: tuple[list[str], list[KnownUser]],
    contents: bool,
    go_on: Callable[[], bool],
) -> ConnectorSync:
    from fidedigno.ingest.parse import is_supported
    from fidedigno.sources.mirror import mirror

    began = datetime.now(UTC)
    read: list[DirectoryContent] = []

    async def people() -> None:
        # After the changes: some systems tell of an account only where an access list names it.
        read.append(complete(connector.name, await connector.people(), *known))

    try:
        report = await mirror(
            connector, folder, declaration, supports=is_supported, contents=contents, go_on=go_on,
            learnt=people, now=lambda: began,
        )  # fmt: skip
    finally:
        await connector.close()
    return ConnectorSync(read[0], report)


def complete(
    connector: str, read: DirectoryContent, known_groups: Iterable[str], known_users: Iterable[KnownUser] = ()
) -> DirectoryContent:
    """What the directory is to be told: with the group of everybody, and with groups that are gone emptied.

    Somebody whose address the directory knows under another name is that person, under that name. A member
    that neither the system nor the directory knows is nobody: a group of that name is made without members,
    a person is left out. The group of everybody is the connector's own where it gave one.
    """
    from fidedigno.access.content import GroupEntry

    known_groups, known_users = set(known_groups), list(known_users)
    names = _names_here(read, known_users)
    users = tuple(replace(each, name=names[each.name]) for each in read.users)
    people = {each.name for each in users} | {normalise_name(each.name) for each in known_users}
    groups = {
        group.name: group
        if group.members is None
        else replace(group, members=_members(group.members, names, people))
        for group in read.groups
    }
    everybody, all_users = everybody_of(connector), frozenset(Principal.user(each.name) for each in users)
    groups.setdefault(everybody, GroupEntry(everybody, everybody, all_users, where=connector))
    named = {member.name for group in groups.values() for member in group.members or () if _is_group(member)}
    gone = {name for name in known_groups if name.startswith(f"{connector}:")} | (named - known_groups)
    for name in sorted(gone - groups.keys()):
        groups[name] = GroupEntry(name, name, where=connector)
    return replace(read, users=users, groups=tuple(groups.values()), partial=True)


def _names_here(read: DirectoryContent, known_users: list[KnownUser]) -> dict[str, str]:
    """The directory's name of each user that was read; two people never become one.

    An address that several have, in the directory or in what was read, links nobody.
    """
    at: dict[str, list[str]] = {}
    for known in known_users:
        if known.email:
            at.setdefault(known.email.casefold(), []).append(normalise_name(known.name))
    asked = Counter(each.email.casefold() for each in read.users if each.email)
    there = {each.name for each in read.users}
    names = {}
    for each in read.users:
        email = (each.email or "").casefold()
        found = at.get(email, []) if asked[email] == 1 else []
        is_other = len(found) == 1 and found[0] not in there
        names[each.name] = found[0] if is_other else each.name
    return names


def _is_group(member: Principal) -> bool:
    return member.kind is PrincipalKind.GROUP


def _members(
    members: frozenset[Principal], names: Mapping[str, str], people: set[str]
) -> frozenset[Principal]:
    kept = {each for each in members if _is_group(each)}
    renamed = {names.get(each.name, each.name) for each in members if each.kind is PrincipalKind.USER}
    return frozenset(kept | {Principal.user(name) for name in renamed & people})
