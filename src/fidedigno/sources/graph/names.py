"""How what Microsoft 365 names is named here: groups of the directory, and ids of documents.

For a connector named ``corp``: ``graph:corp:account:ID`` (one account), ``graph:corp:group:ID`` and
``graph:corp:group:ID:owners`` (Entra), ``graph:corp:site:ID:group:5`` (a group that a site keeps for itself,
whose number means nothing in another site), ``graph:corp:members`` (everyone except external users) and
``graph:corp:everyone``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_GUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_SITE_GROUP = re.compile(rf"site:({_GUID.pattern}):group:(\d{{1,9}})")
_KEY = re.compile(r"[A-Za-z0-9!_.~-]{1,200}")


def guid(value: object) -> str | None:
    """The id of a directory object in small letters; ``None`` for anything else."""
    text = value.casefold() if isinstance(value, str) and len(value) == 36 else ""
    return text if _GUID.fullmatch(text) else None


def is_key(value: object) -> bool:
    """Whether a value can be the id of a drive or an item: it becomes a part of an address."""
    return isinstance(value, str) and _KEY.fullmatch(value) is not None and set(value) != {"."}


def document_id(drive: str, item: str) -> str:
    """The external id of a document."""
    return f"{drive}/{item}"


def document_place(external_id: object) -> tuple[str, str] | None:
    """The drive and the item of an external id; ``None`` if it is not one."""
    if not isinstance(external_id, str):
        return None
    drive, slash, item = external_id.partition("/")
    return (drive, item) if slash and is_key(drive) and is_key(item) else None


@dataclass(frozen=True, slots=True)
class Names:
    """Names of groups of one connector. Ids are those that :func:`guid` gives."""

    connector: str

    @property
    def prefix(self) -> str:
        """What every group of the connector begins with."""
        return f"graph:{self.connector}:"

    def account(self, account: str) -> str:
        """The group of one account: its person, once linked, is the only member."""
        return f"{self.prefix}account:{account}"

    def group(self, group: str) -> str:
        """The members of an Entra group."""
        return f"{self.prefix}group:{group}"

    def owners(self, group: str) -> str:
        """The owners of an Entra group, who need not be members."""
        return f"{self.prefix}group:{group}:owners"

    def site_group(self, site: str, group: int) -> str:
        """A group of one site."""
        return f"{self.prefix}site:{site}:group:{group}"

    def entra(self, name: str) -> tuple[str, bool] | None:
        """The id in the name of an Entra group, and whether it stands for the owners; ``None`` for others."""
        text = name.removeprefix(f"{self.prefix}group:")
        found = guid(text.removesuffix(":owners")) if text != name else None
        return (found, text.endswith(":owners")) if found else None

    def site(self, name: str) -> tuple[str, int] | None:
        """The site and the number in the name of a site's group; ``None`` for others."""
        match = (
            _SITE_GROUP.fullmatch(name.removeprefix(self.prefix)) if name.startswith(self.prefix) else None
        )
        return (match[1], int(match[2])) if match else None

    @property
    def members(self) -> str:
        """Every account of the tenant that is not external."""
        return f"{self.prefix}members"

    @property
    def everyone(self) -> str:
        """Every account of the tenant; external ones only where the options let them in."""
        return f"{self.prefix}everyone"
