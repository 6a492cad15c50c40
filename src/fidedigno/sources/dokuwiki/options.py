"""The options of a wiki's connector, checked when they are given."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from pydantic import SecretStr

from fidedigno.errors import ConfigurationError
from fidedigno.sources.dokuwiki.accounts import is_clean
from fidedigno.sources.http import HttpLimits
from fidedigno.sources.http.client import checked_base

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


@dataclass(frozen=True, slots=True)
class DokuWikiOptions:
    """How to read one wiki.

    Args:
        name: of the wiki in groups and citations; small letters, digits, hyphens.
        url: where the wiki's ``doku.php`` is, without it.
        login: of the connector's account, which needs read rights only.
        password: of that account.
        rules_file: the wiki's ``acl.auth.php``, or a copy kept up to date.
        accounts_file: its ``users.auth.php``, or a copy.
        links: wiki login to the name of a user of the directory.
        emails_verified: link the other accounts by their address. A wiki lets people write any address into
            their profile, so say so only where somebody else keeps them.
        superusers: ``@group`` or login of those who read everything, as in the wiki's settings.
        visitors: pages that can be read without an account are public here too. Without, they are for those
            who have an account.
        limits: of requests.
    """

    name: str
    url: str
    login: str
    password: SecretStr
    rules_file: Path
    accounts_file: Path
    links: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    emails_verified: bool = False
    superusers: tuple[str, ...] = ()
    visitors: bool = False
    limits: HttpLimits = field(default_factory=HttpLimits)

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ConfigurationError(
                "the name of a wiki is not usable", "Small letters, digits and hyphens, at most 40."
            )
        checked_base(self.url)
        if not self.login or ":" in self.login or not self.password.get_secret_value():
            raise ConfigurationError("the wiki's account is not complete", "Give its login and password.")
        if not all(is_clean(each.removeprefix("@")) for each in self.superusers):
            raise ConfigurationError(
                "a superuser is not a name of the wiki", "Write @group or a login, in small letters."
            )
