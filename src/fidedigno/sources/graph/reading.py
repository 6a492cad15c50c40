"""One reading of changes: what is to be looked at, and then each document with its permissions as they are now."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from urllib.parse import quote

from fidedigno.clock import Clock
from fidedigno.errors import UsageError
from fidedigno.model import UNKNOWN, AccessList
from fidedigno.sources.connector import Change, Removed, SourceError, SourceErrorKind, Upserted
from fidedigno.sources.graph.contents import Contents
from fidedigno.sources.graph.cursor import Cursor
from fidedigno.sources.graph.delta import DriveChanges
from fidedigno.sources.graph.documents import document_of
from fidedigno.sources.graph.drives import DrivePlace
from fidedigno.sources.graph.grants import Grants, read_grants
from fidedigno.sources.graph.names import Names, document_id, guid
from fidedigno.sources.graph.options import GraphOptions
from fidedigno.sources.graph.permissions import ItemPermissions, Reading, read_permissions
from fidedigno.sources.graph.places import Places
from fidedigno.sources.graph.sensitivity import read_labels
from fidedigno.sources.graph.wire import Item
from fidedigno.sources.http import RestClient

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Counts:
    """What a reading met, in numbers: ``unknown`` documents whose permissions could not be read, ``nobody``
    those that nobody may read, ``not_understood`` grants that granted nothing for that reason, and
    ``unreadable`` items that were not understood and are not there."""

    documents: int = 0
    unknown: int = 0
    nobody: int = 0
    not_understood: int = 0
    unreadable: int = 0
    removed: int = 0


@dataclass(frozen=True, slots=True)
class Tools:
    """What a reading reads with."""

    client: RestClient
    contents: Contents
    options: GraphOptions
    sleep: Callable[[float], Awaitable[None]]
    now: Clock


class ChangesReading:
    """Streams the changes of drives, once. ``full_by`` is by when everything has to be read (again)."""

    def __init__(
        self, tools: Tools, drives: Sequence[tuple[DrivePlace, DriveChanges]], full_by: datetime
    ) -> None:
        self._tools = tools
        self._drives = drives
        self._full_by = full_by
        self._ended = False
        self._accounts: dict[str, str | None] = {}
        self.counts = Counts()

    def cursor(self) -> str:
        """The cursor for the next reading.

        Raises:
            UsageError: if the stream has not ended.
        """
        if not self._ended:
            raise UsageError("the changes were not read to their end", "Take in all of them first.")
        return Cursor(self._full_by, {place.id: each.link for place, each in self._drives}).written()

    async def stream(self) -> AsyncIterator[Change]:
        """The changes. Deletions come first: nothing is asked about what is gone."""
        for place, changes in self._drives:
            for key in _gone(changes):
                self.counts.removed += 1
                yield Removed(document_id(place.id, key))
            self.counts.unreadable += len(changes.unreadable) + changes.skipped
        for place, changes in self._drives:
            places = Places(self._tools.client, place.id, changes.items.values())
            for piece in self._pieces([each for each in changes.items.values() if each.is_document]):
                refs = [(place.id, each.id) for each in piece]
                read = await read_permissions(self._tools.client, refs, self._tools.sleep)
                labels = await self._labels(place, piece)
                for item, permissions, kept in zip(piece, read, labels, strict=True):
                    yield await self._change(place, item, permissions, places, kept)
        _log.info("%s: %s", self._tools.client.name, self.counts)
        self._ended = True

    def _pieces(self, items: list[Item]) -> Iterator[list[Item]]:
        size = 20 * self._tools.options.limits.parallel
        return (items[first : first + size] for first in range(0, len(items), size))

    async def _labels(self, place: DrivePlace, piece: list[Item]) -> list[dict[str, str]]:
        tools = self._tools
        if not tools.options.sensitivity_labels:
            return [{} for _ in piece]
        labels, is_whole = await read_labels(tools.client, place.id, piece)
        if not is_whole:
            self._full_by = min(self._full_by, tools.now())
        return labels

    async def _change(
        self,
        place: DrivePlace,
        item: Item,
        permissions: ItemPermissions,
        places: Places,
        labels: dict[str, str],
    ) -> Change:
        tools, gone = self._tools, Removed(document_id(place.id, item.id))
        if permissions.reading is Reading.ABSENT:
            self.counts.removed += 1
            return gone
        acl = await self._access_list(place, item, permissions)
        read = partial(tools.contents.read, place.id, item.id)
        document = document_of(place.id, item, await places.path(item), acl, read, labels)
        if document is None:
            self.counts.unreadable += 1
            return gone
        self.counts.documents += 1
        return Upserted(document)

    async def _access_list(self, place: DrivePlace, item: Item, permissions: ItemPermissions) -> AccessList:
        if permissions.reading is not Reading.READ:
            if permissions.reading is Reading.UNANSWERED:
                self._full_by = min(self._full_by, self._tools.now())
            self.counts.unknown += 1
            _log.warning("%s: permissions of %s not read", self._tools.client.name, item.id)
            return UNKNOWN
        grants = read_grants(permissions.rows, place.site, self._tools.options, self._tools.now())
        if grants.ends is not None:
            # The list in the index does not know that a grant ends: it is read again by then.
            self._full_by = min(self._full_by, grants.ends)
        acl = grants.access_list(await self._by_login(grants))
        self.counts.not_understood += grants.not_understood
        self.counts.nobody += not acl.clauses
        return acl

    async def _by_login(self, grants: Grants) -> frozenset[str]:
        names = Names(self._tools.options.name)
        found = [await self._account(each) for each in sorted(grants.logins)]
        return frozenset(names.account(each) for each in found if each is not None)

    async def _account(self, login: str) -> str | None:
        """The id of an account, each asked for once. One that is not found is granted nothing."""
        if login not in self._accounts:
            try:
                path = f"/users/{quote(login, safe='@')}"
                answer = await self._tools.client.get(path, {"$select": "id"})
            except SourceError as error:
                if error.kind is SourceErrorKind.SIGNED_OUT:
                    raise
                if error.kind is SourceErrorKind.TEMPORARY:
                    self._full_by = min(self._full_by, self._tools.now())
                answer = None
            self._accounts[login] = guid(answer.get("id")) if isinstance(answer, dict) else None
            self.counts.not_understood += self._accounts[login] is None
        return self._accounts[login]


def _gone(changes: DriveChanges) -> list[str]:
    """Ids of which nothing may be kept: deleted, not understood, or no document any more."""
    others = (
        key
        for key, each in changes.items.items()
        if not each.is_document and each.deleted is None and each.folder is None and each.root is None
    )
    return sorted({*changes.deleted, *changes.unreadable, *others})
