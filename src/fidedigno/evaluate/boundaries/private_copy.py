"""A copy of a workspace in a private temporary folder, in which the suite may do as it likes.

Asking leaves records, and the suite makes up people and disables accounts: none of that may happen in the
workspace that people use.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from fidedigno.errors import WorkspaceError
from fidedigno.evaluate.boundaries.remembering import RememberingEmbedder
from fidedigno.ingest.lock import ingestion_lock

if TYPE_CHECKING:
    from fidedigno.workspace import Fidedigno

DATABASE_FILE = "state.sqlite"
INDEX_FOLDER = "index"
LEFT_OUT = ("moodle.yaml", "mirrors", "connections", "debug", "*.lock", f"{DATABASE_FILE}*")
"""Not copied as they are. Without its connections the copy asks no live system in anybody's name."""


@contextmanager
def private_copy(workspace: Fidedigno, lock_file: Path) -> Iterator[Fidedigno]:
    """Open a copy of a workspace; it is deleted at the end, whatever happens.

    Args:
        workspace: the workspace; only read.
        lock_file: that of its ingestion, held while the files are copied.

    Raises:
        BusyError: if an ingestion is running.
        WorkspaceError: if there is no room, or a file cannot be read.
    """
    with tempfile.TemporaryDirectory(prefix="fidedigno-boundaries-") as place:
        folder = Path(place) / workspace.folder.name
        try:
            with ingestion_lock(lock_file):
                shutil.copytree(workspace.folder, folder, ignore=shutil.ignore_patterns(*LEFT_OUT))
                _copy_database(workspace.folder / DATABASE_FILE, folder / DATABASE_FILE)
            folder.chmod(0o700)
        except (OSError, shutil.Error, sqlite3.Error) as error:
            raise WorkspaceError(
                f"the workspace cannot be copied for the test: {type(error).__name__}",
                "free as much room for temporary files as the workspace takes, or set TMPDIR",
            ) from error
        with type(workspace).open(folder) as copy:
            if copy.embedder.dimensions:
                copy.__dict__["embedder"] = RememberingEmbedder(copy.embedder)
            yield copy


def _copy_database(source: Path, target: Path) -> None:
    """Copy one consistent state, whatever is being written meanwhile."""
    target.touch(0o600)
    with (
        closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as reading,
        closing(sqlite3.connect(target)) as writing,
    ):
        reading.backup(writing)
