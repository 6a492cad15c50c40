"""One request and its answer, bounded in time and size. What fails is told as a cause only.

The errors of the HTTP library hold the request and with it the token: none of them is raised further, nor
kept as the context of one of ours.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, Protocol

from fidedigno.errors import ConfigurationError

if TYPE_CHECKING:
    import ssl

    import httpx


class FailedBecause(StrEnum):
    """Why no whole answer came. For operators; holds nothing of the content."""

    TIMED_OUT = "timed_out"
    CONNECTION = "connection"
    TOO_LARGE = "too_large"
    SHAPE = "shape"
    """Something came that is not HTTP, or in an encoding that was not asked for."""


class ExchangeError(Exception):
    """No whole answer came."""

    def __init__(self, because: FailedBecause) -> None:
        super().__init__(because.value)
        self.because = because


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to one request. ``media_type`` is without parameters, in lower case; so are header names."""

    status: int
    media_type: str
    retry_after: str | None
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def __repr__(self) -> str:
        return f"Reply({self.status}, {self.media_type!r}, {len(self.body)} bytes)"


class ExchangeLimits(Protocol):
    """What of the limits concerns a single exchange; times in seconds."""

    @property
    def connect(self) -> float:
        """For opening a connection."""
        ...

    @property
    def attempt(self) -> float:
        """For the whole exchange."""
        ...

    @property
    def parallel(self) -> int:
        """The most connections at a time."""
        ...


class Exchange:
    """Connections of one connector. Redirects are not followed, and proxies of the environment not used.

    For one event loop at a time; connections belong to the loop that made them.
    """

    def __init__(self, limits: ExchangeLimits) -> None:
        import_httpx()  # said at once, not at the first question
        self._limits = limits
        self._http: httpx.AsyncClient | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def send(
        self,
        method: str,
        url: str,
        max_bytes: int,
        *,
        headers: Mapping[str, str] | None = None,
        form: Mapping[str, str] | None = None,
        json: Any = None,
        content: bytes | None = None,
    ) -> Reply:
        """Send a request, with a form, a JSON body, bytes or nothing, and read the whole answer, whatever its status.

        Raises:
            ExchangeError: if there is no whole answer of at most ``max_bytes``.
        """
        httpx = import_httpx()
        body: dict[str, Any] = {} if form is None else {"data": dict(form)}
        body |= {} if json is None else {"json": json}
        body |= {} if content is None else {"content": content}
        try:
            async with asyncio.timeout(self._limits.attempt):
                return await self._send(method, url, max_bytes, headers=dict(headers or {}), **body)
        except (TimeoutError, httpx.TimeoutException):
            because = FailedBecause.TIMED_OUT
        except _TooLargeError:
            because = FailedBecause.TOO_LARGE
        except (httpx.DecodingError, httpx.InvalidURL, UnicodeError):
            because = FailedBecause.SHAPE
        except (httpx.HTTPError, OSError):
            because = FailedBecause.CONNECTION
        # Outside of the handler, so that the library's error does not become the context of ours.
        raise ExchangeError(because)

    async def _send(self, method: str, url: str, max_bytes: int, **request: Any) -> Reply:
        async with AsyncExitStack() as stack:
            response = await stack.enter_async_context(self._client().stream(method, url, **request))
            said = response.headers.get("content-length", "")
            if said.isascii() and said.isdigit() and int(said[:20]) > max_bytes:
                raise _TooLargeError
            body = bytearray()
            async for part in response.aiter_bytes():
                body += part
                if len(body) > max_bytes:
                    raise _TooLargeError
            found = response.headers
            media_type = found.get("content-type", "").partition(";")[0].strip().lower()
            headers = MappingProxyType({name.lower(): value for name, value in found.items()})
            return Reply(response.status_code, media_type, found.get("retry-after"), bytes(body), headers)

    def _client(self) -> httpx.AsyncClient:
        loop = asyncio.get_running_loop()
        if self._http is None or self._loop is not loop:
            self._loop = loop
            httpx = import_httpx()
            self._http = httpx.AsyncClient(
                verify=_trusted_authorities(),
                follow_redirects=False,
                trust_env=False,
                timeout=httpx.Timeout(self._limits.attempt, connect=self._limits.connect),
                limits=httpx.Limits(max_connections=self._limits.parallel),
                # Uncompressed, so that the size limit is one of the bytes that come over the network too.
                headers={"Accept-Encoding": "identity", "Accept": "application/json, */*;q=0.5"},
            )
        return self._http

    async def close(self) -> None:
        """Close all connections; a later request opens new ones."""
        if self._http is not None and self._loop is asyncio.get_running_loop():
            await self._http.aclose()
        self._http = None


@cache
def _trusted_authorities() -> ssl.SSLContext:
    """The authorities that every connection trusts; reading them takes longer than many a request."""
    context: ssl.SSLContext = import_httpx().create_ssl_context(trust_env=False)
    return context


class _TooLargeError(Exception):
    """The answer is larger than allowed."""


def import_httpx() -> ModuleType:
    """The HTTP library, an optional dependency.

    Raises:
        ConfigurationError: if it is not installed.
    """
    try:
        import httpx
    except ImportError:
        raise ConfigurationError(
            "connectors to other systems need httpx", "Install it with: pip install 'fidedigno[connectors]'"
        ) from None
    return httpx
