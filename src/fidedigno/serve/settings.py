"""``serve.yaml``: which identity providers may write the directory, and which issuers' tokens are believed."""

from __future__ import annotations

import ipaddress
import re
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from fidedigno.access.claims import ClaimRules
from fidedigno.errors import ConfigurationError
from fidedigno.ingest.strict_yaml import read_yaml

SETTINGS_FILE = "serve.yaml"
ASYMMETRIC = frozenset(
    {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "Ed25519", "EdDSA"}
)
"""Algorithms that may sign a token. A secret that both sides know proves nothing about who signed."""

_Name = Annotated[str, Field(pattern=r"^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$")]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ScimSettings(_Part):
    """One identity provider that writes accounts and groups over SCIM.

    ``token_file`` has one token a line; several are accepted at a time, so that they can be rotated.
    ``adopt``: an account may take over a user of the same name whom no provider made.
    ``email_domains``: other addresses are read back but link nobody; empty, all are taken.
    """

    name: _Name
    token_file: Path
    adopt: bool = False
    email_domains: frozenset[str] = frozenset()

    @field_validator("email_domains")
    @classmethod
    def _lower(cls, value: frozenset[str]) -> frozenset[str]:
        return frozenset(each.casefold() for each in value)


class IssuerSettings(_Part):
    """One OpenID Connect issuer whose tokens say who asks."""

    name: _Name
    issuer: str
    audience: str = Field(min_length=1)
    clients: frozenset[str] = frozenset()
    algorithms: frozenset[str] = ASYMMETRIC
    email_domains: frozenset[str] = frozenset()
    scim: str = ""
    scim_claim: str = Field("sub", min_length=1)
    groups_claim: str = ""
    unlinked: Literal["public", "nothing"] = "public"

    @field_validator("issuer")
    @classmethod
    def _is_safe(cls, value: str) -> str:
        if not is_safe_url(value):
            raise ValueError("write an https address (http only on this machine)")
        return value

    @field_validator("algorithms")
    @classmethod
    def _are_asymmetric(cls, value: frozenset[str]) -> frozenset[str]:
        if not value or not value <= ASYMMETRIC:
            raise ValueError(f"choose among {', '.join(sorted(ASYMMETRIC))}")
        return value

    @field_validator("email_domains")
    @classmethod
    def _lower(cls, value: frozenset[str]) -> frozenset[str]:
        return frozenset(each.casefold() for each in value)

    @property
    def rules(self) -> ClaimRules:
        """What its claims may decide."""
        return ClaimRules(
            self.name,
            self.email_domains,
            self.scim,
            self.scim_claim,
            self.groups_claim,
            self.unlinked == "public",
        )


class ServeSettings(_Part):
    """Everything that ``serve.yaml`` says. Without issuers nobody can ask; without providers SCIM refuses all.

    ``address`` is that under which clients reach the server, behind a proxy; empty, that of each request.
    """

    address: str = ""
    scim: tuple[ScimSettings, ...] = ()
    oidc: tuple[IssuerSettings, ...] = ()

    @field_validator("address")
    @classmethod
    def _is_safe(cls, value: str) -> str:
        if value and not is_safe_url(value):
            raise ValueError("write an https address (http only on this machine)")
        return value

    @model_validator(mode="after")
    def _no_twins(self) -> ServeSettings:
        names = [each.name for each in self.scim]
        if len(set(names)) != len(names):
            raise ValueError("two scim providers have the same name")
        for what in ([each.name for each in self.oidc], [each.issuer for each in self.oidc]):
            if len(set(what)) != len(what):
                raise ValueError("two oidc issuers have the same name or address")
        unknown = {each.scim for each in self.oidc if each.scim} - set(names)
        if unknown:
            raise ValueError(f"there is no scim provider {min(unknown)!r}")
        return self


def is_safe_url(url: str) -> bool:
    """Whether what is read there cannot be changed on its way: https, or http on this machine itself."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        parts.port  # noqa: B018 - raises where it is no number
    except ValueError:
        return False
    if parts.username is not None or parts.query or parts.fragment or re.search(r"[\s\x00-\x1f]", url):
        return False
    if parts.scheme == "https":
        return bool(host)
    try:
        loopback = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
    return parts.scheme == "http" and loopback


def load_serve_settings(path: Path) -> ServeSettings:
    """Read ``serve.yaml``; files that it names are relative to it.

    Raises:
        ConfigurationError: if it cannot be read or is not valid.
    """
    try:
        data = read_yaml(path.read_text(encoding="utf-8-sig")).data
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise ConfigurationError(f"{path} cannot be read: {why}", "see docs/identity.md") from error
    try:
        settings = ServeSettings.model_validate({} if data is None else data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise ConfigurationError(f"{path}: {where}: {first['msg']}", "see docs/identity.md") from error
    folder = path.resolve().parent
    scim = tuple(each.model_copy(update={"token_file": folder / each.token_file}) for each in settings.scim)
    return settings.model_copy(update={"scim": scim})
