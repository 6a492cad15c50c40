"""A wiki as a connected system: pages with their readers, people, and the live question."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime
from typing import Annotated

from pydantic import Field, StringConstraints

from fidedigno.access.content import DirectoryContent
from fidedigno.clock import Clock, utc_now
from fidedigno.model import UNKNOWN, Identity
from fidedigno.sources.connector import (
    Change,
    Changes,
    Coverage,
    GroupExpansion,
    LiveVerdict,
    SourceError,
    SourceErrorKind,
    SourceItem,
    Upserted,
)
from fidedigno.sources.dokuwiki.accounts import parse_accounts
from fidedigno.sources.dokuwiki.names import WikiNames
from fidedigno.sources.dokuwiki.options import DokuWikiOptions
from fidedigno.sources.dokuwiki.people import directory_content, login_attribute
from fidedigno.sources.dokuwiki.readers import Readers
from fidedigno.sources.dokuwiki.rpc import RemoteWiki
from fidedigno.sources.dokuwiki.rules import READ, parse_rules
from fidedigno.sources.shapes import Shape, fits, read_shape

_log = logging.getLogger(__name__)
MAX_SETTINGS_BYTES = 32 * 1024 * 1024
_LATEST = 253_402_300_799  # the last second that a date can hold

PageId = Annotated[str, StringConstraints(min_length=1, max_length=2000, pattern=r"^[^\s/*?#%\x00-\x1f]+$")]


class Page(Shape):
    """A row of ``dokuwiki.getPagelist``. ``rev`` is the moment of its content, in seconds."""

    id: PageId
    rev: Annotated[int, Field(ge=0, le=_LATEST)]
    size: Annotated[int, Field(ge=0)] = 0
    hash: str = ""


class DokuWikiConnector:
    """Reads one wiki. Every reading of changes lists all pages: one call tells them all.

    ``unknown`` counts the rows of the last listing that were not understood, ``left_out`` the accounts that
    were not when people were read last.
    """

    group_expansion = GroupExpansion.AT_SYNC

    def __init__(
        self,
        options: DokuWikiOptions,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        now: Clock = utc_now,
    ) -> None:
        self.name = f"dokuwiki:{options.name}"
        self.options = options
        self.unknown = 0
        self.left_out = 0
        self._names = WikiNames(options.name)
        self._now = now
        self._wiki = RemoteWiki(
            self.name, options.url, options.login, options.password, options.limits, sleep
        )

    async def changes(self, cursor: str | None) -> Changes:  # noqa: ARG002 - everything is listed each time
        """All pages that the connector's account may read, each with its readers as the rules say now.

        Raises:
            SourceError: if the wiki did not list its pages.
        """
        started = self._now().isoformat()
        await self._wiki.sign_in()
        rows = await self._wiki.call("dokuwiki.getPagelist", "", {"depth": 0, "hash": 1})
        # An empty list looks like a failure here (see RemoteWiki), so it is one: nothing is concluded from it.
        listed: list[object] = read_shape(list[object], rows, self.name)
        readers = await self._readers_or_none()
        return Changes(Coverage.FULL, self._items(listed, readers), lambda: started)

    async def people(self) -> DirectoryContent:
        """Linked people and the groups of the wiki.

        Raises:
            SourceError: if the wiki's files could not be read.
        """
        readers = await self._readers()
        self.left_out = readers.accounts.left_out
        if self.left_out:
            _log.warning("%s: %d accounts are not understood", self.name, self.left_out)
        return await asyncio.to_thread(
            directory_content,
            readers,
            self.options.links,
            by_email=self.options.emails_verified,
            where=self.name,
        )

    def known_as(self, person: Identity) -> tuple[str, ...]:
        """The logins of a person whom the directory links to any."""
        logins = person.attributes.get(login_attribute(self.options.name), "")
        return tuple(each for each in logins.split(",") if each)

    async def check(self, person: str, external_id: str) -> LiveVerdict:
        """Whether the account ``person`` may read a page now: by the files, and by the wiki itself."""
        try:
            readers = await self._readers()
            account = readers.accounts.by_login.get(person)
            if account is None or not fits(PageId, external_id):
                return LiveVerdict.DENIED
            if not readers.may_read(account, external_id):
                return LiveVerdict.DENIED
            if not readers.is_personal(external_id):
                level = await self._wiki.call(
                    "wiki.aclCheck", external_id, account.login, list(account.groups)
                )
                # Not a bool, which is an int here.
                if type(level) is not int:
                    return LiveVerdict.UNKNOWN
                if level < READ:
                    return LiveVerdict.DENIED
            await self._wiki.must_exist(external_id)
        except SourceError as error:
            gone = error.kind is SourceErrorKind.NOT_AVAILABLE
            return LiveVerdict.DENIED if gone else LiveVerdict.UNKNOWN
        return LiveVerdict.ALLOWED

    async def close(self) -> None:
        """Close the connections."""
        await self._wiki.close()

    async def _items(self, rows: list[object], readers: Readers | None) -> AsyncIterator[Change]:
        self.unknown = 0
        seen: set[str] = set()
        for row in rows:
            found: tuple[Page] | None = fits(Page, row)
            if found is None or found[0].id in seen:
                self.unknown += 1
                continue
            seen.add(found[0].id)
            self.unknown += readers is None
            yield Upserted(self._item(found[0], readers))
        if self.unknown:
            _log.warning("%s: %d pages are closed: not understood", self.name, self.unknown)

    def _item(self, page: Page, readers: Readers | None) -> SourceItem:
        *spaces, last = page.id.split(":")
        return SourceItem(
            external_id=page.id,
            name=f"{last}.txt",
            title=last.replace("_", " "),
            acl=UNKNOWN if readers is None else readers.access(page.id),
            version=f"{page.rev}:{page.size}:{page.hash}",
            updated_at=datetime.fromtimestamp(page.rev, UTC),
            read=lambda: self._text(page.id),
            path=tuple(spaces),
            url=f"{self.options.url.rstrip('/')}/doku.php?id={page.id}",
            size=page.size,
        )

    async def _text(self, page: str) -> bytes:
        text = await self._wiki.call("wiki.getPage", page)
        # For a page that is gone the wiki answers with a template, without saying so.
        await self._wiki.must_exist(page)
        if not isinstance(text, str):
            raise SourceError(SourceErrorKind.SHAPE, f"{self.name}: a page is not a text")
        return text.encode("utf-8", "replace")

    async def _readers_or_none(self) -> Readers | None:
        try:
            return await self._readers()
        except SourceError:
            return None

    async def _readers(self) -> Readers:
        return await asyncio.to_thread(self._read_files)

    def _read_files(self) -> Readers:
        options, texts = self.options, []
        for path in (options.rules_file, options.accounts_file):
            try:
                with path.open("rb") as file:
                    raw = file.read(MAX_SETTINGS_BYTES + 1)
                texts.append(raw.decode("utf-8"))
            except (OSError, ValueError):
                raw = b""
            if not raw or len(raw) > MAX_SETTINGS_BYTES:
                _log.warning("%s: a file with rules or accounts could not be read", self.name)
                raise SourceError(
                    SourceErrorKind.TEMPORARY, f"{self.name}: rules or accounts could not be read"
                )
        accounts = parse_accounts(texts[1])
        return Readers(parse_rules(texts[0]), accounts, self._names, options.superusers, options.visitors)
