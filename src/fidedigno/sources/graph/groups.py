"""Entra groups with their direct members and owners: each list is asked for once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.graph.batch import Part, ask_many
from fidedigno.sources.graph.names import guid
from fidedigno.sources.graph.pages import read_pages, read_rest
from fidedigno.sources.graph.wire import Group, Member
from fidedigno.sources.http import RestClient
from fidedigno.sources.shapes import fits

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EntraGroups:
    """Ids of direct members and owners by id of group; accounts and groups alike.

    ``unread`` are groups that have no members here because theirs could not be read, or may be hidden.
    """

    members: dict[str, frozenset[str]] = field(default_factory=dict)
    owners: dict[str, frozenset[str]] = field(default_factory=dict)
    unread: frozenset[str] = frozenset()


async def read_groups(
    client: RestClient, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> EntraGroups:
    """Every group of the tenant.

    Raises:
        SourceError: if the list, or the members of a group for a passing reason, could not be read.
    """
    rows, _ = await read_pages(client, "/groups", {"$select": "id,groupTypes,visibility", "$top": "999"})
    groups: dict[str, Group] = {}
    for row in rows:
        shaped: tuple[Group] | None = fits(Group, row)
        key = guid(shaped[0].id) if shaped is not None else None
        if shaped is not None and key is not None:
            groups[key] = shaped[0]
    members = await _lists(client, list(groups), "members", sleep)
    # Only these have owners that SharePoint knows as a group of their own.
    unified = [key for key, group in groups.items() if "Unified" in (group.kinds or ())]
    owners = await _lists(client, unified, "owners", sleep)
    unread = {key for key, found in [*members.items(), *owners.items()] if found is None}
    # A group that hides its members looks empty to who may not see them.
    unread |= {
        key for key, found in members.items() if not found and groups[key].visibility == "HiddenMembership"
    }
    for key in sorted(unread):
        _log.warning("%s: members of group %s not read: it is left without any", client.name, key)
    return EntraGroups(
        {key: found or frozenset() for key, found in members.items()},
        {key: found or frozenset() for key, found in owners.items()},
        frozenset(unread),
    )


async def read_owners(client: RestClient, group: str) -> frozenset[str]:
    """The owners of one group.

    Raises:
        SourceError: if they could not be read.
    """
    rows, _ = await read_pages(client, list_path(group, "owners"))
    return ids_of(rows)


def list_path(group: str, kind: str) -> str:
    """Where the direct members or owners of a group are."""
    return f"/groups/{group}/{kind}?$select=id&$top=999"


async def _lists(
    client: RestClient, groups: Sequence[str], kind: str, sleep: Callable[[float], Awaitable[None]]
) -> dict[str, frozenset[str] | None]:
    parts = await ask_many(client, [list_path(each, kind) for each in groups], sleep)
    read = await asyncio.gather(*(_whole(client, part) for part in parts))
    return dict(zip(groups, read, strict=True))


async def _whole(client: RestClient, part: Part) -> frozenset[str] | None:
    """The ids; ``None`` where they are refused or of another shape.

    What may be read the next time is an error: groups in the directory must not be emptied for it.
    """
    if part.is_temporary:
        raise SourceError(SourceErrorKind.TEMPORARY, f"{client.name}: the members of a group")
    if not 200 <= part.status < 300:
        return None
    try:
        rows, _ = await read_rest(client, part.body)
    except SourceError as error:
        if error.kind in {SourceErrorKind.TEMPORARY, SourceErrorKind.SIGNED_OUT}:
            raise
        return None
    return ids_of(rows)


def ids_of(rows: Sequence[object]) -> frozenset[str]:
    """The ids of members; whoever has none is nobody."""
    shaped: list[tuple[Member] | None] = [fits(Member, row) for row in rows]
    found = (guid(each[0].id) for each in shaped if each is not None)
    return frozenset(each for each in found if each is not None)
