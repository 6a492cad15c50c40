"""How the people and groups of a wiki are called in the directory and in access lists."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from fidedigno.model import Principal

_KEPT = re.compile(rb"[a-z0-9_-]")
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class WikiNames:
    """Names of groups of one wiki, such as ``dokuwiki:corp:group:staff``. No two things share a name."""

    wiki: str

    @property
    def everyone(self) -> Principal:
        """Every account of the wiki that is linked to a person."""
        return Principal.group(f"dokuwiki:{self.wiki}:everyone")

    def group(self, name: str) -> Principal:
        """A group of the wiki."""
        return self._named("group", name)

    def account(self, login: str) -> Principal:
        """A group of one: the person whom the account is linked to."""
        return self._named("account", login)

    def readers(self, scope: str) -> Principal:
        """Whoever may read where no plain list of groups can say it; ``scope`` is a page or ``ns:*``."""
        return self._named("readers", scope)

    def _named(self, kind: str, name: str) -> Principal:
        return Principal.group(f"dokuwiki:{self.wiki}:{kind}:{spelled(name)}")


def spelled(name: str) -> str:
    """A name in characters that the directory keeps apart: the directory folds case and alike letters.

    Long names are told by a hash, after a sign that no other name is spelled with.
    """
    raw = name.encode("utf-8", "surrogatepass")
    text = "".join(chr(byte) if _KEPT.match(bytes((byte,))) else f"%{byte:02x}" for byte in raw)
    return text if 0 < len(text) <= _LONGEST else f"~{hashlib.sha256(raw).hexdigest()}"
