"""The connector to Microsoft 365."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping

from fidedigno.access.content import DirectoryContent
from fidedigno.clock import Clock, utc_now
from fidedigno.model import Identity
from fidedigno.sources.connector import (
    Changes,
    Coverage,
    GroupExpansion,
    LiveVerdict,
    SourceError,
    Subscription,
    known_by,
)
from fidedigno.sources.graph.accounts import Directory, own_address, person_attribute, read_accounts
from fidedigno.sources.graph.contents import Contents
from fidedigno.sources.graph.cursor import read_cursor
from fidedigno.sources.graph.drives import DrivePlace, read_drives
from fidedigno.sources.graph.groups import read_groups
from fidedigno.sources.graph.live import LiveCheck
from fidedigno.sources.graph.names import document_place, guid
from fidedigno.sources.graph.options import GraphOptions
from fidedigno.sources.graph.people import directory_content
from fidedigno.sources.graph.plan import changed_since, everything
from fidedigno.sources.graph.reading import ChangesReading, Counts, Tools
from fidedigno.sources.graph.site_groups import SharePoint
from fidedigno.sources.graph.subscriptions import subscribe
from fidedigno.sources.graph.tokens import NoToken, Tokens
from fidedigno.sources.http import RestClient
from fidedigno.sources.sharing import LinkShared, Sharing


class GraphConnector:
    """Documents, permissions and groups of a Microsoft 365 tenant, for one event loop at a time.

    Args:
        options: which tenant, and what of it.
        directory: the directory's name of whoever has an e-mail address; without it, names are addresses.
        known_groups: names of the groups that the directory has now. Groups of this connector among them
            that the tenant has no more are emptied by :meth:`people`.
        sleep: waits some seconds.
        now: the present moment, with a zone.
    """

    group_expansion = GroupExpansion.AT_QUERY

    def __init__(
        self,
        options: GraphOptions,
        *,
        directory: Directory = own_address,
        known_groups: Callable[[], Iterable[str]] = tuple,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        now: Clock = utc_now,
    ) -> None:
        self.name: str = f"graph:{options.name}"
        self.counts = Counts()
        """What the last reading of changes met so far."""
        self.unread_groups: tuple[str, ...] = ()
        """Ids of groups and sites that the last :meth:`people` left without members."""
        self._options = options
        self._directory = directory
        self._known_groups = known_groups
        self._now = now
        self._sleep = sleep
        self._login = RestClient(self.name, options.login, NoToken(), limits=options.limits, sleep=sleep)
        tokens = Tokens(self._login, options, options.scope, now)
        self._client = RestClient(self.name, options.base, tokens, limits=options.limits, sleep=sleep)
        self._contents = Contents(self._client, options, sleep)
        self._sharepoint = SharePoint(self._login, options, sleep, now)
        self._live = LiveCheck(self._client, self._sharepoint, options, now, sleep)
        self._drives: dict[str, DrivePlace] | None = None

    def __repr__(self) -> str:
        return f"GraphConnector({self.name!r})"

    @property
    def sharing(self) -> Sharing:
        """What the options let in besides members: links for the organisation or anyone, and guests."""
        by_link = self._options.organisation_links or self._options.anonymous_links
        return Sharing(LinkShared.PEOPLE if by_link else LinkShared.NOBODY, self._options.guests)

    async def changes(self, cursor: str | None) -> Changes:
        """Documents since ``cursor``; all of them without one, or when every permission is due.

        Raises:
            SourceError: if nothing could be begun.
        """
        started = self._now()
        self._drives = drives = await read_drives(self._client, self._options)
        known = read_cursor(cursor)
        found = None
        if known is not None and known.full_by > started and known.drives.keys() == drives.keys():
            found = await changed_since(self._client, known.drives)
        full_by = started + self._options.sweep
        coverage = Coverage.FULL
        if found is None or known is None:
            found = await everything(self._client, drives)
        else:
            coverage, full_by = Coverage.SINCE, min(full_by, known.full_by)
        tools = Tools(self._client, self._contents, self._options, self._sleep, self._now)
        reading = ChangesReading(tools, [(drives[each.drive], each) for each in found], full_by)
        self.counts = reading.counts
        return Changes(coverage, reading.stream(), reading.cursor)

    async def people(self) -> DirectoryContent:
        """People who have an account that counts, and every group that an access list can name.

        Raises:
            SourceError: if they could not be read whole; nothing is to be loaded then.
        """
        accounts = await read_accounts(self._client, self._options, self._directory)
        entra = await read_groups(self._client, self._sleep)
        drives = await read_drives(self._client, self._options)
        sites = await self._sharepoint.read_sites(drives.values())
        self.unread_groups = (*sorted(entra.unread), *sites.unread)
        return directory_content(self._options, accounts, entra, sites, self._known_groups())

    def known_as(self, person: Identity) -> tuple[str, ...]:
        """The account of a person whom the directory links to one."""
        return known_by(person, person_attribute(self._options.name))

    async def check(self, person: str, external_id: str) -> LiveVerdict:
        """Whether an account, by its id in Entra, may read a document now; a failure means unknown."""
        place, account = document_place(external_id), guid(person)
        if place is None or account is None:
            return LiveVerdict.UNKNOWN
        try:
            async with asyncio.timeout(self._options.check_seconds):
                if self._drives is None:
                    self._drives = await read_drives(self._client, self._options)
                drive = self._drives.get(place[0])
                if drive is None:
                    return LiveVerdict.UNKNOWN
                return await self._live.verdict(account, drive, place[1])
        except (SourceError, TimeoutError):
            return LiveVerdict.UNKNOWN

    async def subscribe(
        self, address: str, secret: str, known: Mapping[str, Subscription]
    ) -> Mapping[str, Subscription]:
        """Have Graph call an address when something changes in a drive, its permissions included.

        Raises:
            SourceError: if it does not agree.
        """
        drives = await read_drives(self._client, self._options)
        return await subscribe(self._client, drives, address, secret, known, self._now())

    async def close(self) -> None:
        """Close the connections."""
        for each in (self._client, self._login, self._contents, self._sharepoint):
            await each.close()
