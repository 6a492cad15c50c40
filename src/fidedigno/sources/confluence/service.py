"""The service of a site: whole lists by page, and the certainty that it still answers as our account.

A token that has expired does not always lead to an error: Confluence may answer as it does to anonymous
visitors, and a list of what these see would look like a list of everything.
"""

from __future__ import annotations

import asyncio
import base64
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Mapping
from typing import Any, TypeVar
from urllib.parse import urlsplit

from fidedigno.sources.confluence.options import ConfluenceOptions
from fidedigno.sources.confluence.wire import Listing, Myself
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.http import HttpLimits, RestClient
from fidedigno.sources.shapes import read_shape

PAGE = 250
MAX_PAGES = 20_000
_TOGETHER = 64
_LINK = re.compile(r'<([^<>]{1,8000})>\s*;\s*rel="?next"?')
_NOT_US = ("AUTHENTICATED_FAILED", "AUTHENTICATION_DENIED")

T = TypeVar("T")
R = TypeVar("R")


class _Basic:
    """An e-mail address and a token; neither can be renewed by asking again."""

    def __init__(self, options: ConfluenceOptions) -> None:
        self._options = options

    async def headers(self, *, renew: bool) -> Mapping[str, str]:
        """The header of basic authentication."""
        if renew:
            raise SourceError(SourceErrorKind.SIGNED_OUT, f"{self._options.name}: the token was refused")
        pair = f"{self._options.email}:{self._options.token.get_secret_value()}".encode()
        return {"Authorization": "Basic " + base64.b64encode(pair).decode("ascii")}


class ConfluenceService:
    """Asks one site. Every method raises :class:`SourceError` where an answer is not whole or not for us."""

    def __init__(
        self,
        options: ConfluenceOptions,
        *,
        limits: HttpLimits | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.name = options.name
        self._root = urlsplit(options.url).path
        self._rest = RestClient(
            options.name, options.url, _Basic(options), limits=limits or options.limits, sleep=sleep
        )

    def __repr__(self) -> str:
        return f"ConfluenceService({self.name!r})"

    async def close(self) -> None:
        """Let go of connections."""
        await self._rest.close()

    async def get(self, address: str, query: Mapping[str, str] | None = None) -> Any:
        """The JSON at an address."""
        return (await self._ask("GET", address, query))[0]

    async def post(self, address: str, body: Any) -> Any:
        """The JSON that a request is answered with."""
        return (await self._ask("POST", address, None, body))[0]

    async def _ask(
        self, method: str, address: str, query: Mapping[str, str] | None, body: Any = None
    ) -> tuple[Any, Mapping[str, str]]:
        answer, reply = await self._rest.ask(method, address, query, body=body)
        reason = reply.headers.get("x-seraph-loginreason", "").upper()
        if any(each in reason for each in _NOT_US):
            raise SourceError(SourceErrorKind.SIGNED_OUT, f"{self.name}: answered as to a stranger")
        return answer, reply.headers

    async def myself(self) -> str:
        """The id of the account that asks.

        Raises:
            SourceError: also if the service takes us for an anonymous visitor.
        """
        me: Myself = read_shape(Myself, await self.get("/rest/api/user/current"), "the current user")
        if me.type != "known" or not me.account_id:
            raise SourceError(SourceErrorKind.SIGNED_OUT, f"{self.name}: answered as to a stranger")
        return me.account_id

    async def pages(self, address: str, query: Mapping[str, str], what: str) -> AsyncIterator[Any]:
        """The entries of a list that names its next page, to the end.

        Raises:
            SourceError: if a page could not be read, or pages lead back to one that was read.
        """
        at: str = address
        with_query: Mapping[str, str] | None = query
        been: set[str] = set()
        while True:
            answer, headers = await self._ask("GET", at, with_query)
            page: Listing = read_shape(Listing, answer, what)
            for entry in page.results:
                yield entry
            link = _LINK.search(headers.get("link", ""))
            onward = page.links.next or (link[1] if link else None)
            if not onward:
                return
            if onward in been or len(been) >= MAX_PAGES:
                raise SourceError(SourceErrorKind.SHAPE, f"{what}: the list does not end")
            been.add(onward)
            at, with_query = _below(onward, self._root), None

    async def numbered(self, address: str, query: Mapping[str, str], what: str) -> AsyncIterator[Any]:
        """The entries of a list that is asked for by ``start`` and ``limit``, to the end.

        Raises:
            SourceError: if a page could not be read, or the list does not end.
        """
        start, before = 0, tuple[Any, ...]()
        for _ in range(MAX_PAGES):
            asked = {**query, "start": str(start), "limit": str(PAGE)}
            page: Listing = read_shape(Listing, await self.get(address, asked), what)
            if page.results and page.results == before:
                break
            before = page.results
            for entry in page.results:
                yield entry
            # The service may give fewer at a time than it was asked for, and says so.
            full = len(page.results) >= (PAGE if page.limit is None else min(PAGE, page.limit))
            if not page.results or not (page.links.next or full):
                return
            start += len(page.results)
        raise SourceError(SourceErrorKind.SHAPE, f"{what}: the list does not end")


def _below(link: str, root: str) -> str:
    """A next link as an address below the root, which ends in ``/wiki`` already."""
    for above in (root, "/wiki"):
        if link.startswith(above + "/"):
            return link[len(above) :]
    return link


async def each_of(items: Iterable[T], ask: Callable[[T], Coroutine[Any, Any, R]]) -> list[R]:
    """Ask for each, a few at a time, in order; the first failure stops what is still under way."""
    waiting, found = list(items), list[R]()
    for first in range(0, len(waiting), _TOGETHER):
        tasks = [asyncio.ensure_future(ask(each)) for each in waiting[first : first + _TOGETHER]]
        try:
            found += await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    return found
