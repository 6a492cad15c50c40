"""The options of an LDAP connector, checked when they are given."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from urllib.parse import urlsplit

from pydantic import SecretStr

from fidedigno.errors import ConfigurationError

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_ATTRIBUTE = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


@dataclass(frozen=True, slots=True)
class LdapOptions:
    """How to read one directory. Times in seconds.

    Args:
        name: of the directory in groups; small letters, digits, hyphens.
        url: ``ldaps://host`` or ``ldap://host:port``; the latter needs ``start_tls``, except on this machine.
        bind_dn: the connector's account, which needs to read and search only.
        password: of that account.
        users_base: where people are.
        groups_base: where groups are.
        user_filter: which entries are people.
        group_filter: which entries are groups.
        login_attribute: what ``memberUid`` and ``links`` name people by.
        group_attribute: what groups are called by here; of two groups with one name neither has members.
        links: login to the name of a user of Fidedigno's directory.
        emails_verified: link the others by ``mail``, which here only administrators write.
        start_tls: make a plain connection safe before anything is said.
        ca_file: certificates of authorities, where not the system's.
        page: entries asked for at once.
        timeout: for connecting and for each answer.
        most: entries of a kind beyond which the reading is given up.
    """

    name: str
    url: str
    bind_dn: str
    password: SecretStr
    users_base: str
    groups_base: str
    user_filter: str = "(|(objectClass=person)(objectClass=posixAccount))"
    group_filter: str = (
        "(|(objectClass=groupOfNames)(objectClass=groupOfUniqueNames)"
        "(objectClass=posixGroup)(objectClass=group))"
    )
    login_attribute: str = "uid"
    group_attribute: str = "cn"
    links: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    emails_verified: bool = True
    start_tls: bool = False
    ca_file: Path | None = None
    page: int = 500
    timeout: float = 30.0
    most: int = 1_000_000

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ConfigurationError(
                "the name of an LDAP directory is not usable",
                "Small letters, digits and hyphens, at most 40.",
            )
        self._check_address()
        if not self.bind_dn or not self.password.get_secret_value():
            # An empty password would be an anonymous bind, which succeeds and shows less.
            raise ConfigurationError("the LDAP account is not complete", "Give its name (DN) and password.")
        if not self.users_base or not self.groups_base:
            raise ConfigurationError(
                "an LDAP base is empty", "Write one such as ou=people,dc=corp,dc=example."
            )
        for attribute in (self.login_attribute, self.group_attribute):
            if not _ATTRIBUTE.fullmatch(attribute):
                raise ConfigurationError("not the name of an LDAP attribute", "Write one such as uid or cn.")
        for text in (self.user_filter, self.group_filter):
            if not (text.startswith("(") and text.endswith(")")):
                raise ConfigurationError("an LDAP filter is not in brackets", "Write (objectClass=person).")
        if min(self.page, self.timeout, self.most) <= 0:
            raise ConfigurationError("a limit of a connector is not positive", "Give each a value above 0.")

    def _check_address(self) -> None:
        hint = "Write an address such as ldaps://ldap.corp.example."
        try:
            parts = urlsplit(self.url)
            host, _ = parts.hostname or "", parts.port
        except ValueError:
            host = ""
            parts = urlsplit("")
        if parts.scheme not in {"ldap", "ldaps"} or not host or "@" in parts.netloc or parts.path.strip("/"):
            raise ConfigurationError("the address of an LDAP directory is not usable", hint)
        if parts.scheme == "ldap" and not self.start_tls and host not in _LOOPBACK:
            raise ConfigurationError(
                "a password would travel in clear text", "Use ldaps, start_tls, or this machine."
            )
