"""Names of directory groups that stand for what a Drive can grant to.

``gdrive:NAME:account:ID`` is a group of one account, ``gdrive:NAME:group:ID`` a Google group,
``gdrive:NAME:domain:DOMAIN`` the accounts of a domain and ``gdrive:NAME:everyone`` those of the whole
directory. Ids are those of the Admin directory, which survive a new address.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from fidedigno.model import Principal

_PLAIN = re.compile(r"[0-9a-z]{1,64}")
_DOMAIN = re.compile(r"(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+")


@dataclass(frozen=True, slots=True)
class Names:
    """Names for the connector called ``site``."""

    site: str

    @property
    def source(self) -> str:
        """The connector's own name: ``gdrive:corp``."""
        return f"gdrive:{self.site}"

    @property
    def everyone(self) -> str:
        """The group of every account that counts."""
        return f"{self.source}:everyone"

    @property
    def attribute(self) -> str:
        """The attribute of a directory user that holds the id of the account."""
        return f"gdrive.{self.site}.id"

    def account(self, account: str) -> str:
        """The group of one account, by its id."""
        return f"{self.source}:account:{_safe(account)}"

    def group(self, group: str) -> str:
        """A Google group, by its id."""
        return f"{self.source}:group:{_safe(group)}"

    def domain(self, domain: str) -> str | None:
        """The accounts of a domain; ``None`` if that is no domain."""
        folded = domain.casefold()
        return f"{self.source}:domain:{folded}" if _DOMAIN.fullmatch(folded) else None


def principal(name: str) -> Principal:
    """The group as it stands in an access list."""
    return Principal.group(name)


def _safe(identifier: str) -> str:
    # Names are compared without case, ids with it: whatever is not plain is told apart by its hash.
    if _PLAIN.fullmatch(identifier):
        return identifier
    return "x-" + hashlib.sha256(identifier.encode("utf-8", "surrogatepass")).hexdigest()[:40]
