"""Walking through the pages of a list, to the end or not at all."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any

from fidedigno.sources.connector import SourceError, SourceErrorKind

Get = Callable[[str, Mapping[str, str]], Awaitable[Any]]
"""The JSON at a path with a query."""


async def pages(get: Get, path: str, query: Mapping[str, str]) -> AsyncIterator[Mapping[str, Any]]:
    """The pages of a list, in order.

    Raises:
        SourceError: if a page is missing, no page, or one that was there already.
    """
    seen: set[str] = set()
    token = ""
    while True:
        page = await get(path, {**query, **({"pageToken": token} if token else {})})
        if not isinstance(page, dict):
            raise _strange()
        yield page
        following = page.get("nextPageToken")
        if following is None or following == "":
            return
        if not isinstance(following, str) or following in seen:
            raise _strange()
        seen.add(following)
        token = following


def rows_of(page: Mapping[str, Any], key: str) -> list[Any]:
    """The rows of a page; a page without them has none.

    Raises:
        SourceError: if they are no list.
    """
    rows = page.get(key, [])
    if not isinstance(rows, list):
        raise _strange()
    return rows


def _strange() -> SourceError:
    return SourceError(SourceErrorKind.SHAPE, "a page of another shape")
