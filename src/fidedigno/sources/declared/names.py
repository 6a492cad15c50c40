"""How the groups of a declared system are called in the directory and in access lists."""

from __future__ import annotations

from dataclasses import dataclass

from fidedigno.model import Principal
from fidedigno.sources.names import plain_id


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
