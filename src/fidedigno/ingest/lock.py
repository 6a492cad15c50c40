"""One ingestion at a time in a workspace."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fidedigno.errors import BusyError, WorkspaceError


@contextmanager
def ingestion_lock(path: Path) -> Iterator[None]:
    """Hold the workspace's write lock; the system releases it even if the process is killed.

    Raises:
        BusyError: if another process holds it.
        WorkspaceError: if the workspace cannot be written.
    """
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as error:
        raise WorkspaceError(
            f"the workspace cannot be written: {error.strerror}", "check its permissions and free space"
        ) from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise BusyError(
                "another process is writing to this workspace", "wait until it has ended, then try again"
            ) from error
        yield
    finally:
        os.close(descriptor)
