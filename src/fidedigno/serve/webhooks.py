"""Where connected systems say that something has changed there.

A message is answered before it is looked at, and always in the same way: whether there is a connection of that
name, and whether the message was its system's, shows in no status, word or time. A genuine message marks the
connection as due; ``fidedigno watch`` then reads the system. Nothing of a message is kept.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from fastapi import APIRouter, BackgroundTasks, Request, Response
from fastapi.responses import PlainTextResponse

from fidedigno.clock import Clock, utc_now
from fidedigno.connected.notices import take_notice

if TYPE_CHECKING:
    from fidedigno.workspace import Fidedigno

MAX_BYTES = 262_144
MAX_TOKEN = 2_048
BURST, PER_SECOND = 60, 10.0
"""How many messages are taken at once, and in a second; of all connections together."""


class Allowance:
    """How many messages may still come: so many at once, and so many in each second.

    Args:
        burst: at once.
        per_second: as time goes on.
        clock: seconds that only go forward.
    """

    def __init__(self, burst: int, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst, self._per_second, self._clock = burst, per_second, clock
        self._left, self._at = float(burst), clock()
        self._lock = threading.Lock()

    def take(self) -> bool:
        """Whether one more may come."""
        with self._lock:
            now = self._clock()
            self._left = min(self._burst, self._left + (now - self._at) * self._per_second)
            self._at = now
            if self._left < 1:
                return False
            self._left -= 1
            return True


def router(
    workspace: Fidedigno,
    *,
    allowance: Allowance | None = None,
    now: Clock = utc_now,
) -> APIRouter:
    """The routes ``POST /webhooks/{connection}``, for an application to include.

    Args:
        workspace: an open workspace.
        allowance: how many messages are taken.
        now: the time, with a timezone.
    """
    routes = APIRouter(tags=["webhooks"])
    allowed = allowance or Allowance(BURST, PER_SECOND)

    @routes.post("/webhooks/{connection}", status_code=202, response_class=Response, include_in_schema=False)
    async def receive(connection: str, request: Request, tasks: BackgroundTasks) -> Response:
        """Take a message of a connected system."""
        if not allowed.take():
            return Response(status_code=429, headers={"Retry-After": "5"})
        token = request.query_params.get("validationToken")
        if token is not None and len(token) <= MAX_TOKEN:
            # Microsoft Graph wants its token back before it sends anything; whoever sends one gets it.
            return PlainTextResponse(token, headers={"X-Content-Type-Options": "nosniff"})
        body = await _body(request)
        if body is None:
            return Response(status_code=413)
        headers = {name.lower(): value for name, value in request.headers.items()}
        tasks.add_task(take_notice, workspace, connection, headers, body, now())
        return Response(status_code=202)

    return routes


async def _body(request: Request) -> bytes | None:
    """The body; ``None`` as soon as it is larger than it may be."""
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > MAX_BYTES:
            return None
    return bytes(body)
