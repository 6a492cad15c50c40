"""A flat folder that only its owner reads, written file by file, each whole or not at all."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

from fidedigno.errors import WorkspaceError

_WRITERS = 16
_AT_ONCE = 1_000
_NAME = re.compile(r"\.?[a-z0-9][a-z0-9._-]{0,200}")


class PrivateFolder:
    """A folder and its files. Names are plain: small letters, digits, ``.``, ``_`` and ``-``.

    Raises:
        WorkspaceError: if the folder cannot be made or written, or is a link.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.mkdir(mode=0o700, exist_ok=True)
            if path.is_symlink():
                raise WorkspaceError(f"{path.name}: the folder of a mirror is a link", "Give a real folder.")
            path.chmod(0o700)
        except OSError as error:
            raise _unwritable(path, error) from None

    def names(self) -> list[str]:
        """The plain names that are there, in order."""
        return sorted(each.name for each in self.path.iterdir() if _NAME.fullmatch(each.name))

    def read(self, name: str) -> bytes | None:
        """The content of a file; ``None`` where there is no regular file of that name."""
        try:
            descriptor = os.open(self._place(name), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            with os.fdopen(descriptor, "rb") as file:
                return file.read()
        except OSError:
            return None

    def has(self, name: str) -> bool:
        """Whether there is a regular file of that name."""
        place = self._place(name)
        return place.is_file() and not place.is_symlink()

    def write(self, name: str, content: bytes) -> bool:
        """Write a file if its content differs; whether it did. An unchanged file keeps its time."""
        if self.read(name) == content:
            return False
        place, new = self._place(name), self.path / f".new-{secrets.token_hex(8)}"
        try:
            descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            new.replace(place)
        except OSError as error:
            new.unlink(missing_ok=True)
            raise _unwritable(self.path, error) from None
        return True

    def write_all(self, files: Iterable[tuple[str, bytes]]) -> int:
        """Write many files, in no order, each as :meth:`write` does; how many differed.

        Several at a time: most of a write is waiting for the disk, which takes what waits together.
        """
        written = 0
        stream = iter(files)
        with ThreadPoolExecutor(_WRITERS, thread_name_prefix="fidedigno-write") as threads:
            while piece := list(islice(stream, _AT_ONCE)):
                written += sum(threads.map(lambda file: self.write(*file), piece))
        return written

    def remove(self, name: str) -> bool:
        """Remove a file; whether there was one."""
        try:
            self._place(name).unlink()
        except FileNotFoundError:
            return False
        except OSError as error:
            raise _unwritable(self.path, error) from None
        return True

    def _place(self, name: str) -> Path:
        if not _NAME.fullmatch(name) or ".." in name:
            raise WorkspaceError(
                "a file of a mirror has no plain name", "Report this; it is a fault of ours."
            )
        return self.path / name


def _unwritable(path: Path, error: OSError) -> WorkspaceError:
    return WorkspaceError(f"{path.name}: the mirror cannot be written: {error.strerror}", "Check its rights.")
