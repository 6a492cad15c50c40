"""The permissions of many items, each item for itself."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.graph.batch import Part, ask_many
from fidedigno.sources.graph.pages import read_rest
from fidedigno.sources.http import RestClient


class Reading(StrEnum):
    """What became of reading one item's permissions."""

    READ = "read"
    ABSENT = "absent"
    """The item is gone."""
    REFUSED = "refused"
    """The permissions could not be read, and will not be the next time either."""
    UNANSWERED = "unanswered"
    """The permissions could not be read this time."""


@dataclass(frozen=True, slots=True)
class ItemPermissions:
    """The rows of one item's permissions, all of them where they were read, else none."""

    reading: Reading
    rows: tuple[Any, ...] = ()


def permissions_path(drive: str, item: str) -> str:
    """Where the permissions of an item are. No selection of fields: one that is left out would be missed."""
    return f"/drives/{drive}/items/{item}/permissions"


async def read_permissions(
    client: RestClient,
    items: Sequence[tuple[str, str]],
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> list[ItemPermissions]:
    """The permissions of items, given as drive and item, in their order.

    Raises:
        SourceError: if nothing was answered at all, or the connector's access does not count any more.
    """
    parts = await ask_many(client, [permissions_path(*each) for each in items], sleep)
    return list(await asyncio.gather(*(_whole(client, part) for part in parts)))


async def _whole(client: RestClient, part: Part) -> ItemPermissions:
    if part.status == 404:
        return ItemPermissions(Reading.ABSENT)
    if part.is_temporary:
        return ItemPermissions(Reading.UNANSWERED)
    if not 200 <= part.status < 300:
        return ItemPermissions(Reading.REFUSED)
    try:
        rows, _ = await read_rest(client, part.body)
    except SourceError as error:
        if error.kind is SourceErrorKind.SIGNED_OUT:
            raise
        temporary = error.kind is SourceErrorKind.TEMPORARY
        return ItemPermissions(Reading.UNANSWERED if temporary else Reading.REFUSED)
    return ItemPermissions(Reading.READ, tuple(rows))
