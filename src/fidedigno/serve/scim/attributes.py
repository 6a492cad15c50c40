"""The attributes that are served, under the names of RFC 7643, whose case does not matter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from fidedigno.serve.scim.refusal import ScimRefusal

Kind = Literal["User", "Group"]

CORE: Final = "urn:ietf:params:scim:schemas:core:2.0:"
_COMMON = ("id", "externalId", "meta.created", "meta.lastModified", "meta.resourceType", "meta.version")
SERVED: Mapping[Kind, tuple[str, ...]] = {
    "User": (
        *_COMMON, "userName", "displayName", "active", "name", "name.formatted", "name.givenName",
        "name.familyName", "emails", "emails.value", "emails.type", "emails.primary",
    ),
    "Group": (*_COMMON, "displayName", "members", "members.value", "members.type", "members.$ref"),
}  # fmt: skip
"""What may be filtered by, read back and changed."""

MULTI_VALUED: Final = frozenset({"emails", "members"})
CASE_EXACT: Final = frozenset({"id", "externalId", "meta.version", "members.value"})

_KEPT_NOT = (
    "schemas", "meta", "id", "password", "nickName", "profileUrl", "title", "userType", "preferredLanguage", "locale",
    "timezone", "phoneNumbers", "ims", "photos", "addresses", "groups", "entitlements", "roles", "x509Certificates",
)  # fmt: skip
NOT_KEPT: Final = frozenset(each.lower() for each in _KEPT_NOT)
"""Attributes of the standard that are accepted and not kept, in small letters."""

_BY_LOWER: Mapping[Kind, Mapping[str, str]] = {
    kind: {each.lower(): each for each in names} for kind, names in SERVED.items()
}


def without_schema(path: str, kind: Kind) -> str | None:
    """A path without the schema of its resource before it; ``None`` if it is of an extension."""
    core = f"{CORE}{kind}:".lower()
    if path.lower().startswith(core):
        return path[len(core) :]
    return None if path.lower().startswith("urn:") else path


def served_name(path: str, kind: Kind) -> str | None:
    """The name as the standard writes it, or ``None`` if it is not served."""
    bare = without_schema(path, kind)
    return None if bare is None else _BY_LOWER[kind].get(bare.lower())


def is_storable(text: str) -> bool:
    """Whether every database can hold it: no half of a surrogate pair, no zero."""
    return not any(character == "\0" or "\ud800" <= character <= "\udfff" for character in text)


def fields_of(body: object, kind: Kind) -> dict[str, object]:
    """The attributes of a resource that are kept, by their standard names.

    A misspelt name is refused: ``actve: false`` must not leave an account open.

    Raises:
        ScimRefusal: if it is no object, repeats an attribute in another case, or has one that is not known.
    """
    if not isinstance(body, dict):
        raise ScimRefusal(400, "invalidSyntax", "the resource is not an object")
    found: dict[str, object] = {}
    for key, value in body.items():
        bare = without_schema(key, kind)
        if bare is None or bare.lower() in NOT_KEPT:
            continue
        name = _BY_LOWER[kind].get(bare.lower())
        if name is None or "." in name or name in found:
            raise ScimRefusal(
                400, "invalidSyntax", "the resource has an attribute that is not known or repeated"
            )
        found[name] = value
    return found
