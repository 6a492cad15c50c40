"""Directory files in SCIM-like JSON; the format is described in :mod:`fidedigno.access.load`.

Attributes of RFC 7643 that decide no permission are read over; any other key is refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from fidedigno.access.content import (
    DirectoryContent,
    EntryError,
    GroupEntry,
    UserEntry,
    checked_email,
    checked_name,
    refuse_unknown,
)
from fidedigno.model import Principal

T = TypeVar("T")
_Object = dict[str, Any]

_ENVELOPE = ("Resources", "schemas", "totalResults", "startIndex", "itemsPerPage")
_COMMON = ("schemas", "id", "externalId", "meta", "displayName")
_USER = (
    *_COMMON, "userName", "active", "emails", "name", "nickName", "profileUrl", "title", "userType",
    "preferredLanguage", "locale", "timezone", "phoneNumbers", "ims", "photos", "addresses", "groups",
    "entitlements", "roles", "x509Certificates",
)  # fmt: skip
_GROUP = (*_COMMON, "members")
_MEMBER = ("value", "type", "display", "$ref")
_MAKERS: dict[str, Callable[[str], Principal]] = {"User": Principal.user, "Group": Principal.group}


def read_scim(text: str) -> DirectoryContent:
    """Read User and Group resources.

    Raises:
        EntryError: naming the entry.
        ConfigurationError: if two names are equal once normalised.
    """
    try:
        document = json.loads(text, object_pairs_hook=_without_repeats)
    except json.JSONDecodeError as error:
        raise EntryError(f"line {error.lineno}: not valid JSON: {error.msg}") from None
    except RecursionError:
        raise EntryError("line 1: not valid JSON: nested too deeply") from None
    resources = _at("top level", lambda: _read_envelope(document))
    kinds = [_at(_place(n), lambda r=r: _kind(r)) for n, r in enumerate(resources, 1)]  # type: ignore[misc]
    principals: dict[str, Principal] = {}
    for number, (resource, kind) in enumerate(zip(resources, kinds, strict=True), 1):
        _at(_place(number), lambda r=resource, k=kind: _note(r, k, principals))  # type: ignore[misc]
    users: list[UserEntry] = []
    groups: list[GroupEntry] = []
    for number, (resource, kind) in enumerate(zip(resources, kinds, strict=True), 1):
        where = _place(number)
        if kind == "User":
            users.append(_at(where, lambda r=resource, w=where: _read_user(r, w)))  # type: ignore[misc]
        else:
            groups.append(_at(where, lambda r=resource, w=where: _read_group(r, w, principals)))  # type: ignore[misc]
    return DirectoryContent(tuple(users), tuple(groups))


def _place(number: int) -> str:
    return f"entry {number}"


def _at(where: str, read: Callable[[], T]) -> T:
    try:
        return read()
    except EntryError as error:
        raise EntryError(f"{where}: {error}", error.hint) from None


def _without_repeats(pairs: list[tuple[str, Any]]) -> _Object:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise EntryError("top level: an object repeats a key", "keep one of them")
    return found


def _read_envelope(document: Any) -> list[Any]:
    if not isinstance(document, dict) or not isinstance(document.get("Resources"), list):
        raise EntryError("not an object with a list of 'Resources'", 'write {"Resources": []} where empty')
    refuse_unknown(document, _ENVELOPE)
    resources: list[Any] = document["Resources"]
    total = document.get("totalResults", len(resources))
    if total != len(resources):
        raise EntryError(f"{len(resources)} of {total} resources: this is one page", "join all pages first")
    return resources


def _kind(resource: Any) -> str:
    if not isinstance(resource, dict):
        raise EntryError("not an object")
    schemas = resource.get("schemas")
    named = {str(each).rsplit(":", 1)[-1] for each in schemas} if isinstance(schemas, list) else set()
    kinds = named & set(_MAKERS)
    if len(kinds) != 1:
        raise EntryError("'schemas' must name either the User or the Group schema")
    kind = kinds.pop()
    refuse_unknown(
        (key for key in resource if not key.startswith("urn:")), _USER if kind == "User" else _GROUP
    )
    return kind


def _note(resource: _Object, kind: str, principals: dict[str, Principal]) -> None:
    """Remember which principal an id stands for."""
    identifier = resource.get("id")
    if not isinstance(identifier, str) or not identifier:
        raise EntryError("'id' must be a text")
    if identifier in principals:
        raise EntryError("'id' is the same as that of an earlier entry")
    name, _ = checked_name(resource.get("userName" if kind == "User" else "displayName"))
    principals[identifier] = _MAKERS[kind](name)


def _read_user(resource: _Object, where: str) -> UserEntry:
    name, written = checked_name(resource.get("userName"), "userName")
    active = resource.get("active")
    if active is not None and not isinstance(active, bool):
        raise EntryError("active must be true or false")
    shown = resource.get("displayName")
    display = checked_name(shown, "displayName")[1] if shown else written
    return UserEntry(name, display, _primary_email(resource.get("emails")), active, {}, None, where)


def _primary_email(emails: Any) -> str | None:
    if emails is None or emails == []:
        return None
    if not isinstance(emails, list) or not all(isinstance(each, dict) for each in emails):
        raise EntryError("emails must be a list of objects with 'value'")
    primary = next((each for each in emails if each.get("primary") is True), emails[0])
    return checked_email(primary.get("value"))


def _read_group(resource: _Object, where: str, principals: dict[str, Principal]) -> GroupEntry:
    name, written = checked_name(resource.get("displayName"), "displayName")
    members = resource.get("members", [])
    if not isinstance(members, list):
        raise EntryError("members must be a list")
    return GroupEntry(name, written, frozenset(_member(each, principals) for each in members), where)


def _member(member: Any, principals: dict[str, Principal]) -> Principal:
    if not isinstance(member, dict):
        raise EntryError("a member must be an object with 'value'")
    refuse_unknown(member, _MEMBER)
    value = member.get("value")
    principal = principals.get(value) if isinstance(value, str) else None
    if principal is None:
        raise EntryError(f"the member {str(value)[:80]!r} does not exist", "members are given by their 'id'")
    declared = member.get("type")
    if declared is not None and str(declared).casefold() != principal.kind.value:
        raise EntryError(f"the member {str(value)[:80]!r} is not a {str(declared)[:20]}")
    return principal
