"""Many questions in one request. Each answer inside counts for itself: that the request went well says nothing.

What is throttled or broken inside is asked again after the wait that it asks for itself.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.graph.wire import SubReplies, SubReply
from fidedigno.sources.http import RestClient
from fidedigno.sources.http.retry import wait_asked_for, wait_before
from fidedigno.sources.shapes import fits, read_shape

MOST = 20
"""The most questions in one request."""

_AGAIN = frozenset({0, 408, 429, 500, 502, 503, 504})
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Part:
    """The answer to one question: a status, 0 where there was none, and a body that may have any shape."""

    status: int
    body: Any = None

    @property
    def is_temporary(self) -> bool:
        """Whether it may be another one the next time."""
        return self.status in _AGAIN


async def ask_many(
    client: RestClient, paths: Sequence[str], sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> list[Part]:
    """The answers to ``GET`` of each path, in the order of the paths.

    Raises:
        SourceError: if a request as a whole was not answered.
    """
    pieces = [paths[first : first + MOST] for first in range(0, len(paths), MOST)]
    answered = await asyncio.gather(*(_piece(client, piece, sleep) for piece in pieces))
    return [part for piece in answered for part in piece]


async def _piece(
    client: RestClient, paths: Sequence[str], sleep: Callable[[float], Awaitable[None]]
) -> list[Part]:
    limits = client.limits
    deadline = asyncio.get_running_loop().time() + limits.total
    parts = [Part(0) for _ in paths]
    waiting = list(range(len(paths)))
    for attempt in range(1, limits.attempts + 1):
        asked = await _once(client, paths, waiting, parts)
        for number in [each for each in waiting if parts[each].status == 401]:
            # Only a whole request makes the client renew its token.
            parts[number] = await _alone(client, paths[number])
        waiting = [each for each in waiting if parts[each].is_temporary]
        wait = wait_before(attempt, limits.backoff, asked)
        if not waiting or attempt == limits.attempts or asyncio.get_running_loop().time() + wait >= deadline:
            break
        _log.warning("%s: attempt %d: %d parts of a batch not answered", client.name, attempt, len(waiting))
        await sleep(wait)
    return parts


async def _once(
    client: RestClient, paths: Sequence[str], wanted: Sequence[int], parts: list[Part]
) -> float | None:
    """Ask for the wanted ones; the longest wait that an answer asks for."""
    questions = [{"id": str(each), "method": "GET", "url": paths[each]} for each in wanted]
    answer, _ = await client.ask("POST", "/$batch", body={"requests": questions})
    whole: SubReplies = read_shape(SubReplies, answer, f"{client.name}: batch")
    found: dict[str, list[SubReply]] = {}
    for raw in whole.responses:
        shaped: tuple[SubReply] | None = fits(SubReply, raw)
        if shaped is not None:
            found.setdefault(shaped[0].id, []).append(shaped[0])
    waits = [0.0]
    for number in wanted:
        replied = found.get(str(number), [])
        # Two answers to one question: neither can be believed.
        parts[number] = Part(replied[0].status, replied[0].body) if len(replied) == 1 else Part(0)
        if len(replied) == 1 and parts[number].is_temporary:
            waits.append(wait_asked_for(_retry_after(replied[0]), datetime.now(UTC)) or 0.0)
    return max(waits) or None


def _retry_after(reply: SubReply) -> str | None:
    for name, value in (reply.headers or {}).items():
        if name.casefold() == "retry-after":
            return str(value)
    return None


async def _alone(client: RestClient, path: str) -> Part:
    try:
        return Part(200, await client.get(path))
    except SourceError as error:
        if error.kind is SourceErrorKind.SIGNED_OUT:
            raise
        return Part(0 if error.kind is SourceErrorKind.TEMPORARY else 403)
