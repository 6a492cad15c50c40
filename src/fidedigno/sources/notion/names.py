"""How the groups of a Notion workspace are called in the directory and in access lists."""

from __future__ import annotations

from dataclasses import dataclass

from fidedigno.model import Principal


@dataclass(frozen=True, slots=True)
class Names:
    """Names for one workspace: ``notion:NAME:KIND:ID``."""

    workspace: str

    def root(self, number: str) -> Principal:
        """The declared audience of a page, database or data source."""
        return Principal.group(f"notion:{self.workspace}:root:{number}")

    def people(self) -> Principal:
        """Whoever is in one of the declared audiences."""
        return Principal.group(f"notion:{self.workspace}:people")
