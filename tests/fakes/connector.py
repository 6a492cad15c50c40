"""A connected system in memory, which fails on request."""

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import ClassVar

from fidedigno.access.content import DirectoryContent
from fidedigno.model import AccessList, Identity
from fidedigno.sources.connector import (
    Change,
    Changes,
    Coverage,
    GroupExpansion,
    LiveVerdict,
    Removed,
    SourceError,
    SourceErrorKind,
    SourceItem,
    Upserted,
)
from fidedigno.sources.sharing import Sharing

ACCOUNT = "fake.account"
"""The attribute of a directory user that holds the account."""
UPDATED = datetime(2026, 11, 1, tzinfo=UTC)


@dataclass
class Held:
    """A document as the system holds it."""

    name: str
    text: str | bytes
    acl: AccessList
    version: int = 1
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class FakeConnector:
    """Documents by id. ``breaks_after`` changes the stream fails; ``unreadable`` contents cannot be read,
    ``refused`` ones may not.

    Live, ``says`` gives the word on an account and a document, ``usually`` on all others; an exception is raised.
    ``waits_for`` checks must be under way before any is answered; ``hangs`` never answers, ``blocks`` holds the
    loop for so many seconds, and ``stubborn`` does not let itself be cancelled while it hangs.
    """

    group_expansion: ClassVar[GroupExpansion] = GroupExpansion.AT_QUERY

    name: str = "fake:corp"
    documents: dict[str, Held] = field(default_factory=dict)
    content: DirectoryContent = field(default_factory=lambda: DirectoryContent((), (), partial=True))
    breaks_after: int | None = None
    unreadable: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    forgets_cursors: bool = False
    sharing: Sharing = field(default_factory=Sharing)
    owners: dict[str, str] = field(default_factory=dict)
    asked_with: list[str | None] = field(default_factory=list)
    says: dict[tuple[str, str], object] = field(default_factory=dict)
    usually: object = LiveVerdict.UNKNOWN
    waits_for: int = 0
    hangs: bool = False
    stubborn: bool = False
    blocks: float = 0.0
    checked: list[tuple[str, str]] = field(default_factory=list)
    under_way: int = 0
    most_under_way: int = 0
    closed: int = 0
    _log: list[str] = field(default_factory=list)

    def put(self, identifier: str, held: Held) -> None:
        self.documents[identifier] = held
        self._log.append(identifier)

    def drop(self, identifier: str) -> None:
        del self.documents[identifier]
        self._log.append(identifier)

    async def changes(self, cursor: str | None) -> Changes:
        self.asked_with.append(cursor)
        since = None if cursor is None or self.forgets_cursors else int(cursor)
        identifiers = list(self.documents) if since is None else self._log[since:]
        end = len(self._log)
        coverage = Coverage.FULL if since is None else Coverage.SINCE
        return Changes(coverage, self._stream(identifiers), lambda: str(end))

    async def _stream(self, identifiers: list[str]) -> AsyncIterator[Change]:
        for number, identifier in enumerate(identifiers):
            if self.breaks_after is not None and number >= self.breaks_after:
                raise SourceError(SourceErrorKind.TEMPORARY, "fake: status 503")
            if identifier in self.documents:
                yield Upserted(self._item(identifier))
            else:
                yield Removed(identifier)

    def _item(self, identifier: str) -> SourceItem:
        held = self.documents[identifier]
        text = held.text

        async def read() -> bytes:
            if identifier in self.unreadable:
                raise SourceError(SourceErrorKind.TEMPORARY, "fake: status 503")
            if identifier in self.refused:
                raise SourceError(SourceErrorKind.NOT_AVAILABLE, "fake: status 403")
            return text if isinstance(text, bytes) else text.encode()

        return SourceItem(
            identifier,
            held.name,
            held.name,
            held.acl,
            str(held.version),
            UPDATED,
            read,
            owner=self.owners.get(identifier, ""),
            labels=held.labels,
        )

    async def people(self) -> DirectoryContent:
        return self.content

    def known_as(self, person: Identity) -> tuple[str, ...]:
        account = person.attributes.get(ACCOUNT, "")
        return tuple(account.split(",")) if account else ()

    async def check(self, person: str, external_id: str) -> LiveVerdict:
        self.checked.append((person, external_id))
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        try:
            if self.blocks:
                time.sleep(self.blocks)
            while self.hangs or self.most_under_way < self.waits_for:
                try:
                    await asyncio.sleep(0.002)
                except asyncio.CancelledError:
                    if not self.stubborn:
                        raise
            said = self.says.get((person, external_id), self.usually)
            if isinstance(said, BaseException):
                raise said
            return said  # type: ignore[return-value]  # a liar gives back anything
        finally:
            self.under_way -= 1

    async def close(self) -> None:
        self.closed += 1
