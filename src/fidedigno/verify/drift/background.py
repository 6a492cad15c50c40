"""Recording behind the answer: in a thread of its own, so that nobody waits for it or is told by it.

How long an answer takes would tell whether its question was asked before; who asks gets the answer first. What
cannot be kept up with is left out: a record with a gap says less, an answer that waits says nothing sooner.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable

from fidedigno.errors import FidedignoError

WAITING = 256
"""Answers that may wait to be recorded; those beyond are left out."""
CLOSING_SECONDS = 2.0
_log = logging.getLogger(__name__)


class Background:
    """Does pieces of work one after another in one thread, which begins with the first.

    Raises nothing of what a piece of work raises: it is logged by its code.
    """

    def __init__(self, name: str) -> None:
        self._waiting: queue.Queue[Callable[[], object] | None] = queue.Queue(WAITING)
        self._name = name
        self._making = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closed = False

    def put(self, work: Callable[[], object]) -> bool:
        """Have it done later; whether there was room for it. Never waits."""
        with self._making:
            if self._closed:
                return False
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
            try:
                self._waiting.put_nowait(work)
            except queue.Full:
                return False
        return True

    def flush(self, seconds: float = CLOSING_SECONDS) -> bool:
        """Wait for what was put so far, no longer than this; whether all of it was done."""
        done = threading.Event()
        with self._making:
            if self._thread is None or self._closed:
                return True
        return self.put(done.set) and done.wait(seconds)

    def close(self, seconds: float = CLOSING_SECONDS) -> None:
        """Do what waits, for no longer than this, and end the thread."""
        self.flush(seconds)
        with self._making:
            self._closed = True
            thread = self._thread
        if thread is not None:
            try:
                self._waiting.put_nowait(None)
            except queue.Full:
                return  # the thread is a daemon, and whatever it still holds is lost with the process
            thread.join(seconds)

    def _run(self) -> None:
        while (work := self._waiting.get()) is not None:
            try:
                work()
            except FidedignoError as error:
                _log.warning("an answer was not recorded for drift (%s)", error.code)
            except Exception as error:  # noqa: BLE001 - the thread must outlive one bad piece of work
                _log.error("an answer was not recorded for drift (%s)", type(error).__name__)
