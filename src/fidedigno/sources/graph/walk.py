"""Everything below a folder. A folder's permissions change without a mark on what is in it."""

from __future__ import annotations

from collections.abc import Iterable

from fidedigno.sources.graph.delta import DriveChanges, read_items
from fidedigno.sources.graph.pages import read_pages
from fidedigno.sources.http import RestClient


async def walk_below(client: RestClient, changes: DriveChanges, folders: Iterable[str]) -> None:
    """Add to ``changes`` what is below the folders. What it says already is left as it is.

    Folders that contain each other end: each is read once.

    Raises:
        SourceError: if one of them could not be read.
    """
    waiting = list(dict.fromkeys(folders))
    seen = set(waiting)
    while waiting:
        folder = waiting.pop()
        path = f"/drives/{changes.drive}/items/{folder}/children"
        rows, _ = await read_pages(client, path, {"$top": "200"})
        items, unreadable, _ = read_items(rows)
        changes.unreadable.update(unreadable)
        for key, item in items.items():
            changes.items.setdefault(key, item)
            if item.folder is not None and key not in seen:
                seen.add(key)
                waiting.append(key)
