"""How a connected system calls the documents of its mirror, for asking it about them when a question arrives."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path

from fidedigno.sources.mirror import STATE_FILE, read_state

_Stamp = tuple[int, int, int]


class MirrorIds:
    """The external ids of the mirror in ``folder``, read again when a synchronisation has written them.

    May be shared by threads.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / STATE_FILE
        self._lock = threading.Lock()
        self._stamp: _Stamp | None = None
        self._ids: Mapping[str, str] = {}

    def of(self, name: str) -> str:
        """The external id of the document in a file; empty where it is not known."""
        with self._lock:
            stamp = self._stamp_now()
            if stamp is None:
                return ""
            if stamp != self._stamp:
                self._ids = read_state(self._file.parent).external_ids
                self._stamp = stamp
            return self._ids.get(name, "")

    def _stamp_now(self) -> _Stamp | None:
        try:
            status = self._file.stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_ino, status.st_size
