"""Asking now about one person and one document.

Graph cannot be asked by an application whether another person may read an item. So the item's permissions are
read now, and the person's memberships in the groups that they name are asked for now.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from fidedigno.clock import Clock
from fidedigno.sources.connector import LiveVerdict, SourceError, SourceErrorKind
from fidedigno.sources.graph.accounts import FIELDS, counts, is_internal
from fidedigno.sources.graph.claims import Claim, ClaimKind
from fidedigno.sources.graph.drives import DrivePlace
from fidedigno.sources.graph.grants import group_of, read_grants
from fidedigno.sources.graph.groups import read_owners
from fidedigno.sources.graph.names import Names, guid
from fidedigno.sources.graph.options import GraphOptions
from fidedigno.sources.graph.permissions import Reading, read_permissions
from fidedigno.sources.graph.site_groups import SharePoint
from fidedigno.sources.graph.wire import Account
from fidedigno.sources.http import RestClient
from fidedigno.sources.shapes import read_shape

MOST_GROUPS = 20
"""The most groups that one question about memberships may name."""


@dataclass(frozen=True, slots=True)
class LiveCheck:
    """Asks about documents of known drives."""

    client: RestClient
    sharepoint: SharePoint
    options: GraphOptions
    now: Clock
    sleep: Callable[[float], Awaitable[None]]

    async def verdict(self, person: str, place: DrivePlace, item: str) -> LiveVerdict:
        """What the tenant says now of an account, by id, and an item.

        Raises:
            SourceError: if it could not be asked.
        """
        account, permissions = await asyncio.gather(
            self._account(person), read_permissions(self.client, [(place.id, item)], self.sleep)
        )
        if account is None or permissions[0].reading is Reading.ABSENT:
            return LiveVerdict.DENIED
        if permissions[0].reading is not Reading.READ:
            return LiveVerdict.UNKNOWN
        grants = read_grants(permissions[0].rows, place.site, self.options, self.now())
        own = _own_groups(self.options, person, account)
        login = (account.login or "").casefold()
        if grants.groups & own or (login and login in grants.logins):
            return LiveVerdict.ALLOWED
        return await self._through_groups(person, login, own, grants.groups, place)

    async def _account(self, person: str) -> Account | None:
        """The account if it counts now."""
        try:
            answer = await self.client.get(f"/users/{person}", {"$select": FIELDS})
        except SourceError as error:
            if error.kind is SourceErrorKind.NOT_AVAILABLE:
                return None
            raise
        account: Account = read_shape(Account, answer, f"{self.client.name}: account")
        return account if guid(account.id) == person and counts(account, self.options) else None

    async def _through_groups(
        self, person: str, login: str, own: frozenset[str], groups: frozenset[str], place: DrivePlace
    ) -> LiveVerdict:
        names = Names(self.options.name)
        in_sites = [found[1] for each in groups if (found := names.site(each))]
        expanded = await asyncio.gather(*(self._site_group(place, each) for each in sorted(in_sites)))
        claims = {claim for held in expanded if held is not None for claim in held}
        if login and Claim(ClaimKind.LOGIN, login) in claims:
            return LiveVerdict.ALLOWED
        further = {group_of(each, names) for each in claims if each.kind is not ClaimKind.LOGIN}
        if further & own:
            return LiveVerdict.ALLOWED
        entra = {found for each in groups | further if (found := names.entra(each))}
        answers = await asyncio.gather(
            *(self._is_owner(person, key) for key, owners in sorted(entra) if owners),
            *(
                self._is_member(person, piece)
                for piece in _pieces([key for key, owners in entra if not owners])
            ),
        )
        if True in answers:
            return LiveVerdict.ALLOWED
        return LiveVerdict.UNKNOWN if None in answers or None in expanded else LiveVerdict.DENIED

    async def _site_group(self, place: DrivePlace, number: int) -> frozenset[Claim] | None:
        if not self.options.site_groups or place.site_url is None:
            return None
        try:
            claims, _ = await self.sharepoint.members(place.site_url, number)
        except SourceError:
            return None
        return claims

    async def _is_owner(self, person: str, group: str) -> bool | None:
        try:
            return person in await read_owners(self.client, group)
        except SourceError as error:
            return False if error.kind is SourceErrorKind.NOT_AVAILABLE else None

    async def _is_member(self, person: str, groups: Sequence[str]) -> bool | None:
        """Whether the account is in one of the groups, at any depth."""
        path = f"/users/{person}/checkMemberGroups"
        try:
            answer, _ = await self.client.ask("POST", path, body={"groupIds": list(groups)})
            found: dict[str, Any] = read_shape(dict[str, Any], answer, f"{self.client.name}: memberships")
            held: tuple[str, ...] = read_shape(
                tuple[str, ...], found.get("value"), f"{self.client.name}: memberships"
            )
        except SourceError:
            return None
        return not set(groups).isdisjoint(each.casefold() for each in held)


def _own_groups(options: GraphOptions, person: str, account: Account) -> frozenset[str]:
    """The groups that an account is in by what it is."""
    names = Names(options.name)
    own = {names.account(person), names.everyone}
    return frozenset(own | {names.members} if is_internal(account) else own)


def _pieces(groups: Sequence[str]) -> list[list[str]]:
    ordered = sorted(groups)
    return [ordered[first : first + MOST_GROUPS] for first in range(0, len(ordered), MOST_GROUPS)]
