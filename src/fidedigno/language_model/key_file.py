"""The key of a service, in a file of its own that its owner alone may read. No error repeats what it holds."""

from __future__ import annotations

from pathlib import Path

from fidedigno.errors import ConfigurationError
from fidedigno.private_file import read_private

MAX_BYTES = 10_000


def read_key(path: Path) -> str:
    """The key in a file.

    Raises:
        ConfigurationError: if it is missing, open to others, or holds anything but one word.
    """
    content = read_private(path, "file of the key", "write the key into it", MAX_BYTES) or b""
    key = content.strip().decode("latin-1")
    if not key or not key.isascii() or not key.isprintable() or " " in key:
        raise ConfigurationError(
            f"{path}: it does not hold one key", "write the key, and nothing else, into it"
        )
    return key
