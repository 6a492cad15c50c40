"""An event loop in a thread of its own, so that asynchronous work may be asked for from any thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import CancelledError, Future
from typing import Any, TypeVar

T = TypeVar("T")
CLOSING_SECONDS = 5.0


class LoopThread:
    """Runs coroutines for callers in other threads. Close it when done."""

    def __init__(self, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._gate = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._loop.run_forever, name=name, daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        """The result of ``work``.

        Raises:
            TimeoutError: after so many seconds, the work is cancelled then; or if the thread is closed.
        """
        future = self.start(work)
        try:
            return future.result(seconds)
        except TimeoutError:
            future.cancel()
            raise
        except CancelledError:
            raise TimeoutError("closed") from None

    def start(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Begin ``work`` without waiting for it; cancelling what is given back cancels it.

        Raises:
            TimeoutError: if the thread is closed.
        """
        with self._gate:
            if self._closed:
                work.close()
                raise TimeoutError("closed")
            return asyncio.run_coroutine_threadsafe(work, self._loop)

    def close(self, last: Callable[[], Awaitable[None]] | None = None) -> None:
        """Cancel what still runs, await ``last``, and end the thread. Whoever waits for a result is told."""
        with self._gate:
            if self._closed:
                return
            self._closed = True
            ending = asyncio.run_coroutine_threadsafe(self._end(last), self._loop)
        try:
            ending.result(CLOSING_SECONDS)
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(CLOSING_SECONDS)
            if not self._thread.is_alive():
                self._loop.close()

    async def _end(self, last: Callable[[], Awaitable[None]] | None) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        if last is not None:
            await last()
        await self._loop.shutdown_asyncgens()
