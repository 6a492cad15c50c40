"""Asking Notion at its pace: a few requests in a second, each list read whole or not at all."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any

from fidedigno.sources import shapes
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.http import RestClient
from fidedigno.sources.notion import wire
from fidedigno.sources.notion.options import NotionOptions

PAGE = 100


class _Token:
    """Every attempt takes its turn here too, so that repeats keep to the pace."""

    def __init__(self, options: NotionOptions, pace: Pace) -> None:
        self._options = options
        self._pace = pace

    async def headers(self, *, renew: bool) -> Mapping[str, str]:
        if renew:
            name = self._options.name
            raise SourceError(SourceErrorKind.SIGNED_OUT, f"notion:{name}: the token is refused")
        await self._pace.turn()
        token = self._options.token.get_secret_value()
        return {"Authorization": f"Bearer {token}", "Notion-Version": self._options.version}


class Pace:
    """Lets requests through at most ``per_second`` times in a second, evenly spread."""

    def __init__(
        self,
        per_second: float,
        sleep: Callable[[float], Awaitable[None]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._apart = 1 / per_second
        self._sleep = sleep
        self._clock = clock
        self._next = 0.0

    async def turn(self) -> None:
        """Return when the next request may begin."""
        now = self._clock()
        wait = self._next - now
        self._next = max(now, self._next) + self._apart
        if wait > 0:
            await self._sleep(wait)


class NotionClient:
    """Reads one workspace."""

    def __init__(
        self, options: NotionOptions, *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self.name = f"notion:{options.name}"
        token = _Token(options, Pace(options.per_second, sleep))
        self._rest = RestClient(self.name, options.url, token, limits=options.limits, sleep=sleep)

    async def close(self) -> None:
        """Close the connections."""
        await self._rest.close()

    async def get(self, address: str, query: Mapping[str, str] | None = None) -> Any:
        """The JSON at an address below ``/v1``.

        Raises:
            SourceError: if it was refused, is absent (the two are one in Notion) or could not be read.
        """
        return await self._rest.get(f"/v1{address}", query)

    async def search(self) -> AsyncIterator[object]:
        """Everything that is shared with the integration, unchecked."""

        async def page(cursor: str | None) -> Any:
            body: dict[str, Any] = {"page_size": PAGE}
            body["sort"] = {"direction": "ascending", "timestamp": "last_edited_time"}
            body |= {} if cursor is None else {"start_cursor": cursor}
            return (await self._rest.ask("POST", "/v1/search", body=body))[0]

        async for each in self._listed(page):
            yield each

    async def children(self, block: str) -> AsyncIterator[object]:
        """The blocks inside of a page or block, unchecked."""

        async def page(cursor: str | None) -> Any:
            query = {"page_size": str(PAGE)} | ({} if cursor is None else {"start_cursor": cursor})
            return await self.get(f"/blocks/{block}/children", query)

        async for each in self._listed(page):
            yield each

    async def _listed(self, page: Callable[[str | None], Awaitable[Any]]) -> AsyncIterator[object]:
        cursor: str | None = None
        seen: set[str] = set()
        while True:
            answer = shapes.required(wire.Page, await page(cursor), f"{self.name}: a list")
            for each in answer.results:
                yield each
            if not answer.has_more:
                return
            cursor = answer.next_cursor
            if not cursor or cursor in seen:
                raise SourceError(SourceErrorKind.SHAPE, f"{self.name}: a list does not end")
            seen.add(cursor)
