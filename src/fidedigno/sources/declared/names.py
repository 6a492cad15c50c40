"""How the groups of a declared system are called in the directory and in access lists.

Names are compared without case there, and ids of other systems with it: an id that is not small letters and
digits becomes a hash, so that two ids never share a name.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from fidedigno.model import Principal

_PLAIN = re.compile(r"[a-z0-9][a-z0-9:_.-]{0,127}")


def plain_id(text: str) -> str:
    """The id itself where it is harmless, otherwise ``~`` and a hash of it."""
    if _PLAIN.fullmatch(text):
        return text
    return "~" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Names:
    """Names for one system: ``declared:NAME:KIND:ID``. Kinds are a closed list, and the id comes last."""

    system: str

    def _group(self, *parts: str) -> Principal:
        return Principal.group(":".join(("declared", self.system, *parts)))

    def account(self, account: str) -> Principal:
        """A group of one: whoever the account is linked to."""
        return self._group("account", plain_id(account))

    def team(self, team: str) -> Principal:
        """A team of the system."""
        return self._group("team", plain_id(team))

    def everyone(self) -> Principal:
        """Every account that is active and linked."""
        return self._group("everyone")

    def attribute(self) -> str:
        """The attribute of a directory user that holds the account id, for live checks."""
        return f"declared.{self.system}.id"
