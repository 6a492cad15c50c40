"""The key of a service, in a file of its own that its owner alone may read. No error repeats what it holds."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from fidedigno.errors import ConfigurationError

MAX_BYTES = 10_000


def read_key(path: Path) -> str:
    """The key in a file.

    Raises:
        ConfigurationError: if it is missing, open to others, or holds anything but one word.
    """
    try:
        # Without waiting: a pipe in the place of a file would never answer.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            mode = os.fstat(descriptor).st_mode
            content = os.read(descriptor, MAX_BYTES + 1) if stat.S_ISREG(mode) else b""
        finally:
            os.close(descriptor)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "not a path"
        raise ConfigurationError(
            f"{path}: the file of the key cannot be read: {why}", "write the key into it"
        ) from None
    if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
        raise ConfigurationError(f"{path}: others may read this file of a key", f"chmod 600 {path}")
    key = content.strip().decode("latin-1")
    if len(content) > MAX_BYTES or not key or not key.isascii() or not key.isprintable() or " " in key:
        raise ConfigurationError(
            f"{path}: it does not hold one key", "write the key, and nothing else, into it"
        )
    return key
