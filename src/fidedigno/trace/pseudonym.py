"""Pseudonyms and fingerprints: keyed hashes under a secret that never leaves its workspace.

A plain hash of a name, a course number or a group is undone by hashing every name there is. A keyed one is
not, as long as the secret is kept; throwing the secret away makes every pseudonym meaningless.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import stat
from collections.abc import Iterable
from pathlib import Path

from fidedigno.errors import WorkspaceError

SECRET_BYTES = 32
PSEUDONYM_CHARACTERS = 32
FINGERPRINT_CHARACTERS = 16
FINGERPRINT_MARK = "#"
"""What a fingerprint begins with, so that it is never taken for the thing itself."""


class PseudonymKey:
    """The secret of one workspace. It is shown by no method, and not by ``repr``.

    Raises:
        ValueError: if the secret is shorter than :data:`SECRET_BYTES`.
    """

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        if len(secret) < SECRET_BYTES:
            raise ValueError(f"a secret needs at least {SECRET_BYTES} bytes")
        self._secret = secret

    def __repr__(self) -> str:
        return "PseudonymKey(...)"

    @classmethod
    def open(cls, path: Path) -> PseudonymKey:
        """Read the secret kept in ``path``; the first time, make it, readable by its owner alone.

        Raises:
            WorkspaceError: if the file cannot be used, is damaged, or others may read it.
        """
        try:
            if not path.exists():
                _make(path)
            mode, secret = path.stat().st_mode, path.read_bytes()
        except (OSError, ValueError) as error:
            raise WorkspaceError(
                f"the secret of the traces cannot be read: {type(error).__name__}",
                "check that the workspace folder is yours to read and write",
            ) from error
        if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
            raise WorkspaceError(
                "others may read the secret of the traces",
                "give it to its owner alone (mode 600); if it has leaked, delete it and the traces",
            )
        if len(secret) != SECRET_BYTES:
            raise WorkspaceError(
                "the secret of the traces is damaged",
                "restore it, or delete it and the traces: without it nobody's traces can be told apart",
            )
        return cls(secret)

    def user(self, tenant: str, user: str | None) -> str:
        """The pseudonym of a person (hex), empty for somebody whom the directory does not know."""
        if user is None:
            return ""
        return self._hash("user", (tenant, user), PSEUDONYM_CHARACTERS)

    def fingerprint(self, purpose: str, *parts: str) -> str:
        """A short mark of ``parts``: the same for the same purpose and parts, and for nothing else."""
        return FINGERPRINT_MARK + self._hash(purpose, parts, FINGERPRINT_CHARACTERS)

    def _hash(self, purpose: str, parts: Iterable[str], length: int) -> str:
        # With their lengths: no part can end one and begin another.
        text = "".join(f"{len(part)}:{part}" for part in (purpose, *parts))
        encoded = text.encode("utf-8", "surrogatepass")
        return hmac.new(self._secret, encoded, hashlib.sha256).hexdigest()[:length]


def _make(path: Path) -> None:
    """Write a new secret whole or not at all; where another process was first, keep the other's."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(secrets.token_bytes(SECRET_BYTES))
            stream.flush()
            os.fsync(stream.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return
    finally:
        draft.unlink()
