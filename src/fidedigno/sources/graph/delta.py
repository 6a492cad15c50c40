"""What changed in a drive, read to its end before any of it counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.graph.names import is_key
from fidedigno.sources.graph.pages import read_pages
from fidedigno.sources.graph.wire import Item
from fidedigno.sources.http import RestClient
from fidedigno.sources.shapes import fits

HEADERS = {
    "Prefer": (
        "deltashowremovedasdeleted, deltatraversepermissiongaps, deltashowsharingchanges, hierarchicalsharing"
    ),
    # Without it the folders above a changed file look changed too, and everything below them is read again.
    "deltaExcludeParent": "true",
}
_TOP = "root"
"""How the service calls the folder that holds all others."""


@dataclass(frozen=True, slots=True)
class DriveChanges:
    """Items of one drive by id, each as it was said last.

    ``unreadable`` are ids of items that were not understood: nothing may be kept of them. ``skipped`` counts
    rows whose id cannot be one of an item. ``link`` is where the changes go on.
    """

    drive: str
    items: dict[str, Item] = field(default_factory=dict)
    unreadable: set[str] = field(default_factory=set)
    skipped: int = 0
    link: str = ""

    @property
    def deleted(self) -> list[str]:
        """Ids of items that are gone."""
        return [key for key, item in self.items.items() if item.deleted is not None]

    @property
    def may_hide_deletions(self) -> bool:
        """Whether something is gone that may have been a folder: what was in it need not be listed."""
        return any(item.deleted is not None and item.file is None for item in self.items.values())


async def read_delta(client: RestClient, drive: str, link: str | None) -> DriveChanges:
    """Changes since ``link``, or everything without one.

    Raises:
        SourceError: if they could not be read to their end; of kind ``gone`` if the service has forgotten
            the link.
    """
    rows, last = await read_pages(client, link or f"/drives/{drive}/{_TOP}/delta", headers=HEADERS)
    if not last.delta_link:
        raise SourceError(SourceErrorKind.SHAPE, f"{client.name}: the changes of a drive have no end")
    items, unreadable, skipped = read_items(rows)
    return DriveChanges(drive, items, unreadable, skipped, last.delta_link)


def read_items(rows: Sequence[Any]) -> tuple[dict[str, Item], set[str], int]:
    """Items by id, the last of each id; ids of those not understood; how many rows had no usable id.

    Raises:
        SourceError: if a row has no id at all: what it was about to say cannot be known.
    """
    items: dict[str, Item] = {}
    unreadable: set[str] = set()
    skipped = 0
    for row in rows:
        key = row.get("id") if isinstance(row, dict) else None
        if not isinstance(key, str):
            raise SourceError(SourceErrorKind.SHAPE, "an item of a drive has no id")
        if not is_key(key):
            skipped += 1
            continue
        shaped: tuple[Item] | None = fits(Item, row)
        items.pop(key, None)
        unreadable.discard(key)
        if shaped is None:
            unreadable.add(key)
        else:
            items[key] = shaped[0]
    return items, unreadable, skipped
