"""A synchronisation with a connected system: people and groups first, then the mirror of its documents.

The rights of the mirror count as fresh from before the people were read, and only once everything that they
rest on was read: people, groups, and every access list.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fidedigno.errors import ConfigurationError
from fidedigno.model import Principal, PrincipalKind

if TYPE_CHECKING:
    from fidedigno.access.content import DirectoryContent
    from fidedigno.sources.connector import Connector
    from fidedigno.sources.mirror import MirrorReport

_DECIDED_HERE = ("name", "acl", "source")


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
            "rights_read_at": report.rights_read_at.isoformat(),
        }


def everybody_of(connector: str) -> str:
    """The directory group of whoever a connected system knows; outside of it nobody reads its documents."""
    return f"{connector}:people"


def synchronise(
    connector: Connector,
    folder: Path,
    declaration: Mapping[str, object],
    known_groups: Iterable[str],
    known_users: Iterable[str] = (),
    *,
    contents: bool = True,
) -> ConnectorSync:
    """Read people and groups, and bring the mirror up to date. May be called where an event loop runs.

    Args:
        connector: the system; it is closed afterwards.
        folder: of the mirror.
        declaration: keys of ``corpus.yaml`` besides those that are decided here; ``owner`` and
            ``revocation_lag`` among them.
        known_groups: the groups that the directory has: those of this system that it does not name any
            more are emptied.
        known_users: the users that it has.
        contents: whether to read contents too, or rights alone.

    Raises:
        SourceError: if people or changes could not be read whole; nothing has changed then.
        ConfigurationError: if the declaration decides what it may not.
    """
    decided = [key for key in _DECIDED_HERE if key in declaration]
    if decided:
        raise ConfigurationError(
            f"the corpus of a connected system may not declare {decided[0]!r}", "leave that key out"
        )
    whole = {
        "name": connector.name.replace(":", "-"),
        **declaration,
        "acl": [f"group:{everybody_of(connector.name)}"],
        "source": connector.name,
    }
    known = list(known_groups), list(known_users)
    with ThreadPoolExecutor(1, thread_name_prefix="fidedigno-sync") as thread:
        run = _synchronise(connector, folder, whole, known, contents)
        return thread.submit(asyncio.run, run).result()


async def _synchronise(
    connector: Connector,
    folder: Path,
    declaration: Mapping[str, object],
    known: tuple[list[str], list[str]],
    contents: bool,
) -> ConnectorSync:
    from fidedigno.ingest.parse import is_supported
    from fidedigno.sources.mirror import mirror

    began = datetime.now(UTC)
    try:
        content = complete(connector.name, await connector.people(), *known)
        report = await mirror(
            connector, folder, declaration, supports=is_supported, contents=contents, now=lambda: began
        )
    finally:
        await connector.close()
    return ConnectorSync(content, report)


def complete(
    connector: str, read: DirectoryContent, known_groups: Iterable[str], known_users: Iterable[str] = ()
) -> DirectoryContent:
    """What the directory is to be told: with the group of everybody, and with groups that are gone emptied.

    A member that neither the system nor the directory knows is nobody: a group of that name is made without
    members, a person is left out.
    """
    from fidedigno.access.content import GroupEntry

    known_groups = set(known_groups)
    people = {each.name for each in read.users} | set(known_users)
    everybody = everybody_of(connector)
    groups = {
        group.name: group if group.members is None else replace(group, members=_known(group.members, people))
        for group in read.groups
    }
    groups[everybody] = GroupEntry(
        everybody, everybody, frozenset(Principal.user(each.name) for each in read.users), where=connector
    )
    named = {member.name for group in groups.values() for member in group.members or () if _is_group(member)}
    gone = {name for name in known_groups if name.startswith(f"{connector}:")} | (named - known_groups)
    for name in sorted(gone - groups.keys()):
        groups[name] = GroupEntry(name, name, where=connector)
    return replace(read, groups=tuple(groups.values()), partial=True)


def _is_group(member: Principal) -> bool:
    return member.kind is PrincipalKind.GROUP


def _known(members: frozenset[Principal], people: set[str]) -> frozenset[Principal]:
    return frozenset(each for each in members if _is_group(each) or each.name in people)
