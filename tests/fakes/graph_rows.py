"""Rows of permissions as Graph writes them."""

from typing import Any


def to_account(key: str, role: str = "read", **more: Any) -> dict[str, Any]:
    """A permission of one account."""
    return {"id": f"p-{key}", "roles": [role], "grantedToV2": {"user": {"id": key}}, **more}


def to_group(key: str, role: str = "read", **more: Any) -> dict[str, Any]:
    """A permission of an Entra group."""
    return {"id": f"p-{key}", "roles": [role], "grantedToV2": {"group": {"id": key}}, **more}


def to_login(login: str, role: str = "read") -> dict[str, Any]:
    """A permission of whoever a login name means."""
    return {"id": "p-login", "roles": [role], "grantedToV2": {"siteUser": {"id": "9", "loginName": login}}}


def to_site_group(number: str, role: str = "read") -> dict[str, Any]:
    """A permission of a group of the site."""
    return {"id": f"p-{number}", "roles": [role], "grantedToV2": {"siteGroup": {"id": number}}}


def by_link(scope: str, *accounts: str, **more: Any) -> dict[str, Any]:
    """A permission by a sharing link."""
    identities = [{"user": {"id": each}} for each in accounts]
    link = {"scope": scope, "type": "view", "webUrl": "https://corp.sharepoint.example/:w:/s/abc"}
    return {
        "id": f"l-{scope}", "roles": ["read"], "link": link, "grantedToIdentitiesV2": identities, **more
    }  # fmt: skip
