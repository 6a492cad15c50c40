"""One JSON document to a service and its answer back: in time, of bounded size, and said in no log.

Neither what is sent nor the key is ever logged, and no error of the HTTP library, which would hold both, goes any
further than this module. A fault that may pass is tried once more within the same time limit.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from types import ModuleType
from typing import TYPE_CHECKING, Any

from fidedigno.errors import ConfigurationError

if TYPE_CHECKING:
    import httpx

_TRIES = 2
_THREADS = 4
_OK = 200
_TOO_MANY = 429
_SERVER_ERROR = 500


class Cause(StrEnum):
    """Why there was no answer that can be used."""

    TIMED_OUT = "timed_out"
    CONNECTION = "connection"
    STATUS = "status"
    TOO_LARGE = "too_large"
    SHAPE = "shape"
    NO_OPTION = "no_option"


class NothingError(Exception):
    """There was no answer; ``again`` says whether another try may bring one."""

    def __init__(self, cause: Cause, *, again: bool = False) -> None:
        super().__init__(cause.value)
        self.cause = cause
        self.again = again


class Posting:
    """Posts to one address. Threads may share it.

    Args:
        url: where to.
        key: sent as a bearer token, where there is one.
        seconds: how long all that one call sends may take, second tries included.
        max_body: bytes of an answer.
        what: what needs the package, for its error.

    Raises:
        ConfigurationError: if the package for HTTP is not installed.
    """

    def __init__(self, url: str, key: str, seconds: float, max_body: int, what: str) -> None:
        self._url = url
        self._key = key
        self._seconds = seconds
        self._max_body = max_body
        self._httpx = import_httpx(what)
        self._encryption = self._httpx.create_ssl_context() if url.startswith("https:") else True
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="fidedigno-model")

    def post(self, bodies: Sequence[dict[str, Any]]) -> list[object]:
        """The JSON that each body is answered with, one after another.

        Raises:
            NothingError: saying why there is none.
        """
        waiting = None
        try:
            # A loop of its own, in a thread of its own: the time limit then ends the request itself, and the
            # caller may be inside a loop or not.
            waiting = self._threads.submit(lambda: asyncio.run(self._within(bodies)))
            return waiting.result(self._seconds + 1)
        except TimeoutError:
            if waiting is not None:
                waiting.cancel()
            cause = Cause.TIMED_OUT
        except RuntimeError:  # closed meanwhile
            cause = Cause.CONNECTION
        raise NothingError(cause)

    def close(self) -> None:
        """Let go of the threads; a request that runs ends with its time limit."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _within(self, bodies: Sequence[dict[str, Any]]) -> list[object]:
        async with asyncio.timeout(self._seconds):
            return [await self._tried(body) for body in bodies]

    async def _tried(self, body: dict[str, Any]) -> object:
        for tried in range(1, _TRIES + 1):
            try:
                return _json(await self._post(body))
            except NothingError as nothing:
                if not nothing.again or tried == _TRIES:
                    raise
        raise AssertionError  # every turn returns or raises

    async def _post(self, body: dict[str, Any]) -> bytes:
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        httpx = self._httpx
        cause, again = Cause.CONNECTION, True
        try:
            client = httpx.AsyncClient(
                verify=self._encryption,
                trust_env=False,
                follow_redirects=False,
                timeout=self._seconds,
            )
            async with client, client.stream("POST", self._url, json=body, headers=headers) as response:
                return await self._read(response)
        except httpx.TimeoutException:
            cause, again = Cause.TIMED_OUT, False
        except (httpx.DecodingError, httpx.InvalidURL):
            cause, again = Cause.SHAPE, False
        except (httpx.HTTPError, OSError):
            pass
        # Outside of the handler, so that the library's error does not become the context of ours.
        raise NothingError(cause, again=again)

    async def _read(self, response: httpx.Response) -> bytes:
        status = response.status_code
        if status != _OK:
            raise NothingError(Cause.STATUS, again=status == _TOO_MANY or status >= _SERVER_ERROR)
        body = bytearray()
        async for part in response.aiter_bytes():
            body += part
            if len(body) > self._max_body:
                raise NothingError(Cause.TOO_LARGE)
        return bytes(body)


def _json(body: bytes) -> object:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise NothingError(Cause.SHAPE) from None


def import_httpx(what: str) -> ModuleType:
    """The HTTP library, which is an extra.

    Raises:
        ConfigurationError: if it is not installed.
    """
    try:
        import httpx
    except ImportError as error:
        raise ConfigurationError(
            f"{what} needs the package httpx", "pip install 'fidedigno[connectors]'"
        ) from error
    return httpx
