"""What a reading of changes looks at: only what changed, or everything where that cannot be trusted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.graph.delta import DriveChanges, read_delta
from fidedigno.sources.graph.walk import walk_below
from fidedigno.sources.http import RestClient

_STARTS_OVER = frozenset({SourceErrorKind.GONE, SourceErrorKind.NOT_AVAILABLE, SourceErrorKind.SHAPE})


async def changed_since(client: RestClient, links: Mapping[str, str]) -> list[DriveChanges] | None:
    """What changed in drives since their links; ``None`` where everything has to be read instead.

    Below a folder that changed everything counts as changed: its permissions may be what changed, and they
    leave no mark on what inherits them.

    Raises:
        SourceError: if it could not be read for a passing reason; the links are good then.
    """
    found = []
    try:
        for drive, link in links.items():
            changes = await read_delta(client, drive, link)
            if changes.may_hide_deletions or changes.unreadable or _whole_drive(changes):
                return None
            folders = [key for key, each in changes.items.items() if each.folder is not None]
            await walk_below(client, changes, [key for key in folders if _counts(changes, key)])
            found.append(changes)
    except SourceError as error:
        if error.kind in _STARTS_OVER:
            return None
        raise
    return found


async def everything(client: RestClient, drives: Iterable[str]) -> list[DriveChanges]:
    """All items of drives.

    Raises:
        SourceError: if one of them could not be read whole.
    """
    return [await _whole(client, each) for each in drives]


async def _whole(client: RestClient, drive: str) -> DriveChanges:
    try:
        return await read_delta(client, drive, None)
    except SourceError as error:
        if error.kind is not SourceErrorKind.GONE:
            raise
    # The service lost its place in the middle: once more from the beginning.
    return await read_delta(client, drive, None)


def _whole_drive(changes: DriveChanges) -> bool:
    """Whether the permissions of the drive itself changed."""
    return any(each.root is not None and each.is_shared_anew for each in changes.items.values())


def _counts(changes: DriveChanges, key: str) -> bool:
    # The root is in every answer, whatever changed below it.
    item = changes.items[key]
    return item.root is None and item.deleted is None
