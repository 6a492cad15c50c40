"""Serves a live site on loopback while a ``with`` block lasts."""

from __future__ import annotations

import threading
from types import TracebackType

from fidedigno.errors import UsageError
from fidedigno.testing.moodle.http import Listener
from fidedigno.testing.moodle.live import LiveSite
from fidedigno.testing.moodle.scenario import Scenario


class MoodleServer(LiveSite):
    """A Moodle to try connectors and packs against; it listens on 127.0.0.1 only.

    Args:
        scenario: the site.
        port: where to listen; 0 takes a free one.

    Inside ``with``, ``url`` and ``token(user)`` are what a client needs, and every change of ``LiveSite`` may be
    made from any thread.

    Raises:
        UsageError: on entering, if the port is taken.
    """

    def __init__(self, scenario: Scenario, *, port: int = 0) -> None:
        super().__init__(scenario)
        self._port = port
        self._listener: Listener | None = None
        self._thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        """The address of the site, such as ``http://127.0.0.1:8080``."""
        if self._listener is None:
            raise UsageError("The simulated Moodle is not running", "Use it in a with block.")
        return self._listener.url

    def __enter__(self) -> MoodleServer:
        if self._listener is not None:
            raise UsageError("The simulated Moodle is running already", "Enter it once.")
        try:
            self._listener = Listener(self._port, self)
        except (OSError, OverflowError):
            raise UsageError(
                f"The simulated Moodle cannot listen on port {self._port}", "Choose another, or 0."
            ) from None
        self._thread = threading.Thread(
            target=self._listener.serve_forever, args=(0.05,), name="simulated-moodle", daemon=True
        )
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.heal()
        if self._listener is not None and self._thread is not None:
            self._listener.shutdown()
            self._listener.close_connections()
            self._listener.server_close()
            self._thread.join()
        self._listener = self._thread = None
