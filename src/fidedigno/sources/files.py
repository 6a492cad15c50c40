"""A folder of files as a source: found in order, never outside the folder, read without following tricks.

Files are yielded one by one in sorted order, so memory does not grow with the folder. What is passed over
is yielded too, with the reason, so that a report can account for everything.
"""

from __future__ import annotations

import errno
import os
import stat
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path, PurePosixPath

from fidedigno.errors import DocumentFailedError, UsageError
from fidedigno.sources.globs import matches_any

CORPUS_FILE = "corpus.yaml"
SIDECAR_SUFFIX = ".meta.yaml"
RIGHTS_FILE = ".rights-read-at"
"""In a folder that was copied from another system: when the rights that it states were true (ISO 8601)."""
MAX_FILE_BYTES = 100 * 1024 * 1024
MAX_DEPTH = 64


class SkipReason(StrEnum):
    """Why a path was passed over. The first three are by design, the others are worth a look."""

    EXCLUDED = "excluded"
    HIDDEN = "hidden"
    UNSUPPORTED = "unsupported"
    OUTSIDE = "outside the folder"
    LINKED_FOLDER = "a link to a folder"
    UNREADABLE = "unreadable"
    SPECIAL = "not a regular file"
    TOO_DEEP = "nested too deep"
    BAD_NAME = "its name is not valid text"


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file to ingest. ``external_id`` is its path below the root: POSIX, Unicode NFC.

    ``path`` is the same as the file system spells it. ``fingerprint`` changes whenever size, time or
    identity of the file or of its sidecar do; an equal one makes reading unnecessary.
    """

    external_id: str
    path: str
    size: int
    modified: float
    fingerprint: str
    sidecar: str | None = None


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """A path that was passed over."""

    external_id: str
    reason: SkipReason


class FilesSource:
    """The files under ``root`` (a folder, or one file).

    Args:
        root: where to look.
        supports: whether a file of that name can be read.
        include: globs of which one must match the path below the root; all files where empty.
        exclude: globs of which none may match.

    Raises:
        UsageError: if there is nothing at ``root``.
    """

    def __init__(
        self,
        root: Path,
        *,
        supports: Callable[[str], bool],
        include: tuple[str, ...] = (),
        exclude: tuple[str, ...] = (),
    ) -> None:
        try:
            real = root.resolve(strict=True)
        except (OSError, RuntimeError):
            raise UsageError(f"{root}: there is no such file or folder", "Check the path.") from None
        self._only = real.name if real.is_file() else None
        self.root = real.parent if self._only else real
        self._top = str(self.root).rstrip("/")
        self._supports = supports
        self._include = include
        self._exclude = exclude

    def walk(self) -> Iterator[FoundFile | SkippedFile]:
        """Yield every file under the root in sorted order, found or passed over."""
        if self._only is not None:
            yield self._judge(self._only)
            return
        yield from self._walk("", 0)

    def _walk(self, folder: str, depth: int) -> Iterator[FoundFile | SkippedFile]:
        try:
            with os.scandir(self.root / folder) as entries:
                names = sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries)
        except OSError:
            yield SkippedFile(_external_id(folder) or ".", SkipReason.UNREADABLE)
            return
        for name, is_folder in names:
            path = f"{folder}/{name}" if folder else name
            if not is_folder:
                if not _is_housekeeping(name):
                    yield self._judge(path)
            elif name.startswith("."):
                yield SkippedFile(_external_id(path), SkipReason.HIDDEN)
            elif depth >= MAX_DEPTH:
                yield SkippedFile(_external_id(path), SkipReason.TOO_DEEP)
            elif matches_any(_external_id(path), self._exclude):
                yield SkippedFile(_external_id(path), SkipReason.EXCLUDED)
            else:
                yield from self._walk(path, depth + 1)

    def _judge(self, path: str) -> FoundFile | SkippedFile:
        external_id = _external_id(path)
        reason = self._reason_by_name(path, external_id)
        is_strange_link = reason is SkipReason.UNSUPPORTED and (self.root / path).is_symlink()
        if reason is not None and not is_strange_link:
            return SkippedFile(external_id, reason)
        try:
            real, status = self._found(path)
            sidecar = self._sidecar(path)
            beside = None if sidecar is None else self._found(sidecar)[1]
        except _OutsideError:
            return SkippedFile(external_id, SkipReason.OUTSIDE)
        except OSError:
            return SkippedFile(external_id, SkipReason.UNREADABLE)
        reason = _reason_by_status(status) or reason
        if reason is None and not os.access(real, os.R_OK):
            reason = SkipReason.UNREADABLE
        if reason is not None:
            return SkippedFile(external_id, reason)
        mark = "+".join(_mark(each) for each in (status, beside) if each is not None)
        return FoundFile(external_id, path, status.st_size, status.st_mtime, mark, sidecar)

    def _reason_by_name(self, path: str, external_id: str) -> SkipReason | None:
        name = PurePosixPath(path).name
        try:
            path.encode("utf-8")
        except UnicodeEncodeError:
            return SkipReason.BAD_NAME
        if name.startswith(".") and not matches_any(external_id, self._include):
            return SkipReason.HIDDEN
        if matches_any(external_id, self._exclude):
            return SkipReason.EXCLUDED
        if self._include and not matches_any(external_id, self._include):
            return SkipReason.EXCLUDED
        return None if self._supports(name) else SkipReason.UNSUPPORTED

    def _sidecar(self, path: str) -> str | None:
        sidecar = path + SIDECAR_SUFFIX
        # A sidecar that exists in any form counts: one that cannot be read must fail, not vanish.
        return sidecar if os.path.lexists(f"{self._top}/{sidecar}") else None

    def _real(self, path: str) -> tuple[Path, os.stat_result]:
        """The file that a path leads to, which must be inside the root."""
        real = os.path.realpath(os.path.join(self._top, path), strict=True)  # noqa: PTH118
        if not real.startswith(f"{self._top}/"):
            raise _OutsideError(path)
        return Path(real), os.lstat(real)

    def _found(self, path: str) -> tuple[str, os.stat_result]:
        """The same for a path that the walk has come to, without a link in any folder: only a link as its last
        part has to be followed. :meth:`read` trusts none of this and looks again."""
        status = os.lstat(f"{self._top}/{path}")
        if not stat.S_ISLNK(status.st_mode):
            return f"{self._top}/{path}", status
        real, status = self._real(path)
        return str(real), status

    def read(self, path: str, *, max_bytes: int = MAX_FILE_BYTES) -> bytes:
        """Read a file found by :meth:`walk`, or its sidecar.

        The path is resolved again and then opened folder by folder without following links, so that a
        link put there in between leads nowhere. The size is checked on the open file, before reading.

        Raises:
            DocumentFailedError: if it is gone, unreadable, outside the root, or over ``max_bytes``.
        """
        external_id = _external_id(path)
        try:
            real, _ = self._real(path)
            descriptor = _open_below(self.root, real.relative_to(self.root).parts)
        except (_OutsideError, ValueError):
            raise DocumentFailedError(
                f"{external_id}: it leads outside the folder", "Copy the file into the folder."
            ) from None
        except OSError as error:
            reason = os.strerror(error.errno or errno.EIO)
            raise DocumentFailedError(
                f"{external_id}: it cannot be read: {reason}", "Check its rights."
            ) from None
        return _read(descriptor, external_id, max_bytes)


class _OutsideError(Exception):
    """A path leaves the root."""


def _external_id(path: str) -> str:
    return unicodedata.normalize("NFC", path.encode("utf-8", "replace").decode("utf-8"))


def _mark(status: os.stat_result) -> str:
    return f"{status.st_size}-{status.st_mtime_ns}-{status.st_ino}"


def _is_housekeeping(name: str) -> bool:
    """Files that declare things about others and are no documents."""
    return name == CORPUS_FILE or name.endswith(SIDECAR_SUFFIX)


def _reason_by_status(status: os.stat_result) -> SkipReason | None:
    if stat.S_ISDIR(status.st_mode):
        return SkipReason.LINKED_FOLDER
    return None if stat.S_ISREG(status.st_mode) else SkipReason.SPECIAL


def _open_below(root: Path, parts: tuple[str, ...]) -> int:
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for part in parts[:-1]:
            inner = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=folder)
            os.close(folder)
            folder = inner
        # Without O_NONBLOCK opening a named pipe would wait for its writer.
        return os.open(parts[-1], os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
    finally:
        os.close(folder)


def _read(descriptor: int, external_id: str, max_bytes: int) -> bytes:
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise DocumentFailedError(
                f"{external_id}: it is not a regular file", "Remove it from the folder."
            )
        content = b"" if status.st_size > max_bytes else file.read(max_bytes + 1)
    if status.st_size > max_bytes or len(content) > max_bytes:
        raise DocumentFailedError(
            f"{external_id}: it is larger than the limit of {max_bytes / 1_000_000:,.0f} MB",
            "Split the file, or raise max_file_bytes.",
        )
    return content
