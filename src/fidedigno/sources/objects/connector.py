"""A store of files as a connected system: every file, with the readers that its path has by the rules."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from fidedigno.access.content import DirectoryContent, GroupEntry
from fidedigno.model import Identity
from fidedigno.sources.connector import (
    Change,
    Changes,
    Coverage,
    GroupExpansion,
    LiveVerdict,
    SourceItem,
    Upserted,
)
from fidedigno.sources.objects.rules import PathRules


@dataclass(frozen=True, slots=True)
class Stored:
    """A file as the store lists it. ``path`` is below the folder that is read; ``key`` names it to the store."""

    path: str
    key: str
    version: str
    updated_at: datetime | None
    size: int | None


class Store(Protocol):
    """Lists and reads files."""

    async def files(self) -> list[Stored]:
        """Every file.

        Raises:
            SourceError: if not all could be listed.
        """
        ...

    async def read(self, key: str) -> bytes:
        """The content of one.

        Raises:
            SourceError: if it cannot be read.
        """
        ...

    async def close(self) -> None:
        """Let go of connections."""
        ...


class ObjectsConnector:
    """A :class:`~fidedigno.sources.connector.Connector` over a store and rules of paths.

    A file is known by its path: moved, it is another document. There is nobody to ask live, since the store
    does not know people.
    """

    group_expansion = GroupExpansion.AT_QUERY

    def __init__(self, name: str, store: Store, rules: PathRules) -> None:
        self.name = name
        self._store = store
        self._rules = rules

    async def changes(self, cursor: str | None) -> Changes:  # noqa: ARG002 - the whole is listed each time
        """Every file with its readers.

        Raises:
            SourceError: if not all could be listed.
        """
        files = await self._store.files()
        return Changes.guarded(self.name, Coverage.FULL, self._stream(files), lambda: "")

    async def _stream(self, files: list[Stored]) -> AsyncIterator[Change]:
        for file in files:
            yield Upserted(self._item(file))

    def _item(self, file: Stored) -> SourceItem:
        async def read() -> bytes:
            return await self._store.read(file.key)

        *folders, name = file.path.split("/")
        return SourceItem(
            external_id=file.path,
            name=name,
            title=name.rpartition(".")[0] or name,
            acl=self._rules.readers_of(file.path),
            version=file.version,
            updated_at=file.updated_at,
            read=read,
            path=tuple(folders),
            size=file.size,
        )

    async def people(self) -> DirectoryContent:
        """The group of whoever the rules let in. People and groups themselves are those of the directory."""
        everybody = f"{self.name}:people"
        entry = GroupEntry(everybody, everybody, self._rules.named(), where=self.name)
        return DirectoryContent((), (entry,), partial=True)

    def known_as(self, person: Identity) -> tuple[str, ...]:  # noqa: ARG002 - nobody is
        """Nobody is known to a store."""
        return ()

    async def check(self, person: str, external_id: str) -> LiveVerdict:  # noqa: ARG002 - nobody to ask
        """The store knows no people: never known."""
        return LiveVerdict.UNKNOWN

    async def close(self) -> None:
        """Let go of connections."""
        await self._store.close()
