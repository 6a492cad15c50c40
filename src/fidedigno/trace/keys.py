"""The keys of the pseudonyms: one that is current, and older ones that records still name people under.

An older key is kept so that a person's records can be found, for their own ``why`` and for erasure. Once no
record is left under it, it is destroyed, and its pseudonyms mean nothing any more.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from fidedigno.errors import WorkspaceError
from fidedigno.secret_file import SECRET_BYTES, draft_secret, open_secret
from fidedigno.trace.pseudonym import KEY_ID_CHARACTERS, PseudonymKey

_ID = re.compile(rf"[0-9a-f]{{{KEY_ID_CHARACTERS}}}")
_Stamp = tuple[int, int, int]


class KeyRing:
    """The keys in files of one folder: the current one in ``path``, an older one in ``path`` and its id.

    Another process may rotate them; every call sees the files as they are. Rotating and destroying are for
    whoever holds the lock of the chain, in which every writer asks :meth:`holds`.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read: tuple[_Stamp, PseudonymKey] | None = None

    def __repr__(self) -> str:
        return "KeyRing(...)"

    def current(self) -> PseudonymKey:
        """The key for new records; the first time, it is made.

        Raises:
            WorkspaceError: if its file cannot be used, is damaged, or others may read it.
        """
        stamp = self._stamp()
        if self._read is None or stamp is None or self._read[0] != stamp:
            key = PseudonymKey.open(self._path)
            self._read = (stamp or self._stamp() or (0, 0, 0), key)
        return self._read[1]

    def all(self) -> tuple[PseudonymKey, ...]:
        """Every key there is, the current one first.

        Raises:
            WorkspaceError: if one of them cannot be read: nobody's records could be told to be complete.
        """
        current = self.current()
        older = {each: self._of(each) for each in self._older_ids()}
        for key_id, key in older.items():
            if key.id != key_id:
                raise WorkspaceError("an older secret of the traces is damaged", "restore it from a backup")
        return (current, *(key for key_id, key in older.items() if key_id != current.id))

    def older(self) -> tuple[str, ...]:
        """The ids of the keys that are not current."""
        return tuple(each.id for each in self.all()[1:])

    def users(self, tenant: str, user: str | None) -> frozenset[str]:
        """The pseudonyms of a person under every key; none for somebody unknown.

        Raises:
            WorkspaceError: as for :meth:`all`.
        """
        return frozenset(each.user(tenant, user) for each in self.all()) - {""}

    def holds(self, key_id: str) -> bool:
        """Whether a key is still there; nothing may be written under one that is not."""
        if self._read is not None and self._stamp() == self._read[0] and self._read[1].id == key_id:
            return True
        return any(each.id == key_id for each in self.all())

    def rotate(self) -> tuple[str, str]:
        """Make a new key current; the former one becomes an older one. Returns the ids of both.

        Raises:
            WorkspaceError: if it cannot be written; the former key stays current then.
        """
        former = self.current()
        try:
            place = self._place(former.id)
            if not place.exists():
                os.link(self._path, place)  # under both names for a moment: it is never under none
            draft = draft_secret(self._path)
            draft.replace(self._path)
        except OSError as error:
            raise WorkspaceError(
                f"the new secret cannot be written: {error.strerror}",
                "check the rights of the workspace folder",
            ) from error
        return former.id, self.current().id

    def destroy(self, key_id: str) -> None:
        """Delete an older key for good. The current one is never destroyed.

        Raises:
            WorkspaceError: if there is no such older key, or it cannot be deleted.
        """
        if key_id not in self._older_ids() or key_id == self.current().id:
            raise WorkspaceError("there is no older secret of that id", "see 'fidedigno audit keys'")
        place = self._place(key_id)
        try:
            with place.open("r+b") as stream:
                stream.write(bytes(SECRET_BYTES))
                stream.flush()
                os.fsync(stream.fileno())
            place.unlink()
        except OSError as error:
            raise WorkspaceError(
                f"an older secret cannot be deleted: {error.strerror}",
                "check the rights of the workspace folder",
            ) from error

    def _stamp(self) -> _Stamp | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        # With the mode and the size: a file that others may read, or that was cut, is read again and refused.
        return found.st_ino, found.st_mtime_ns, (found.st_mode << 32) | found.st_size

    def _older_ids(self) -> list[str]:
        names = (each.name.removeprefix(f"{self._path.name}.") for each in self._path.parent.iterdir())
        return sorted(each for each in names if _ID.fullmatch(each))

    def _of(self, key_id: str) -> PseudonymKey:
        return PseudonymKey(open_secret(self._place(key_id), "the traces", make=False))

    def _place(self, key_id: str) -> Path:
        return self._path.with_name(f"{self._path.name}.{key_id}")
