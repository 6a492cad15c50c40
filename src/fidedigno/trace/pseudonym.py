"""Pseudonyms and fingerprints: keyed hashes under a secret that never leaves its workspace.

A plain hash of a name, a course number or a group is undone by hashing every name there is. A keyed one is
not, as long as the secret is kept; throwing the secret away makes every pseudonym meaningless.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from fidedigno.secret_file import SECRET_BYTES, open_secret

PSEUDONYM_CHARACTERS = 32
FINGERPRINT_CHARACTERS = 16
KEY_ID_CHARACTERS = 12
FINGERPRINT_MARK = "#"
"""What a fingerprint begins with, so that it is never taken for the thing itself."""


class PseudonymKey:
    """The secret of one workspace. It is shown by no method, and not by ``repr``.

    Raises:
        ValueError: if the secret is shorter than :data:`SECRET_BYTES`.
    """

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
        return cls(open_secret(path, "the traces"))

    @cached_property
    def id(self) -> str:
        """A name for the key that gives nothing of it away (hex)."""
        return self._hash("key", (), KEY_ID_CHARACTERS)

    def user(self, tenant: str, user: str | None) -> str:
        """The pseudonym of a person (hex), empty for somebody whom the directory does not know."""
        if user is None:
            return ""
        return self._hash("user", (tenant, user), PSEUDONYM_CHARACTERS)

    def users(self, tenant: str, user: str | None) -> frozenset[str]:
        """Every pseudonym of a person that this key can tell: one, and none for somebody unknown."""
        return frozenset({self.user(tenant, user)} - {""})

    def fingerprint(self, purpose: str, *parts: str) -> str:
        """A short mark of ``parts``: the same for the same purpose and parts, and for nothing else."""
        return FINGERPRINT_MARK + self._hash(purpose, parts, FINGERPRINT_CHARACTERS)

    def _hash(self, purpose: str, parts: Iterable[str], length: int) -> str:
        # With their lengths: no part can end one and begin another.
        text = "".join(f"{len(part)}:{part}" for part in (purpose, *parts))
        encoded = text.encode("utf-8", "surrogatepass")
        return hmac.new(self._secret, encoded, hashlib.sha256).hexdigest()[:length]
