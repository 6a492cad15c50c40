"""The signed end of the chain, in a file outside the database: who cuts the chain off there is found out.

The same line can be kept elsewhere by an auditor; then even who may write to the whole workspace cannot
shorten or rewrite what lies before it.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fidedigno.errors import ConfigurationError, WorkspaceError
from fidedigno.trace.links import MAX_SEQUENCE, ChainKey, same

_LINE = re.compile(r"fidedigno-head 1 ([0-9]{1,19}) ([0-9a-f]{64}) ([0-9a-f]{64})")
_BYTES = 256


@dataclass(frozen=True, slots=True)
class Head:
    """The last place of the chain with its link, and the signature over both."""

    sequence: int
    link: str
    signature: str

    @classmethod
    def sign(cls, key: ChainKey, sequence: int, link: str) -> Head:
        """The head at that place."""
        return cls(sequence, link, key.head(sequence, link))

    @classmethod
    def parse(cls, text: str) -> Head:
        """Read the line of :meth:`line`.

        Raises:
            ConfigurationError: if it is none.
        """
        found = _LINE.fullmatch(text.strip())
        if found is None or int(found[1]) > MAX_SEQUENCE:
            raise ConfigurationError(
                "that is no head of an audit trail", "give a file that 'fidedigno audit head' wrote"
            )
        return cls(int(found[1]), found[2], found[3])

    def line(self) -> str:
        """The head as one line of text."""
        return f"fidedigno-head 1 {self.sequence} {self.link} {self.signature}"

    def is_signed_by(self, key: ChainKey) -> bool:
        """Whether it was made under ``key``."""
        return same(self.signature, key.head(self.sequence, self.link))


class HeadFile:
    """The file of the head. It moves forward only; a head that the chain contradicts is kept beside it."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> Head | None:
        """The head; ``None`` where there is no file.

        Raises:
            ConfigurationError: if it is damaged.
            WorkspaceError: if it cannot be read.
        """
        try:
            return Head.parse(self._path.read_text(encoding="ascii", errors="replace"))
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _unusable(error) from error

    def disputed(self) -> tuple[str, ...]:
        """The names of heads that the chain contradicted. They stay until a person has looked and deletes them."""
        return tuple(sorted(each.name for each in self._path.parent.glob(f"{self._path.name}.disputed-*")))

    def expect(self, head: Head) -> None:
        """Before the chain goes on from ``head``: a file that says more than it, or something else, is set aside,
        so that the writing that follows does not cover up what happened.

        For whoever holds the lock of the chain. Nothing is judged before the chain has a first link.
        """
        if head.sequence == 0:
            return
        try:
            found = self.read()
        except ConfigurationError:
            found = None
        if (
            found is None
            or found.sequence > head.sequence
            or (found.sequence == head.sequence and not same(found.link, head.link))
        ):
            self._set_aside(head.sequence)
            self.advance(head)

    def advance(self, head: Head) -> None:
        """Write ``head``, unless the file says as much or more already.

        Raises:
            WorkspaceError: if it cannot be written.
        """
        with self._locked() as descriptor:
            content = os.pread(descriptor, _BYTES, 0).decode("ascii", "replace")
            with contextlib.suppress(ConfigurationError):
                if Head.parse(content).sequence >= head.sequence:
                    return
            os.pwrite(descriptor, f"{head.line():<{_BYTES - 1}}\n".encode(), 0)

    def _set_aside(self, sequence: int) -> None:
        place = self._path.with_name(f"{self._path.name}.disputed-{sequence}")
        try:
            if self._path.exists():
                self._path.replace(place)
            else:
                place.touch(0o600)
        except OSError as error:
            raise _unusable(error) from error

    @contextlib.contextmanager
    def _locked(self) -> Iterator[int]:
        try:
            descriptor = os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError as error:
            raise _unusable(error) from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield descriptor
        except OSError as error:
            raise _unusable(error) from error
        finally:
            os.close(descriptor)


def _unusable(error: OSError) -> WorkspaceError:
    return WorkspaceError(
        f"the head of the audit trail cannot be used: {error.strerror}",
        "check the rights of the workspace folder",
    )
