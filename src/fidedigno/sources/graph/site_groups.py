"""Groups that a site keeps for itself. Graph does not tell their members; SharePoint's own interface does.

It wants a token of its own, made with a certificate: with a secret it refuses, and the groups stay without
members.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from fidedigno.clock import Clock
from fidedigno.errors import ConfigurationError
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.graph.claims import Claim, read_claim
from fidedigno.sources.graph.drives import DrivePlace
from fidedigno.sources.graph.options import GraphOptions, scope_of
from fidedigno.sources.graph.pages import read_pages
from fidedigno.sources.graph.tokens import Tokens
from fidedigno.sources.graph.wire import SiteGroup, SiteMember
from fidedigno.sources.http import RestClient
from fidedigno.sources.shapes import fits

_HEADERS = {"Accept": "application/json;odata=nometadata"}
_log = logging.getLogger(__name__)


@dataclass(slots=True)
class SiteGroups:
    """Claims of the members by site and number of group. ``unread`` sites or groups have none here."""

    members: dict[tuple[str, int], frozenset[Claim]] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)
    not_understood: int = 0


class SharePoint:
    """Asks sites for their groups; keeps a client for each host."""

    def __init__(
        self,
        login: RestClient,
        options: GraphOptions,
        sleep: Callable[[float], Awaitable[None]],
        now: Clock,
    ) -> None:
        self._login = login
        self._options = options
        self._sleep = sleep
        self._now = now
        self._hosts: dict[str, RestClient] = {}

    async def read_sites(self, places: Iterable[DrivePlace]) -> SiteGroups:
        """Every group of the sites of drives, each site once.

        Raises:
            SourceError: if one could not be read for a passing reason.
        """
        found = SiteGroups()
        if not self._options.site_groups:
            return found
        sites = {each.site: each.site_url for each in places if each.site and each.site_url}
        for site, url in sorted(sites.items()):
            await self._read_site(site or "", url or "", found)
        for each in found.unread:
            _log.warning("%s: site groups not read: %s", self._login.name, each)
        return found

    async def members(self, site_url: str, group: int) -> tuple[frozenset[Claim], int]:
        """The claims of one group's members, and how many were not understood.

        Raises:
            SourceError: if they could not be read.
        """
        rows = await self._list(site_url, f"/_api/web/sitegroups/getbyid({group})/users", "LoginName")
        claims: set[Claim] = set()
        missed = 0
        for row in rows:
            shaped: tuple[SiteMember] | None = fits(SiteMember, row)
            claim = read_claim(shaped[0].login, self._options.tenant) if shaped is not None else None
            if claim is None:
                missed += 1
            else:
                claims.add(claim)
        return frozenset(claims), missed

    async def _read_site(self, site: str, url: str, found: SiteGroups) -> None:
        try:
            rows = await self._list(url, "/_api/web/sitegroups", "Id")
        except SourceError as error:
            _raise_if_passing(error)
            found.unread.append(site)
            return
        for row in rows:
            shaped: tuple[SiteGroup] | None = fits(SiteGroup, row)
            if shaped is None:
                continue
            number = shaped[0].id
            try:
                members, missed = await self.members(url, number)
            except SourceError as error:
                _raise_if_passing(error)
                found.unread.append(f"{site}:{number}")
                members, missed = frozenset(), 0
            found.members[site, number] = members
            found.not_understood += missed

    async def _list(self, site_url: str, path: str, select: str) -> Sequence[Any]:
        parts = urlsplit(site_url)
        origin = f"{parts.scheme}://{parts.netloc}"
        if origin not in self._hosts:
            tokens = Tokens(self._login, self._options, scope_of(origin), self._now)
            try:
                self._hosts[origin] = RestClient(
                    self._login.name, origin, tokens, limits=self._options.limits, sleep=self._sleep
                )
            except ConfigurationError:
                raise SourceError(
                    SourceErrorKind.SHAPE, f"{self._login.name}: a site is at an unusable address"
                ) from None
        address = f"{origin}{parts.path.rstrip('/')}{path}"
        rows, _ = await read_pages(self._hosts[origin], address, {"$select": select}, headers=_HEADERS)
        return rows

    async def close(self) -> None:
        """Close the connections."""
        for each in self._hosts.values():
            await each.close()


def _raise_if_passing(error: SourceError) -> None:
    if error.kind is SourceErrorKind.TEMPORARY:
        raise error
