"""What the operator declares of one Jira site."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from types import MappingProxyType

from pydantic import SecretStr

from fidedigno.access.content import EntryError, checked_name
from fidedigno.errors import ConfigurationError
from fidedigno.sources.http import HttpLimits
from fidedigno.sources.http.client import checked_base

_NAME = re.compile(r"[a-z0-9_-]{1,40}")
_PROJECT_KEY = re.compile(r"[A-Z][A-Z0-9_]{0,254}")


@dataclass(frozen=True, slots=True)
class JiraOptions:
    """One site and the account that reads it.

    Args:
        name: goes into the names of groups; 1 to 40 small letters, digits, ``_`` and ``-``.
        url: where the service answers: ``https://acme.atlassian.net``, or the address of the API gateway.
        token: of the reading account. With ``email`` it is an API token, without one an OAuth token.
        site: the root for links to issues; ``url`` when empty.
        projects: keys of the projects to read; all that the account sees when empty.
        accounts: user names of the directory by Jira account id, for accounts whose address is hidden. They
            count before any address.
        anonymous_is_public: whether a project that Jira opens to the whole internet is open to every identity
            here. Otherwise such a grant gives nobody anything.
        full_every: the longest time between two readings of everything. Bounds how long a deleted issue
            stays.
        overlap: how far before the last reading an update still counts, for search that lags behind.
        check_seconds: how long a live check may take.

    Raises:
        ConfigurationError: if a value cannot be used.
    """

    name: str
    url: str
    token: SecretStr
    email: str = ""
    site: str = ""
    projects: tuple[str, ...] = ()
    accounts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    anonymous_is_public: bool = False
    full_every: timedelta = timedelta(hours=6)
    overlap: timedelta = timedelta(minutes=10)
    check_seconds: float = 5.0
    limits: HttpLimits = field(default_factory=HttpLimits)

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not _NAME.fullmatch(self.name):
            raise ConfigurationError(
                "the name of a Jira site is not usable", "1 to 40 small letters, digits, _ or -."
            )
        checked_base(self.url)
        if self.site:
            checked_base(self.site)
        if not isinstance(self.token, SecretStr) or not _header_safe(self.token.get_secret_value()):
            raise ConfigurationError("the token of a Jira site is not usable", "Give it as a SecretStr.")
        if self.email and (not _header_safe(self.email) or ":" in self.email):
            raise ConfigurationError(
                "the e-mail address of the Jira account is not usable", "Write it plainly."
            )
        if any(not _PROJECT_KEY.fullmatch(key) for key in self.projects):
            raise ConfigurationError("a project key of Jira is not usable", "Write keys such as OPS.")
        for name in self.accounts.values():
            try:
                checked_name(name, "the user name of a Jira account")
            except EntryError as error:
                raise ConfigurationError(str(error), error.hint) from None
        if min(self.full_every, self.overlap) <= timedelta(0) or self.check_seconds <= 0:
            raise ConfigurationError("a time of a Jira site is not positive", "Give each a value above 0.")


def _header_safe(text: str) -> bool:
    return bool(text) and text.isascii() and text.isprintable() and " " not in text
