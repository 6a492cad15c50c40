"""A client of a JSON service: asks, repeats what may pass by itself, and tells failures in four kinds.

A failure becomes a :class:`~fidedigno.sources.connector.SourceError` whose words never hold a token, an
address or a text of a document.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar
from urllib.parse import SplitResult, urlencode, urlsplit

from fidedigno.errors import ConfigurationError
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.http.exchange import Exchange, ExchangeError, FailedBecause, Reply
from fidedigno.sources.http.limits import HttpLimits
from fidedigno.sources.http.retry import wait_asked_for, wait_before

_log = logging.getLogger(__name__)
T = TypeVar("T")

_TEMPORARY_STATUS = frozenset({408, 429, 500, 502, 503, 504})
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


def _never(reply: Reply) -> bool:  # noqa: ARG001 - one answer of many kinds
    return False


class Authorise(Protocol):
    """Gives the headers that carry the right to ask."""

    async def headers(self, *, renew: bool) -> Mapping[str, str]:
        """The headers; ``renew`` when those given last were refused.

        Raises:
            SourceError: if there are none to be had.
        """
        ...


class RestClient:
    """Calls one service at ``base``. Use it as ``async with RestClient(...) as client``.

    Addresses are paths below ``base``, or whole addresses that the service itself gave (a next page): those
    must have the scheme, host and port of ``base``, since the token goes with them. At most
    ``limits.parallel`` requests run at a time. A token that is refused is renewed once in each call.

    Args:
        name: names the connector in logs.
        throttled: whether an answer with another status than 429 or 503 asks for patience, such as a 403
            that names a rate limit.
    """

    def __init__(
        self,
        name: str,
        base: str,
        authorise: Authorise,
        *,
        limits: HttpLimits | None = None,
        throttled: Callable[[Reply], bool] = _never,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.name = name
        self.base = checked_base(base)
        self.limits = limits or HttpLimits()
        self._authorise = authorise
        self._exchange = Exchange(self.limits)
        self._throttled = throttled
        self._sleep = sleep
        self._turns: tuple[asyncio.AbstractEventLoop, asyncio.Semaphore] | None = None

    def __repr__(self) -> str:
        return f"RestClient({self.name!r})"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._exchange.close()

    async def get(self, address: str, query: Mapping[str, str] | None = None) -> Any:
        """The JSON at an address. Its shape is the caller's to check.

        Raises:
            SourceError: if it was refused, is absent, or could not be read.
        """
        return (await self.ask("GET", address, query))[0]

    async def ask(
        self,
        method: str,
        address: str,
        query: Mapping[str, str] | None = None,
        *,
        body: Any = None,
        form: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> tuple[Any, Reply]:
        """The JSON that a request is answered with, and the whole answer for its headers."""
        url = self._url(address, query)

        def read(reply: Reply) -> tuple[Any, Reply]:
            return decoded(reply.body), reply

        return await self._call(method, url, self.limits.response_bytes, read, body, form, headers or {})

    async def download(self, address: str, query: Mapping[str, str] | None = None) -> bytes:
        """The bytes at an address of the service."""
        url = self._url(address, query)
        return await self._call("GET", url, self.limits.file_bytes, lambda reply: reply.body, None, None, {})

    async def post_bytes(self, address: str, content: bytes, media_type: str) -> bytes:
        """The bytes that ``content`` is answered with, for services that do not speak JSON.

        Raises:
            SourceError: if it was refused, is absent, or could not be read.
        """
        return await self.send_bytes("POST", address, content, media_type)

    async def send_bytes(
        self,
        method: str,
        address: str,
        content: bytes,
        media_type: str,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """The same, with another method than POST."""
        url, sent = self._url(address, None), {"Content-Type": media_type, **(headers or {})}
        limit = self.limits.response_bytes
        return await self._call(method, url, limit, lambda reply: reply.body, None, None, sent, content)

    def _url(self, address: str, query: Mapping[str, str] | None) -> str:
        own = urlsplit(self.base)
        below = address.startswith("/") and not address.startswith("//")
        url = self.base + address if below else address
        try:
            parts = urlsplit(url)
            foreign = _origin(parts) != _origin(own) or "@" in parts.netloc
        except ValueError:
            foreign = True
        if foreign or ".." in parts.path.split("/"):
            raise SourceError(SourceErrorKind.SHAPE, f"{self.name}: an address is not of this service")
        if query:
            url += ("&" if parts.query else "?") + urlencode(query)
        return url

    def _turn(self) -> asyncio.Semaphore:
        loop = asyncio.get_running_loop()
        if self._turns is None or self._turns[0] is not loop:
            self._turns = loop, asyncio.Semaphore(self.limits.parallel)
        return self._turns[1]

    async def _call(
        self,
        method: str,
        url: str,
        max_bytes: int,
        read: Callable[[Reply], T],
        body: Any,
        form: Mapping[str, str] | None,
        headers: Mapping[str, str],
        content: bytes | None = None,
    ) -> T:
        """Try until there is an answer; only what may pass by itself is tried again."""
        limits = self.limits
        deadline = asyncio.get_running_loop().time() + limits.total
        renew = renewed = False
        attempt = 0
        while True:
            attempt += 1
            because, asked = "", None
            try:
                async with self._turn():
                    carried = {**headers, **await self._authorise.headers(renew=renew)}
                    reply = await self._exchange.send(
                        method, url, max_bytes, headers=carried, json=body, form=form, content=content
                    )
            except ExchangeError as error:
                if error.because in {FailedBecause.TOO_LARGE, FailedBecause.SHAPE}:
                    kind = SourceErrorKind.SHAPE
                    raise SourceError(kind, f"{self.name}: {error.because.value}") from None
                because = error.because.value
            else:
                if 200 <= reply.status < 300:
                    return read(reply)
                renew = reply.status == 401 and not renewed
                if not renew and not (reply.status in _TEMPORARY_STATUS or self._throttled(reply)):
                    raise refused(self.name, reply.status)
                because = f"status {reply.status}"
                asked = wait_asked_for(reply.retry_after, datetime.now(UTC))
            _log.warning("%s: attempt %d: %s", self.name, attempt, because)
            if renew:
                renewed = True
                continue
            wait = wait_before(attempt, limits.backoff, asked)
            # A wait beyond the end of the call would only end in a time-out.
            if attempt >= limits.attempts or asyncio.get_running_loop().time() + wait >= deadline:
                raise SourceError(SourceErrorKind.TEMPORARY, f"{self.name}: {because}")
            await self._sleep(wait)


def refused(name: str, status: int) -> SourceError:
    """The error of an answer that will not change by itself."""
    kinds = {401: SourceErrorKind.SIGNED_OUT, 410: SourceErrorKind.GONE}
    kinds |= dict.fromkeys((403, 404), SourceErrorKind.NOT_AVAILABLE)
    return SourceError(kinds.get(status, SourceErrorKind.SHAPE), f"{name}: status {status}")


def decoded(body: bytes) -> Any:
    """Read JSON; no text of it appears in the error.

    Raises:
        SourceError: if it is none.
    """
    try:
        return json.loads(body.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        # The decoder's error holds the text that it could not read: it is not kept as a context.
        pass
    raise SourceError(SourceErrorKind.SHAPE, "the answer is not JSON")


def checked_base(url: str) -> str:
    """The root address of a service without its last slash.

    Raises:
        ConfigurationError: if it cannot be used, or would send a token in clear text over a network.
    """
    hint = "Write an address such as https://wiki.example."
    try:
        parts = urlsplit(url.strip())
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        raise ConfigurationError("the address of a connected system is not a URL", hint) from None
    if (
        parts.scheme not in {"http", "https"}
        or not host
        or "@" in parts.netloc
        or parts.query
        or parts.fragment
    ):
        raise ConfigurationError("the address of a connected system is not usable", hint)
    if parts.scheme == "http" and host not in _LOOPBACK:
        raise ConfigurationError(
            "a token would travel in clear text", "Use https, or a server of this machine."
        )
    return url.strip().rstrip("/")


def _origin(parts: SplitResult) -> tuple[str, str | None, int | None]:
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    return parts.scheme, parts.hostname, parts.port or usual


def _no_constant(name: str) -> object:
    raise ValueError(name)
