"""Files that their owner alone may read: secrets, which no error repeats, and what a workspace writes."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from fidedigno.errors import ConfigurationError, WorkspaceError

_FILE_MODE = 0o600


def read_private(path: Path, what: str, hint: str, max_bytes: int) -> bytes | None:
    """The content of a file; ``None`` if it is no regular file, or larger than ``max_bytes``.

    Args:
        path: where it is.
        what: what it is called in errors, such as "file of tokens".
        hint: what to do where it cannot be read.
        max_bytes: how much it may hold.

    Raises:
        ConfigurationError: if it cannot be read, or others may read it.
    """
    try:
        # Without waiting: a pipe in the place of a file would never answer.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            mode = os.fstat(descriptor).st_mode
            content = os.read(descriptor, max_bytes + 1) if stat.S_ISREG(mode) else None
        finally:
            os.close(descriptor)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "not a path"
        raise ConfigurationError(f"{path}: the {what} cannot be read: {why}", hint) from None
    if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
        raise ConfigurationError(f"{path}: others may read this {what}", f"chmod 600 {path}")
    return content if content is not None and len(content) <= max_bytes else None


def write_private(path: Path, text: str, hint: str) -> None:
    """Write a file for its owner alone, whole or not at all.

    Args:
        path: where, in place of what is there.
        text: what.
        hint: what to do where it cannot be written.

    Raises:
        WorkspaceError: if it cannot be written.
    """
    draft = path.with_name(f".{path.name}.new")
    try:
        draft.unlink(missing_ok=True)
        draft.touch(_FILE_MODE, exist_ok=False)
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        raise WorkspaceError(f"{path} cannot be written: {error.strerror}", hint) from error
