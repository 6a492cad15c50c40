"""A model behind the chat-completions protocol, as many services and local servers speak it.

The question's texts leave this machine if the service is elsewhere: that is for whoever configures it to
decide. Neither they nor the key are ever logged, and no error of the HTTP library, which would hold both,
goes any further than this module.
"""

from __future__ import annotations

import asyncio
import json
import logging
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from types import ModuleType
from typing import TYPE_CHECKING, Any

from fidedigno.errors import ConfigurationError
from fidedigno.language_model.connection import Service
from fidedigno.language_model.prompt import render
from fidedigno.language_model.reply import read_reply
from fidedigno.language_model.task import Choice, Task

if TYPE_CHECKING:
    import httpx

MAX_BODY = 65_536
MAX_TOKENS = 8
_TRIES = 2
_THREADS = 4
_OK = 200
_TOO_MANY = 429
_SERVER_ERROR = 500
_log = logging.getLogger(__name__)


class Cause(StrEnum):
    """Why there was no choice."""

    TIMED_OUT = "timed_out"
    CONNECTION = "connection"
    STATUS = "status"
    TOO_LARGE = "too_large"
    SHAPE = "shape"
    NO_OPTION = "no_option"


class _NothingError(Exception):
    def __init__(self, cause: Cause, *, again: bool = False) -> None:
        super().__init__(cause.value)
        self.cause = cause
        self.again = again


class ChatService:
    """Asks one service. Threads may share it.

    Args:
        service: where it is, and how long a choice may take, a second try included.

    Raises:
        ConfigurationError: if the package for HTTP is not installed.
    """

    def __init__(self, service: Service) -> None:
        self._service = service
        self._httpx = import_httpx()
        self._encryption = self._httpx.create_ssl_context() if service.url.startswith("https:") else True
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="fidedigno-model")

    def choose(self, task: Task) -> Choice | None:
        """One of the options, or ``None``; a log line then says why by its cause only."""
        prompt = render(task)
        body = {
            "model": self._service.model,
            "messages": [
                {"role": "system", "content": prompt.system},
                {"role": "user", "content": prompt.user},
            ],
            "temperature": 0,
            "max_tokens": MAX_TOKENS,
            "stream": False,
        }
        cause: Cause | None = None
        choice: Choice | None = None
        try:
            # A loop of its own, in a thread of its own: the time limit then ends the request itself, and the
            # caller may be inside a loop or not.
            waiting = self._threads.submit(lambda: asyncio.run(self._within(body)))
            choice = read_reply(waiting.result(self._service.seconds + 1), task)
            cause = None if choice else Cause.NO_OPTION
        except _NothingError as nothing:
            cause = nothing.cause
        except TimeoutError:
            waiting.cancel()
            cause = Cause.TIMED_OUT
        except RuntimeError:  # closed meanwhile
            cause = Cause.CONNECTION
        if cause is not None:
            _log.warning("the language model chose nothing (%s)", cause)
        return choice

    def close(self) -> None:
        """Let go of the threads; a request that runs ends with its time limit."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _within(self, body: dict[str, Any]) -> object:
        async with asyncio.timeout(self._service.seconds):
            for tried in range(1, _TRIES + 1):
                try:
                    return _content(await self._post(body))
                except _NothingError as nothing:
                    if not nothing.again or tried == _TRIES:
                        raise
        raise AssertionError  # every turn returns or raises

    async def _post(self, body: dict[str, Any]) -> bytes:
        headers = {"Authorization": f"Bearer {self._service.key}"} if self._service.key else {}
        httpx = self._httpx
        cause, again = Cause.CONNECTION, True
        try:
            client = httpx.AsyncClient(
                verify=self._encryption,
                trust_env=False,
                follow_redirects=False,
                timeout=self._service.seconds,
            )
            async with (
                client,
                client.stream(
                    "POST", f"{self._service.url}/chat/completions", json=body, headers=headers
                ) as response,
            ):
                return await _read(response)
        except httpx.TimeoutException:
            cause, again = Cause.TIMED_OUT, False
        except (httpx.DecodingError, httpx.InvalidURL):
            cause, again = Cause.SHAPE, False
        except (httpx.HTTPError, OSError):
            pass
        # Outside of the handler, so that the library's error does not become the context of ours.
        raise _NothingError(cause, again=again)


async def _read(response: httpx.Response) -> bytes:
    status = response.status_code
    if status != _OK:
        raise _NothingError(Cause.STATUS, again=status == _TOO_MANY or status >= _SERVER_ERROR)
    body = bytearray()
    async for part in response.aiter_bytes():
        body += part
        if len(body) > MAX_BODY:
            raise _NothingError(Cause.TOO_LARGE)
    return bytes(body)


def _content(body: bytes) -> object:
    """The text of the first choice of an answer."""
    try:
        return json.loads(body)["choices"][0]["message"]["content"]
    except (ValueError, LookupError, TypeError, RecursionError):
        raise _NothingError(Cause.SHAPE) from None


def import_httpx() -> ModuleType:
    """The HTTP library, which is an extra.

    Raises:
        ConfigurationError: if it is not installed.
    """
    try:
        import httpx
    except ImportError as error:
        raise ConfigurationError(
            "a language model behind a service needs the package httpx", "pip install 'fidedigno[connectors]'"
        ) from error
    return httpx
