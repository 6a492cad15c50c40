"""A helper that verification can do without fails: that is said once, until it works again."""

from __future__ import annotations

from threading import Lock


class Outage:
    """Whether one helper fails at present. Safe in threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._lasts = False

    def begins(self) -> bool:
        """It failed; whether for the first time since it worked, or ever."""
        with self._lock:
            known, self._lasts = self._lasts, True
        return not known

    def ends(self) -> None:
        """It worked."""
        with self._lock:
            self._lasts = False
