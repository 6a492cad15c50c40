"""The outermost layer: what is too large is not read, and what nobody foresaw tells nothing."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping

from starlette.types import ASGIApp, Message, Receive, Scope, Send

_log = logging.getLogger(__name__)

TOO_LARGE = {"code": "FID100", "message": "the request is too large"}
UNEXPECTED = {"code": "FID000", "message": "this cannot be answered now"}


class _TooLargeError(Exception):
    pass


class Guard:
    """Refuses bodies over a limit, and turns an error that nothing caught into one sentence.

    Args:
        app: what is inside.
        limit: bytes of a body.
        limits: other limits, by the beginning of the path.
    """

    def __init__(self, app: ASGIApp, limit: int, limits: Mapping[str, int]) -> None:
        self._app = app
        self._limit = limit
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit = next((n for start, n in self._limits.items() if scope["path"].startswith(start)), self._limit)
        exchange = _Exchange(receive, send, limit)
        try:
            if _declared(scope) > limit:
                await exchange.refuse(413, TOO_LARGE)
            else:
                await self._app(scope, exchange.receive, exchange.send)
        except _TooLargeError:
            await exchange.refuse(413, TOO_LARGE)
        except Exception as error:  # noqa: BLE001 - a traceback could hold names and texts
            _log.error("a request ended in an unexpected %s", type(error).__name__)
            await exchange.refuse(500, UNEXPECTED)


class _Exchange:
    """One request and its answer. What is inside may take the too large body for some other mistake of the
    request, so its answer to such a body is replaced by ours."""

    def __init__(self, receive: Receive, send: Send, limit: int) -> None:
        self._receive = receive
        self._send = send
        self._limit = limit
        self._read = 0
        self._begun = False
        self._refused = False

    async def receive(self) -> Message:
        """The next piece of the body, as long as there is room for it."""
        message = await self._receive()
        self._read += len(message.get("body", b""))
        if self._read > self._limit:
            raise _TooLargeError
        return message

    async def send(self, message: Message) -> None:
        """The next piece of the answer."""
        if self._read > self._limit and not self._begun:
            await self.refuse(413, TOO_LARGE)
        if not self._refused:
            self._begun = True
            await self._send(message)

    async def refuse(self, status: int, error: Mapping[str, str]) -> None:
        """Answer with an error, unless an answer has begun."""
        if self._begun or self._refused:
            return
        self._refused = True
        body = json.dumps({"error": error}).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await self._send({"type": "http.response.start", "status": status, "headers": headers})
        await self._send({"type": "http.response.body", "body": body})


def _declared(scope: Scope) -> int:
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0
