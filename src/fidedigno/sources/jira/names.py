"""How the groups of a Jira site are called in the directory and in access lists."""

from __future__ import annotations

from dataclasses import dataclass

from fidedigno.model import Principal
from fidedigno.sources.names import plain_id


@dataclass(frozen=True, slots=True)
class Names:
    """Names for one site: ``jira:SITE:KIND:ID``. Kinds are a closed list, and the id comes last."""

    site: str

    def _group(self, *parts: str) -> Principal:
        return Principal.group(":".join(("jira", self.site, *parts)))

    def account(self, account: str) -> Principal:
        """A group of one: whoever the account is linked to."""
        return self._group("account", plain_id(account))

    def group(self, group: str) -> Principal:
        """A group of the site, by its id."""
        return self._group("group", plain_id(group))

    def role(self, project: str, role: str) -> Principal:
        """A role in one project."""
        return self._group("role", plain_id(project), plain_id(role))

    def lead(self, project: str) -> Principal:
        """Whoever leads a project."""
        return self._group("lead", plain_id(project))

    def application(self, key: str) -> Principal:
        """Whoever may use one product of the site."""
        return self._group("application", plain_id(key))

    def users(self) -> Principal:
        """Whoever may use any product of the site."""
        return self._group("users")

    def attribute(self) -> str:
        """The attribute of a directory user that holds the account id, for live checks."""
        return f"jira.{self.site}.id"
