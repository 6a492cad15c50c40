"""Asking about many things at a time, with their answers in order."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

AT_ONCE = 24
A = TypeVar("A")
B = TypeVar("B")


async def together(ask: Callable[[A], Awaitable[B]], over: Sequence[A]) -> list[B]:
    """The answers for each of ``over``. The first error is raised once whatever was begun has ended."""
    found: list[B] = []
    for first in range(0, len(over), AT_ONCE):
        asks = (ask(each) for each in over[first : first + AT_ONCE])
        for answer in await asyncio.gather(*asks, return_exceptions=True):
            if isinstance(answer, BaseException):
                raise answer
            found.append(answer)
    return found
