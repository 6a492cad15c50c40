"""The content of a file. Graph gives an address of another host that holds its own right for some minutes:
nothing of ours is sent there, and only known hosts are asked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import Field

from fidedigno.errors import ConfigurationError
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.graph.options import GraphOptions
from fidedigno.sources.graph.tokens import NoToken
from fidedigno.sources.http import RestClient
from fidedigno.sources.shapes import Shape, read_shape

_FIELD = "@microsoft.graph.downloadUrl"


class _Download(Shape):
    id: str
    url: Annotated[str, Field(alias=_FIELD, repr=False)]


class Contents:
    """Fetches contents; keeps a client for each host."""

    def __init__(
        self, client: RestClient, options: GraphOptions, sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        self._client = client
        self._options = options
        self._sleep = sleep
        self._hosts: dict[str, RestClient] = {}

    async def read(self, drive: str, item: str) -> bytes:
        """The bytes of a file as they are now.

        Raises:
            SourceError: if they could not be read, or are at a host that is not known.
        """
        path = f"/drives/{drive}/items/{item}"
        answer = await self._client.get(path, {"$select": f"id,{_FIELD}"})
        download: _Download = read_shape(_Download, answer, f"{self._client.name}: item")
        if not self._options.trusts(download.url):
            raise SourceError(SourceErrorKind.SHAPE, f"{self._client.name}: a content is at an unknown host")
        return await self._host(download.url).download(download.url)

    def _host(self, url: str) -> RestClient:
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        if origin not in self._hosts:
            try:
                self._hosts[origin] = RestClient(
                    self._client.name, origin, NoToken(), limits=self._options.limits, sleep=self._sleep
                )
            except ConfigurationError:
                raise SourceError(
                    SourceErrorKind.SHAPE, f"{self._client.name}: a content is at an unusable address"
                ) from None
        return self._hosts[origin]

    async def close(self) -> None:
        """Close the connections."""
        for each in self._hosts.values():
            await each.close()
