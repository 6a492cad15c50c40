"""How accounts, groups and classes of a site are named in access lists: as groups of the directory.

For a site named ``corp``: ``confluence:corp:group:<id>``, ``confluence:corp:account:<id>`` (a group of one,
so that linking a person to an account touches no grant at rest) and ``confluence:corp:class:licensed``.
"""

from __future__ import annotations

import hashlib
import re

from fidedigno.model import Principal

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9:._-]{0,127}")
_CONTENT_ID = re.compile(r"[0-9]{1,20}")


def readable_id(value: object) -> str | None:
    """An id of an account or group that can stand in a name and an address; ``None`` for anything else."""
    return value if isinstance(value, str) and _ID.fullmatch(value) else None


def content_id(value: object) -> str | None:
    """An id of a content: digits; ``None`` for anything else."""
    return value if isinstance(value, str) and _CONTENT_ID.fullmatch(value) else None


def group_principal(site: str, group: str) -> Principal:
    """The principal of a group of the site."""
    return Principal.group(f"confluence:{site}:group:{_told_apart(group)}")


def account_principal(site: str, account: str) -> Principal:
    """The principal of one account: a group whose only member is the person linked to it."""
    return Principal.group(f"confluence:{site}:account:{_told_apart(account)}")


def licensed_principal(site: str) -> Principal:
    """The principal of all who may use the product."""
    return Principal.group(f"confluence:{site}:class:licensed")


def _told_apart(identifier: str) -> str:
    # Names are compared without case and ids are not: two ids that differ in case are two people.
    small = identifier.casefold()
    if small == identifier:
        return identifier
    return f"{small}~{hashlib.sha256(identifier.encode()).hexdigest()[:16]}"
