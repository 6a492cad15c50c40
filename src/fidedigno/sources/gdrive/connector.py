"""Google Drive as a connected system."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import datetime

from fidedigno.access.content import DirectoryContent
from fidedigno.clock import Clock, utc_now
from fidedigno.model import Identity
from fidedigno.sources.connector import (
    Change,
    Changes,
    Coverage,
    GroupExpansion,
    LiveVerdict,
    Subscription,
    Upserted,
    known_by,
)
from fidedigno.sources.gdrive.api import DriveApi, is_throttled
from fidedigno.sources.gdrive.channels import open_channels
from fidedigno.sources.gdrive.cursor import Cursor, read_cursor
from fidedigno.sources.gdrive.directory import DirectoryApi
from fidedigno.sources.gdrive.feeds import feeds_of, gather_changes
from fidedigno.sources.gdrive.grants import Reader
from fidedigno.sources.gdrive.live import may_read
from fidedigno.sources.gdrive.names import Names
from fidedigno.sources.gdrive.options import GoogleDriveOptions
from fidedigno.sources.gdrive.people import Link, read_people
from fidedigno.sources.gdrive.rights import RightsReader
from fidedigno.sources.gdrive.signing import Sign, rsa_signer
from fidedigno.sources.gdrive.sync import Counts, Sync
from fidedigno.sources.gdrive.together import together
from fidedigno.sources.gdrive.tokens import Delegation, NoToken
from fidedigno.sources.http.client import RestClient
from fidedigno.sources.sharing import LinkShared, Sharing


def _by_address(address: str) -> str | None:
    return address


class GoogleDrive:
    """Files of accounts and shared drives of one Google Workspace, with who may read them.

    Args:
        options: what is read, and as whom.
        sign: signs as the service account; with its key when left out.
        link: the directory's user of a verified address (``None``: nobody); when left out, the user that is
            named like the address. The explicit map of the options comes first.
        sleep: waits before a request is repeated.
        now: the present moment, with a timezone.

    Raises:
        ConfigurationError: if there is neither a signer nor a usable key.
    """

    group_expansion = GroupExpansion.AT_QUERY

    def __init__(
        self,
        options: GoogleDriveOptions,
        *,
        sign: Sign | None = None,
        link: Link = _by_address,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        now: Clock = utc_now,
    ) -> None:
        names = Names(options.name)
        self.name = names.source
        self.counts = Counts()
        """What the latest reading of changes met, so far."""
        self._options = options
        self._names = names
        self._link = link
        self._now = now
        signer = sign or rsa_signer(options.account.private_key)
        root, path = options.token_address
        self._tokens = RestClient(self.name, root, NoToken(), limits=options.limits, sleep=sleep)
        delegation = Delegation(self.name, options.account, signer, self._tokens, path, now)

        def client(base: str) -> RestClient:
            return RestClient(
                self.name, base, delegation, limits=options.limits, throttled=is_throttled, sleep=sleep
            )

        self._drive = DriveApi(client(options.drive_url), delegation, options.labels)
        self._directory = DirectoryApi(client(options.admin_url), delegation, options.admin, options.customer)

    def __repr__(self) -> str:
        return f"GoogleDrive({self.name!r})"

    @property
    def sharing(self) -> Sharing:
        """What the options let in besides named people: links for the domain or anyone; never guests."""
        return Sharing(LinkShared.PEOPLE if self._options.link_shares else LinkShared.NOBODY)

    async def changes(self, cursor: str | None) -> Changes:
        """Documents since ``cursor``; all of them where that cannot be told.

        Raises:
            SourceError: if nothing could be begun.
        """
        options = self._options
        roster = await self._directory.roster()
        feeds = feeds_of(options, roster)
        reader = Reader(roster, self._names, options.link_shares)
        rights = RightsReader(self._drive, reader, self._now)
        since = read_cursor(cursor, options.fingerprint) if cursor else None
        if since is not None and since.feeds.keys() == {each.key for each in feeds}:
            gathered = await gather_changes(self._drive, feeds, since)
            if gathered is not None and not gathered.lost:
                sync = Sync(self.name, self._drive, rights, feeds, gathered.cursor, self._now)
                self.counts = sync.counts
                stream = _timed(sync.since(gathered), gathered.times)
                return Changes(Coverage.SINCE, stream, lambda: sync.written(options.fingerprint))
        # The places first: what changes while everything is read comes with the next reading.
        tokens = await together(lambda each: self._drive.start_token(each.subject, each.drive), feeds)
        starts = {each.key: token for each, token in zip(feeds, tokens, strict=True)}
        sync = Sync(self.name, self._drive, rights, feeds, Cursor(starts), self._now)
        self.counts = sync.counts
        return Changes(Coverage.FULL, sync.everything(), lambda: sync.written(options.fingerprint))

    async def people(self) -> DirectoryContent:
        """Everybody of the Workspace who counts here, and its groups.

        Raises:
            SourceError: if they could not be read whole.
        """
        return await read_people(self._directory, self._names, self._options.people, self._link)

    def known_as(self, person: Identity) -> tuple[str, ...]:
        """The account of a person whom the directory links to one."""
        return known_by(person, self._names.attribute)

    async def check(self, person: str, external_id: str) -> LiveVerdict:
        """Whether the account ``person`` (its id, or an address of it) may read a file now. Never raises."""
        seconds = self._options.check_seconds
        return await may_read(self._directory, self._drive, person, external_id, seconds)

    async def subscribe(
        self, address: str, secret: str, known: Mapping[str, Subscription]
    ) -> Mapping[str, Subscription]:
        """Have Drive call an address when something changes in a feed that is read.

        Raises:
            SourceError: if it does not agree.
        """
        feeds = feeds_of(self._options, await self._directory.roster())
        return await open_channels(self._drive, feeds, address, secret, known, self._now())

    async def close(self) -> None:
        """Let go of connections."""
        await self._drive.close()
        await self._directory.close()
        await self._tokens.close()


async def _timed(changes: AsyncIterator[Change], times: Mapping[str, datetime]) -> AsyncIterator[Change]:
    """The changes with the moments that the feeds told."""
    async for change in changes:
        identifier = change.item.external_id if isinstance(change, Upserted) else change.external_id
        yield replace(change, at=times.get(identifier))
