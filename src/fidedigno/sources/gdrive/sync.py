"""One reading of changes: everything, or what the feeds say and what follows from it."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from typing import Any

from fidedigno.clock import Clock
from fidedigno.model import AclState
from fidedigno.sources.connector import Change, Removed, SourceError, SourceErrorKind, Upserted
from fidedigno.sources.gdrive import wire
from fidedigno.sources.gdrive.api import DriveApi
from fidedigno.sources.gdrive.cursor import Again, Cursor
from fidedigno.sources.gdrive.feeds import Feed, Gathered
from fidedigno.sources.gdrive.items import document, is_document, is_folder
from fidedigno.sources.gdrive.rights import RightsReader
from fidedigno.sources.gdrive.together import AT_ONCE, together
from fidedigno.sources.shapes import fits

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Counts:
    """What a reading met, in numbers. ``unknown``: documents closed because their list could not be read."""

    documents: int = 0
    removed: int = 0
    unknown: int = 0
    strange: int = 0
    """Rows that were no file: left out, and so closed."""


class Sync:
    """One reading. Its cursor counts once the stream has ended."""

    def __init__(
        self,
        name: str,
        api: DriveApi,
        rights: RightsReader,
        feeds: Iterable[Feed],
        cursor: Cursor,
        now: Clock,
    ) -> None:
        self.counts = Counts()
        self.cursor = cursor
        self._name = name
        self._api = api
        self._rights = rights
        self._feeds = {feed.key: feed for feed in feeds}
        self._now = now
        self._done: set[str] = set()
        self._ended = False

    def written(self, options: str) -> str:
        """The cursor for the next reading.

        Raises:
            RuntimeError: before the stream has ended.
        """
        if not self._ended:
            raise RuntimeError("the changes were not read to their end")
        return self.cursor.written(options)

    async def everything(self) -> AsyncIterator[Change]:
        """Every document of every feed."""
        for feed in self._feeds.values():
            async for page in self._api.list_files(feed.subject, drive=feed.drive):
                async for change in self._take(feed, self._files(page)):
                    if isinstance(change, Upserted):
                        yield change
        self._end()

    async def since(self, gathered: Gathered) -> AsyncIterator[Change]:
        """What went, before anything is asked about it; then what is new, and what is below it."""
        for gone in sorted(gathered.gone):
            yield self._removed(gone)
        for feed in self._feeds.values():
            files = [each for of, each in gathered.files.values() if of == feed]
            async for change in self._take(feed, files):
                yield change
            for folder in sorted(gathered.folders.get(feed.key, ())):
                async for change in self._below(feed, folder):
                    yield change
        for drive in sorted(gathered.drives):
            feed = self._feeds[f"drive:{drive}"]
            async for page in self._api.list_files(feed.subject, drive=drive):
                async for change in self._take(feed, self._files(page)):
                    yield change
        async for change in self._look_again():
            yield change
        self._end()

    async def _below(self, feed: Feed, folder: str) -> AsyncIterator[Change]:
        """Whatever is below a folder that changed: its rights may have changed without a word."""
        waiting, seen = [folder], {folder}
        while waiting:
            parent = waiting.pop()
            async for page in self._api.list_files(feed.subject, drive=feed.drive, parent=parent):
                files = self._files(page)
                for each in files:
                    if is_folder(each) and each.id not in seen:
                        seen.add(each.id)
                        waiting.append(each.id)
                mine = [each for each in files if feed.holds(each)]
                async for change in self._take(feed, mine):
                    yield change

    async def _look_again(self) -> AsyncIterator[Change]:
        now = self._now()
        due = {key: each for key, each in self.cursor.again.items() if each.at <= now}
        for key, again in sorted(due.items()):
            if key in self._done:
                continue
            try:
                file = await self._api.get_file(again.subject, key)
            except SourceError as error:
                if error.kind is not SourceErrorKind.NOT_AVAILABLE:
                    raise
                yield self._removed(key)
                continue
            feed = next(
                (e for e in self._feeds.values() if e.subject == again.subject and e.holds(file)), None
            )
            if feed is None:
                yield self._removed(key)
                continue
            async for change in self._take(feed, [file]):
                yield change

    async def _take(self, feed: Feed, files: Iterable[wire.File]) -> AsyncIterator[Change]:
        """The changes of files that are there; each file once in a reading."""
        fresh: dict[str, wire.File] = {}
        for file in files:
            if file.id not in self._done:
                fresh[file.id] = file
                self._done.add(file.id)
        waiting = list(fresh.values())
        for first in range(0, len(waiting), AT_ONCE):
            piece = waiting[first : first + AT_ONCE]
            for change in await together(lambda each: self._look(feed, each), piece):
                if change is not None:
                    yield change

    async def _look(self, feed: Feed, file: wire.File) -> Change | None:
        if file.trashed:
            return self._removed(file.id)
        if is_folder(file):
            self.cursor.remember_folder(file.id)
            return None
        if not is_document(file):
            return None
        rights = await self._rights.of(file, feed.subject)
        for folder in rights.folders:
            self.cursor.remember_folder(folder)
        try:
            item = document(self._api, file, feed.subject, rights)
        except SourceError:
            self.counts.strange += 1
            return self._removed(file.id)
        self.cursor.again.pop(file.id, None)
        if rights.acl.state is AclState.UNKNOWN:
            self.counts.unknown += 1
            self.cursor.again[file.id] = Again(feed.subject, self._now())
        elif rights.until is not None:
            self.cursor.again[file.id] = Again(feed.subject, rights.until)
        self.counts.documents += 1
        return Upserted(item)

    def _removed(self, file: str) -> Removed:
        self.cursor.again.pop(file, None)
        self._done.add(file)
        self.counts.removed += 1
        return Removed(file)

    def _files(self, rows: list[Any]) -> list[wire.File]:
        found: list[tuple[wire.File] | None] = [fits(wire.File, each) for each in rows]
        self.counts.strange += found.count(None)
        return [each[0] for each in found if each is not None]

    def _end(self) -> None:
        self._ended = True
        counts = self.counts
        numbers = (counts.documents, counts.removed, counts.unknown, counts.strange)
        _log.info(
            "%s: %d documents, %d removed, %d of unknown rights, %d not understood", self._name, *numbers
        )
