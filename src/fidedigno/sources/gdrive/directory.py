"""Accounts and groups of the Workspace, from its Admin directory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import quote

from fidedigno.access.content import EntryError, checked_email
from fidedigno.sources.gdrive import wire
from fidedigno.sources.gdrive.pages import Get, pages, rows_of
from fidedigno.sources.gdrive.tokens import READ_DIRECTORY, Delegation
from fidedigno.sources.http.client import RestClient
from fidedigno.sources.shapes import Shape, read_shape

_ROOT = "/admin/directory/v1"
S = TypeVar("S", bound=Shape)


def counts(user: wire.User) -> bool:
    """Whether an account holds any right here: not suspended, archived, deleted or of a guest.

    One of which that is not said holds none.
    """
    is_open = user.suspended is False and user.archived is False
    return is_open and not (user.is_guest_user or user.deletion_time)


def address_of(text: str) -> str | None:
    """An address as it is compared; ``None`` if it is none."""
    try:
        return checked_email(text)
    except EntryError:
        return None


@dataclass(frozen=True, slots=True)
class Roster:
    """Who and what the directory holds. An address that two hold names neither."""

    users: tuple[wire.User, ...]
    groups: tuple[wire.Group, ...]
    _accounts: Mapping[str, str | None] = field(init=False, repr=False)
    _group_ids: Mapping[str, str | None] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        living = [each for each in self.users if not each.deletion_time]
        put = object.__setattr__
        put(self, "_accounts", _by_address((each.primary_email, each) for each in living))
        put(self, "_group_ids", _by_address((each.email, each) for each in self.groups))

    def account(self, address: str) -> str | None:
        """The id of the account with that address, main or other; ``None`` if not exactly one."""
        return self._accounts.get(address_of(address) or "")

    def group(self, address: str) -> str | None:
        """The id of the group with that address; ``None`` if not exactly one."""
        return self._group_ids.get(address_of(address) or "")

    def active(self) -> tuple[str, ...]:
        """The main addresses of the accounts that count."""
        found = (address_of(each.primary_email) for each in self.users if counts(each))
        return tuple(sorted({each for each in found if each}))


def _by_address(entries: Iterable[tuple[str, wire.User | wire.Group]]) -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for main, entry in entries:
        for text in (main, *entry.aliases, *entry.non_editable_aliases):
            address = address_of(text)
            if address is not None and found.setdefault(address, entry.id) != entry.id:
                found[address] = None
    return found


class DirectoryApi:
    """Calls of the Admin directory, made as ``admin``."""

    def __init__(self, client: RestClient, delegation: Delegation, admin: str, customer: str) -> None:
        self._client = client
        self._delegation = delegation
        self._admin = admin
        self._customer = customer

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def _get(self, path: str, query: Mapping[str, str]) -> Any:
        with self._delegation.acting(self._admin, READ_DIRECTORY):
            return await self._client.get(_ROOT + path, query)

    async def roster(self) -> Roster:
        """All accounts, those deleted lately too, and all groups.

        Raises:
            SourceError: if they could not be read whole.
        """
        users = await self._users("false") + await self._users("true")
        query = {"customer": self._customer, "maxResults": "200"}
        query["fields"] = f"nextPageToken,groups({wire.mask(wire.Group)})"
        groups = await _all(self._get, "/groups", query, "groups", wire.Group)
        return Roster(tuple(_unlike(users)), tuple(_unlike(groups)))

    async def _users(self, deleted: str) -> list[wire.User]:
        query = {"customer": self._customer, "maxResults": "500", "showDeleted": deleted}
        query["fields"] = f"nextPageToken,users({wire.mask(wire.User)})"
        found = await _all(self._get, "/users", query, "users", wire.User)
        if deleted == "false":
            return found
        # Whatever is listed here is deleted, whether or not it says when.
        return [each.model_copy(update={"deletion_time": each.deletion_time or "-"}) for each in found]

    async def members(self, group: str) -> list[wire.Member]:
        """The direct members of a group, by its id.

        Raises:
            SourceError: if they could not be read whole.
        """
        query = {"maxResults": "200", "includeDerivedMembership": "false"}
        query["fields"] = f"nextPageToken,members({wire.mask(wire.Member)})"
        path = f"/groups/{quote(group, safe='')}/members"
        return await _all(self._get, path, query, "members", wire.Member)

    async def user(self, key: str) -> wire.User:
        """An account as it is now, by id or address.

        Raises:
            SourceError: if it is not there, or could not be read.
        """
        answer = await self._get(f"/users/{quote(key, safe='')}", {"fields": wire.mask(wire.User)})
        return read_shape(wire.User, answer, "an account")


async def _all(get: Get, path: str, query: Mapping[str, str], key: str, shape: type[S]) -> list[S]:
    found: list[S] = []
    async for page in pages(get, path, query):
        found += read_shape(list[shape], rows_of(page, key), key)  # type: ignore[valid-type]
    return found


def _unlike(entries: Iterable[S]) -> list[S]:
    """Without repeats of an id, as pages that shift under the reader bring; the last one counts."""
    return list({getattr(each, "id"): each for each in entries}.values())  # noqa: B009 - of two shapes
