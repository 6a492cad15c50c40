import os
import subprocess
import sys
from pathlib import Path

import pytest

from fidedigno.errors import BusyError, WorkspaceError
from fidedigno.ingest.lock import ingestion_lock

HOLDER = """
import sys, pathlib
from fidedigno.ingest.lock import ingestion_lock
with ingestion_lock(pathlib.Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_the_lock_is_free_again_after_use_and_after_an_error(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with pytest.raises(KeyError), ingestion_lock(path):
        raise KeyError
    with ingestion_lock(path), pytest.raises(BusyError), ingestion_lock(path):
        pass
    with ingestion_lock(path):
        assert path.stat().st_mode & 0o077 == 0


def test_a_process_that_is_killed_lets_go(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(os.environ)
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(BusyError), ingestion_lock(path):
            pass
        holder.kill()
        holder.wait()
        with ingestion_lock(path):
            pass


def test_a_workspace_that_cannot_be_written_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError), ingestion_lock(tmp_path / "missing" / "ingest.lock"):
        pass
