"""Collections that come in pages: read to their end, or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.graph.wire import Page
from fidedigno.sources.http import RestClient
from fidedigno.sources.shapes import read_shape

MOST_PAGES = 100_000


async def read_pages(
    client: RestClient,
    address: str,
    query: Mapping[str, str] | None = None,
    *,
    headers: Mapping[str, str] | None = None,
) -> tuple[list[Any], Page]:
    """All rows, and the last page for what else it says.

    Raises:
        SourceError: if a page could not be read, is not one, or the pages go in a circle.
    """
    answer, _ = await client.ask("GET", address, query, headers=headers)
    return await read_rest(client, answer, headers=headers)


async def read_rest(
    client: RestClient, first: Any, *, headers: Mapping[str, str] | None = None
) -> tuple[list[Any], Page]:
    """All rows of a collection whose first page is here already."""
    page: Page = read_shape(Page, first, f"{client.name}: page")
    rows = list(page.value)
    seen: set[str] = set()
    while link := page.next_link or page.old_next_link:
        if link in seen or len(seen) >= MOST_PAGES:
            raise SourceError(SourceErrorKind.SHAPE, f"{client.name}: the pages of a list have no end")
        seen.add(link)
        answer, _ = await client.ask("GET", link, headers=headers)
        page = read_shape(Page, answer, f"{client.name}: page")
        rows += page.value
    return rows, page
