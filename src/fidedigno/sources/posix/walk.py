"""Walks a folder without following links, and opens files without trusting their path."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from fidedigno.sources.posix.acl import AclError, Rights, rights_of

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# Without waiting, so that a pipe in the place of a file does not stop the reading.
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_DEEPEST = 200
_CLOSED_OR_GONE = frozenset(
    {errno.EACCES, errno.EPERM, errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENXIO}
)


@dataclass(frozen=True, slots=True)
class Found:
    """A file. ``rights`` are its own; ``above`` those of the folders over it. ``None``: not readable."""

    parts: tuple[str, ...]
    status: os.stat_result
    rights: Rights | None
    above: tuple[Rights, ...] | None


@dataclass
class Walk:
    """All files below ``root``. ``skipped`` counts what is neither file nor folder here: links, devices,
    other file systems, names that are no text, and folders that are too deep or could not be listed.
    """

    root: Path
    share: bool
    skipped: int = 0

    def files(self) -> Iterator[Found]:
        """Every file, in the order of names.

        Raises:
            OSError: if the root cannot be read, or the disk fails.
        """
        descriptor = os.open(self.root, _FOLDER)
        try:
            above = () if self.share else _rights_above(self.root)
            yield from self._folder(descriptor, (), above, os.fstat(descriptor).st_dev)
        finally:
            os.close(descriptor)

    def _folder(
        self, folder: int, parts: tuple[str, ...], above: tuple[Rights, ...] | None, device: int
    ) -> Iterator[Found]:
        own = _rights(folder)
        chain = None if above is None or own is None else (*above, own)
        for name in sorted(os.listdir(folder)):
            here = (*parts, name)
            try:
                name.encode()
                status = os.stat(name, dir_fd=folder, follow_symlinks=False)
                if stat.S_ISDIR(status.st_mode) and status.st_dev == device and len(parts) < _DEEPEST:
                    with opened(name, _FOLDER, folder) as inner:
                        yield from self._folder(inner, here, chain, device)
                elif stat.S_ISREG(status.st_mode) and status.st_dev == device:
                    with opened(name, _FILE, folder) as file:
                        yield Found(here, os.fstat(file), _rights(file), chain)
                else:
                    self.skipped += 1
            except UnicodeEncodeError:
                self.skipped += 1
            except OSError as error:
                # A disk that fails is not a folder whose files are gone.
                if error.errno not in _CLOSED_OR_GONE:
                    raise
                self.skipped += 1


@contextmanager
def opened(name: str | Path, flags: int, folder: int | None = None) -> Iterator[int]:
    """A descriptor that is closed afterwards."""
    descriptor = os.open(name, flags, dir_fd=folder)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def read_below(root: Path, parts: tuple[str, ...], inode: int, most: int) -> bytes | None:
    """The content of a file; ``None`` if another is in its place, or it is larger than ``most`` bytes.

    Raises:
        OSError: if it cannot be read, or a link is on the way.
    """
    folder = os.open(root, _FOLDER)
    try:
        for part in parts[:-1]:
            inner = os.open(part, _FOLDER, dir_fd=folder)
            os.close(folder)
            folder = inner
        with opened(parts[-1], _FILE, folder) as descriptor:
            status = os.fstat(descriptor)
            if status.st_ino != inode or not stat.S_ISREG(status.st_mode):
                return None
            with os.fdopen(os.dup(descriptor), "rb") as file:
                content = file.read(most + 1)
            return content if len(content) <= most else None
    finally:
        os.close(folder)


def _rights(descriptor: int) -> Rights | None:
    try:
        return rights_of(descriptor)
    except (AclError, OSError):
        return None


def _rights_above(root: Path) -> tuple[Rights, ...] | None:
    found: list[Rights] = []
    for folder in reversed(root.parents):
        try:
            with opened(folder, _FOLDER) as descriptor:
                found.append(rights_of(descriptor))
        except (AclError, OSError):
            return None
    return tuple(found)
