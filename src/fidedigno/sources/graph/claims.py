"""SharePoint's login names (claims): whom they mean. A closed table; what is not in it means nobody."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from fidedigno.sources.graph.names import guid

_LONGEST = 400


class ClaimKind(StrEnum):
    """What a claim names."""

    LOGIN = "login"
    """An account, by its user principal name."""
    GROUP = "group"
    """The members of an Entra group."""
    OWNERS = "owners"
    """The owners of an Entra group, and they alone."""
    MEMBERS = "members"
    """Everyone except external users."""
    EVERYONE = "everyone"


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim that was understood; ``value`` is an id, or a user principal name in small letters."""

    kind: ClaimKind
    value: str = ""


def read_claim(login: object, tenant: str) -> Claim | None:
    """What a login name means in a tenant; ``None`` if it is not understood."""
    if not isinstance(login, str) or not 0 < len(login) <= _LONGEST:
        return None
    text = login.strip().casefold()
    if text == "c:0(.s|true":
        return Claim(ClaimKind.EVERYONE)
    provider, _, value = text.rpartition("|")
    if provider == "i:0#.f|membership":
        plain = "@" in value and value.isprintable() and not set(value) & set("/\\?\"' ")
        return Claim(ClaimKind.LOGIN, value) if plain else None
    if provider == "c:0-.f|rolemanager":
        return Claim(ClaimKind.MEMBERS) if value == f"spo-grid-all-users/{tenant}" else None
    if provider == "c:0o.c|federateddirectoryclaimprovider":
        group = guid(value.removesuffix("_o"))
        kind = ClaimKind.OWNERS if value.endswith("_o") else ClaimKind.GROUP
        return Claim(kind, group) if group else None
    if provider == "c:0t.c|tenant":
        group = guid(value)
        return Claim(ClaimKind.GROUP, group) if group else None
    return None
