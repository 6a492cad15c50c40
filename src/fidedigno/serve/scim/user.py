"""A user resource: checked on its way in, and as the directory is to have it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

from fidedigno.access.content import EntryError, checked_email, checked_name
from fidedigno.access.provided import Provided
from fidedigno.access.provided_accounts import AccountDraft
from fidedigno.serve.scim.attributes import is_storable
from fidedigno.serve.scim.change import elements
from fidedigno.serve.scim.refusal import ScimRefusal, invalid_value

MAX_TEXT = 1_024
MAX_EMAILS = 50
_NAME_PARTS = {"formatted": "formatted", "givenname": "givenName", "familyname": "familyName"}
_IGNORED_NAME_PARTS = {"middlename", "honorificprefix", "honorificsuffix"}


def checked_user(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The attributes of a user in their one form; what is empty is left out.

    Raises:
        ScimRefusal: ``invalidValue``, naming the attribute and never the value.
    """
    found: dict[str, Any] = {"userName": _user_name(fields.get("userName"))}
    for name in ("externalId", "displayName"):
        value = text_or_none(fields.get(name), name)
        if value is not None:
            found[name] = value
    if fields.get("active") is not None:
        found["active"] = _boolean(fields["active"], "active")
    parts = _name(fields.get("name"))
    if parts:
        found["name"] = parts
    emails = [_email(each) for each in elements(fields.get("emails"))]
    if len(emails) > MAX_EMAILS:
        raise invalid_value("emails: too many")
    if sum(bool(each.get("primary")) for each in emails) > 1:
        raise invalid_value("emails: more than one is primary")
    if emails:
        found["emails"] = emails
    return found


def account_of(user: Mapping[str, Any], domains: frozenset[str], *, enabled: bool) -> AccountDraft:
    """The account of the directory for a checked user.

    Args:
        user: as :func:`checked_user` gives it.
        domains: the only domains whose addresses link accounts; empty, all do.
        enabled: whether it is, where the resource does not say.
    """
    name, written = checked_name(user["userName"])
    said = {key: value for key, value in user.items() if key not in {"active", "externalId"}}
    shown = _printable(user.get("displayName") or "") or written
    address = _address(user.get("emails") or [])
    if address is not None and domains and address.rpartition("@")[2] not in domains:
        address = None
    return AccountDraft(name, shown, address, bool(user.get("active", enabled)), user.get("externalId"), said)


def user_of(account: Provided) -> dict[str, Any]:
    """The attributes of a user as they are now; the inverse of :func:`account_of`."""
    user = dict(account.said) | {"active": account.enabled}
    return user if account.external_id is None else user | {"externalId": account.external_id}


def text_or_none(value: object, what: str) -> str | None:
    """A text that is not empty, or nothing.

    Raises:
        ScimRefusal: ``invalidValue``.
    """
    if value is None or value == "":
        return None
    if not isinstance(value, str) or len(value) > MAX_TEXT or not is_storable(value):
        raise invalid_value(f"{what}: not a text, or too long")
    return value


def name_checked(value: object, what: str, check: Callable[[object], tuple[str, str]] = checked_name) -> str:
    """A name that the directory takes, as it is written.

    Raises:
        ScimRefusal: ``invalidValue``.
    """
    try:
        return check(value)[1]
    except EntryError:
        raise invalid_value(
            f"{what}: missing, too long, with invisible characters, or like the name of a principal"
        ) from None


def _user_name(value: object) -> str:
    if value is None:
        raise invalid_value("userName: missing")
    return name_checked(value, "userName")


def _boolean(value: object, what: str) -> bool:
    if isinstance(value, str) and value.lower() in {"true", "false"}:
        return value.lower() == "true"
    if not isinstance(value, bool):
        raise invalid_value(f"{what}: neither true nor false")
    return value


def _name(value: object) -> dict[str, str]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise invalid_value("name: not an object")
    found = {}
    for key, each in value.items():
        part = _NAME_PARTS.get(str(key).lower())
        if part is None and str(key).lower() not in _IGNORED_NAME_PARTS:
            raise ScimRefusal(400, "invalidSyntax", "name: a part is not known")
        text = text_or_none(each, "name")
        if part is not None and text is not None:
            found[part] = text
    return found


def _email(said: Mapping[str, Any]) -> dict[str, Any]:
    lower = {str(key).lower(): value for key, value in said.items()}
    value = text_or_none(lower.get("value"), "emails")
    if value is None:
        raise invalid_value("emails: one without value")
    found: dict[str, Any] = {"value": value}
    kind = text_or_none(lower.get("type"), "emails")
    if kind is not None:
        found["type"] = kind
    if lower.get("primary") is not None:
        found["primary"] = _boolean(lower["primary"], "emails")
    return found


def _address(emails: list[Mapping[str, Any]]) -> str | None:
    """The primary address, else that of work, else the first; ``None`` if it is not an address."""
    if not emails:
        return None
    ranked = sorted(
        emails, key=lambda each: (not each.get("primary"), str(each.get("type", "")).casefold() != "work")
    )
    try:
        return checked_email(ranked[0]["value"])
    except EntryError:
        return None


def _printable(text: str) -> str:
    return "".join(c for c in text if not unicodedata.category(c).startswith("C")).strip()
