"""One POST to the site and its answer, bounded in time and size. What fails is told as a cause only.

The errors of the HTTP library hold the request and with it the token: none of them is raised further, nor
kept as the context of one of ours.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING

from fidedigno.errors import ConfigurationError
from fidedigno.sources.moodle.errors import MoodleUnknownError, UnknownCause
from fidedigno.sources.moodle.site import MoodleSite

if TYPE_CHECKING:
    import httpx


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to one request. ``media_type`` is without parameters, in lower case."""

    status: int
    media_type: str
    retry_after: str | None
    body: bytes = b""

    def __repr__(self) -> str:
        return f"Reply({self.status}, {self.media_type!r}, {len(self.body)} bytes)"


class Exchange:
    """Connections to one site. Redirects are not followed, and proxies of the environment not used."""

    def __init__(self, site: MoodleSite) -> None:
        import_httpx()  # said at once, not at the first question
        self._site = site
        self._http: httpx.AsyncClient | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def post(self, url: str, form: Mapping[str, str], max_bytes: int) -> Reply:
        """Post a form and read the whole answer.

        Raises:
            MoodleUnknownError: if there is no whole answer of at most ``max_bytes``.
        """
        httpx = import_httpx()
        try:
            async with asyncio.timeout(self._site.limits.attempt):
                return await self._post(url, form, max_bytes)
        except (TimeoutError, httpx.TimeoutException):
            cause = UnknownCause.TIMED_OUT
        except _TooLargeError:
            cause = UnknownCause.TOO_LARGE
        except (httpx.DecodingError, httpx.InvalidURL):
            cause = UnknownCause.SHAPE
        except (httpx.HTTPError, OSError):
            cause = UnknownCause.CONNECTION
        # Outside of the handler, so that the library's error does not become the context of ours.
        raise MoodleUnknownError(cause)

    async def _post(self, url: str, form: Mapping[str, str], max_bytes: int) -> Reply:
        async with AsyncExitStack() as stack:
            response = await stack.enter_async_context(self._client().stream("POST", url, data=dict(form)))
            said = response.headers.get("content-length", "")
            if said.isascii() and said.isdigit() and int(said[:20]) > max_bytes:
                raise _TooLargeError
            body = bytearray()
            async for part in response.aiter_bytes():
                body += part
                if len(body) > max_bytes:
                    raise _TooLargeError
            media_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
            return Reply(response.status_code, media_type, response.headers.get("retry-after"), bytes(body))

    def _client(self) -> httpx.AsyncClient:
        loop = asyncio.get_running_loop()
        if self._http is None or self._loop is not loop:
            # Connections belong to the event loop that made them.
            self._loop = loop
            httpx = import_httpx()
            limits = self._site.limits
            self._http = httpx.AsyncClient(
                follow_redirects=False,
                trust_env=False,
                timeout=httpx.Timeout(limits.attempt, connect=limits.connect),
                limits=httpx.Limits(max_connections=limits.parallel),
                # Uncompressed, so that the size limit is one of the bytes that come over the network too.
                headers={"Accept-Encoding": "identity", "Accept": "application/json, */*;q=0.5"},
            )
        return self._http

    async def close(self) -> None:
        """Close all connections; a later request opens new ones."""
        if self._http is not None and self._loop is asyncio.get_running_loop():
            await self._http.aclose()
        self._http = None


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
            "the Moodle connector needs httpx", "Install it with: pip install 'fidedigno[connectors]'"
        ) from None
    return httpx
