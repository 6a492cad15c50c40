"""A secret of random bytes in a file of its own: made once, whole or not at all, for its owner alone."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path

from fidedigno.errors import WorkspaceError

SECRET_BYTES = 32


def open_secret(path: Path, what: str, *, make: bool = True) -> bytes:
    """Read the secret kept in ``path``; the first time, make it.

    Args:
        path: where it is.
        what: what it is the secret of, for errors ("the traces").
        make: whether one that is not there is made.

    Raises:
        WorkspaceError: if it cannot be used, is damaged, is missing and may not be made, or others may read it.
    """
    try:
        if make and not path.exists():
            make_secret(path)
        mode, secret = path.stat().st_mode, path.read_bytes()
    except (OSError, ValueError) as error:
        raise WorkspaceError(
            f"the secret of {what} cannot be read: {type(error).__name__}",
            "check that its folder is yours to read and write, and that the file is there",
        ) from error
    if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
        raise WorkspaceError(
            f"others may read the secret of {what}",
            f"give it to its owner alone (mode 600); if it has leaked, delete it and {what}",
        )
    if len(secret) != SECRET_BYTES:
        raise WorkspaceError(
            f"the secret of {what} is damaged",
            f"restore it, or delete it and {what}: they mean nothing without it",
        )
    return secret


def make_secret(path: Path) -> None:
    """Write a new secret whole or not at all; where another process was first, keep the other's."""
    draft = draft_secret(path)
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    finally:
        draft.unlink()


def draft_secret(path: Path) -> Path:
    """Write a new secret beside ``path``, for its owner alone; returns where."""
    draft = path.with_name(f"{path.name}.draft-{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "wb") as stream:
        stream.write(secrets.token_bytes(SECRET_BYTES))
        stream.flush()
        os.fsync(stream.fileno())
    return draft
