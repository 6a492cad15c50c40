"""Asking Jira: the token, and listings in their three ways of paging, each read whole or not at all."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any

from fidedigno.sources import shapes
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.http import RestClient
from fidedigno.sources.jira import wire
from fidedigno.sources.jira.options import JiraOptions
from fidedigno.sources.shapes import read_shape

API = "/rest/api/3"
PAGE = 100


def is_final(error: SourceError) -> bool:
    """Whether a failure will not pass by itself: what depended on the answer stays closed."""
    return error.kind in {SourceErrorKind.NOT_AVAILABLE, SourceErrorKind.GONE, SourceErrorKind.SHAPE}


class _Token:
    def __init__(self, options: JiraOptions) -> None:
        self._options = options

    async def headers(self, *, renew: bool) -> Mapping[str, str]:
        if renew:
            raise SourceError(SourceErrorKind.SIGNED_OUT, f"jira:{self._options.name}: the token is refused")
        token = self._options.token.get_secret_value()
        if self._options.email:
            basic = base64.b64encode(f"{self._options.email}:{token}".encode()).decode()
            return {"Authorization": f"Basic {basic}"}
        return {"Authorization": f"Bearer {token}"}


class JiraClient:
    """Reads one site. A listing that does not end properly raises: a part of it would look like deletions."""

    def __init__(
        self, options: JiraOptions, *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self.name = f"jira:{options.name}"
        self._rest = RestClient(self.name, options.url, _Token(options), limits=options.limits, sleep=sleep)

    async def close(self) -> None:
        """Close the connections."""
        await self._rest.close()

    async def get(self, address: str, query: Mapping[str, str] | None = None) -> Any:
        """The JSON at an address below the API's root.

        Raises:
            SourceError: if it was refused, is absent or could not be read.
        """
        return await self._rest.get(API + address, query)

    async def post(self, address: str, body: Mapping[str, Any]) -> Any:
        """The JSON that a question with a body is answered with; as :meth:`get`."""
        return (await self._rest.ask("POST", API + address, body=body))[0]

    async def listed(self, address: str, query: Mapping[str, str] | None = None) -> AsyncIterator[Any]:
        """Everything of a listing by offset that says where it ends.

        Raises:
            SourceError: if it could not be read to its end.
        """
        start = 0
        while True:
            asked = {**(query or {}), "startAt": str(start), "maxResults": str(PAGE)}
            page = shapes.required(wire.OffsetPage, await self.get(address, asked), f"{self.name}: a listing")
            if page.start_at != start:
                raise self._broken("a listing repeats itself")
            for value in page.values:
                yield value
            start += len(page.values)
            ended = (
                page.is_last if page.is_last is not None else page.total is not None and start >= page.total
            )
            if ended:
                return
            if not page.values:
                raise self._broken("a listing does not end")

    async def accounts(self) -> AsyncIterator[wire.ListedAccount]:
        """Every account of the site. Pages may be short; only an empty one is the end.

        An entry whose id is readable but not its standing is left out: it counts for nothing.
        """
        start, seen = 0, set[str]()
        while True:
            answer = await self.get("/users/search", {"startAt": str(start), "maxResults": str(PAGE)})
            page: tuple[Any, ...] = read_shape(tuple[Any, ...], answer, f"{self.name}: accounts")
            if not page:
                return
            before = len(seen)
            for entry in page:
                named = shapes.found(wire.Account, entry)
                if named is None:
                    raise self._broken("an account without an id")
                seen.add(named.account_id)
                account = shapes.found(wire.ListedAccount, entry)
                if account is not None:
                    yield account
            if len(seen) == before:
                raise self._broken("the listing of accounts repeats itself")
            start += len(page)

    async def search(self, jql: str, fields: tuple[str, ...]) -> AsyncIterator[Any]:
        """Every issue that a query finds, unchecked.

        Raises:
            SourceError: if the pages do not end properly.
        """
        token: str | None = None
        seen: set[str] = set()
        while True:
            body: dict[str, Any] = {"jql": jql, "fields": list(fields), "maxResults": PAGE}
            body |= {} if token is None else {"nextPageToken": token}
            page = shapes.required(
                wire.SearchPage, await self.post("/search/jql", body), f"{self.name}: a search"
            )
            for issue in page.issues:
                yield issue
            token = page.next_page_token
            if token is None:
                if page.is_last is False:
                    raise self._broken("a search does not say where it goes on")
                return
            if page.is_last:
                return
            if token in seen:
                raise self._broken("a search repeats itself")
            seen.add(token)

    async def comments(self, issue: str) -> AsyncIterator[Any]:
        """Every comment of an issue, unchecked."""
        start = 0
        while True:
            query = {"startAt": str(start), "maxResults": str(PAGE), "orderBy": "created"}
            answer = await self.get(f"/issue/{issue}/comment", query)
            page = shapes.required(wire.CommentPage, answer, f"{self.name}: comments")
            if page.start_at != start:
                raise self._broken("a listing repeats itself")
            for comment in page.comments:
                yield comment
            start += len(page.comments)
            if start >= page.total:
                return
            if not page.comments:
                raise self._broken("a listing does not end")

    def _broken(self, what: str) -> SourceError:
        return SourceError(SourceErrorKind.SHAPE, f"{self.name}: {what}")
