"""The options of a Microsoft 365 connector. Plain values; nothing is read here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from types import MappingProxyType
from urllib.parse import urlsplit

from fidedigno.access.content import EntryError, checked_name
from fidedigno.errors import ConfigurationError
from fidedigno.sources.graph.credential import Credential
from fidedigno.sources.graph.names import guid, is_key
from fidedigno.sources.http import HttpLimits
from fidedigno.sources.http.client import checked_base

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_SITE = re.compile(r"[A-Za-z0-9._-]{1,255}(?:,[A-Fa-f0-9-]{36}){2}")
_HOST = re.compile(r"[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*")


@dataclass(frozen=True, slots=True)
class GraphOptions:
    """One tenant, what of it is read, and for whom.

    ``tenant`` and ``client`` are the ids of the directory and of the registered application. ``drives`` are
    ids of document libraries or OneDrives; of ``sites`` (``HOST,GUID,GUID``) every library is read.

    ``accounts`` maps ids of Entra accounts to names of the directory; it comes before the address. ``guests``
    lets in external accounts that have accepted their invitation. ``organisation_links`` and
    ``anonymous_links`` let a sharing link grant what it opens to all members, or to everyone of the tenant;
    without them such a link grants nobody anything. ``site_groups``: whether members of the groups of sites
    are read, from SharePoint's own interface and with a token of its own.

    ``sweep`` is the longest time between two readings of every permission: the part of the revocation lag
    that the connector adds. ``check_seconds`` bounds a live check. ``base`` and ``login`` differ in national
    clouds, as do ``content_hosts``, the domains below which contents and sites are fetched.

    Raises:
        ConfigurationError: if a value cannot be used.
    """

    name: str
    tenant: str
    client: str
    credential: Credential = field(repr=False)
    drives: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    accounts: Mapping[str, str] = field(default_factory=dict)
    guests: bool = False
    organisation_links: bool = False
    anonymous_links: bool = False
    site_groups: bool = True
    sweep: timedelta = timedelta(hours=1)
    check_seconds: float = 5.0
    base: str = "https://graph.microsoft.com/v1.0"
    login: str = "https://login.microsoftonline.com"
    content_hosts: tuple[str, ...] = ("sharepoint.com",)
    limits: HttpLimits = field(default_factory=HttpLimits)

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not _NAME.fullmatch(self.name):
            raise ConfigurationError(
                "the name of a Microsoft 365 connector is not usable",
                "Use 1-40 lower-case letters, digits, '_' or '-', such as 'corp'.",
            )
        for each in ("tenant", "client"):
            object.__setattr__(self, each, _checked_guid(getattr(self, each), each))
        for each in ("base", "login"):
            object.__setattr__(self, each, checked_base(getattr(self, each)))
        self._check_places()
        object.__setattr__(self, "accounts", MappingProxyType(_checked_accounts(self.accounts)))
        if self.sweep <= timedelta(0) or self.check_seconds <= 0:
            raise ConfigurationError(
                "a time of a Microsoft 365 connector is not positive", "Give it above 0."
            )

    def _check_places(self) -> None:
        if any(isinstance(each, str) for each in (self.drives, self.sites, self.content_hosts)):
            raise ConfigurationError(
                "a list of a Microsoft 365 connector is one text", "Write a list of texts."
            )
        if not self.drives and not self.sites:
            raise ConfigurationError("a Microsoft 365 connector reads nothing", "Name drives or sites.")
        drives, sites = tuple(dict.fromkeys(self.drives)), tuple(dict.fromkeys(self.sites))
        if not all(is_key(each) for each in drives):
            raise ConfigurationError("the id of a drive is not usable", "It looks like b!-RIj2DuyvEyV1T4N…")
        if not all(isinstance(each, str) and _SITE.fullmatch(each) for each in sites):
            raise ConfigurationError(
                "the id of a site is not usable", "Write HOST,GUID,GUID as Graph gives it."
            )
        if not all(isinstance(each, str) and _HOST.fullmatch(each) for each in self.content_hosts):
            raise ConfigurationError("a content host is not usable", "Write a domain such as sharepoint.com.")
        object.__setattr__(self, "drives", drives)
        object.__setattr__(self, "sites", sites)

    @property
    def scope(self) -> str:
        """What a token is asked for, for Graph itself."""
        return scope_of(self.base)

    def trusts(self, url: str) -> bool:
        """Whether contents may be fetched from an address that Graph gave."""
        try:
            host = urlsplit(url).hostname or ""
        except ValueError:
            return False
        own = urlsplit(self.base).hostname
        return host == own or any(host == each or host.endswith("." + each) for each in self.content_hosts)


def scope_of(address: str) -> str:
    """The scope of a token for the service at an address: all that the application was granted there."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}/.default"


def _checked_guid(value: object, what: str) -> str:
    found = guid(value)
    if found is None:
        raise ConfigurationError(f"the {what} of a Microsoft 365 connector is not an id", "Write a GUID.")
    return found


def _checked_accounts(accounts: Mapping[str, str]) -> dict[str, str]:
    checked = {}
    for account, name in accounts.items():
        try:
            checked[_checked_guid(account, "account map")] = checked_name(name)[0]
        except EntryError as error:
            raise ConfigurationError(f"the account map of a connector: {error}", error.hint) from None
    if len(set(checked.values())) < len(checked) or len(checked) < len(accounts):
        raise ConfigurationError("the account map names somebody twice", "Give each person one account.")
    return checked
