"""Where a Confluence Cloud site is, who asks, and what counts as access. Plain values; nothing is read here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from types import MappingProxyType

from fidedigno.errors import ConfigurationError
from fidedigno.model import normalise_name
from fidedigno.sources.confluence.names import readable_id
from fidedigno.sources.http import HttpLimits
from fidedigno.sources.http.client import checked_base
from fidedigno.sources.secret import SecretLike

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_SPACE_KEY = re.compile(r"~?[A-Za-z0-9][A-Za-z0-9._:-]{0,254}")


class SpaceAccess(StrEnum):
    """Where a site keeps who may enter a space."""

    PERMISSIONS = "permissions"
    """In the permissions of each space; roles that these name are resolved."""
    ROLES = "roles"
    """In role assignments alone, on a site that has moved to roles."""


@dataclass(frozen=True, slots=True)
class ConfluenceOptions:
    """A Confluence Cloud site and how it is read.

    ``url`` is its root (``https://corp.atlassian.net``) or that of the gateway with the site's cloud id;
    ``web_url`` is the root for people where the two differ. ``email`` and ``token`` are those of the account
    that reads. ``name`` goes into the names of groups. ``spaces`` are the keys of the spaces to read; none
    means all that the account sees.

    ``links`` maps account ids to names of directory users; ``trust_email`` lets an account without a link
    count as the person of its e-mail address, which Atlassian has verified for managed accounts.

    ``anonymous_access``: whether a space that is open to anonymous visitors is open to everybody here.
    ``licensed_groups``: ids of the groups that give access to the product. Their members are those for whom a
    space is open to "all licensed users"; with none of them such a grant opens nothing.

    ``sweep_every`` is the longest time between two readings of all rights; between them only changed contents
    and their rights are read. ``bulk_restrictions`` reads restrictions by the hundred; otherwise one by one.
    ``check_seconds`` bounds one live check.

    Raises:
        ConfigurationError: if a value cannot be used; an address that would send the token in clear text over
            a network is one of them.
    """

    url: str
    email: str = field(repr=False)
    token: SecretLike = field(repr=False)
    name: str = "confluence"
    web_url: str = ""
    spaces: tuple[str, ...] = ()
    space_access: SpaceAccess = SpaceAccess.PERMISSIONS
    links: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    trust_email: bool = True
    anonymous_access: bool = False
    licensed_groups: tuple[str, ...] = ()
    blog_posts: bool = True
    sweep_every: timedelta = timedelta(minutes=15)
    bulk_restrictions: bool = True
    check_seconds: float = 3.0
    limits: HttpLimits = field(default_factory=HttpLimits)

    def __post_init__(self) -> None:
        object.__setattr__(self, "url", _rooted(self.url))
        object.__setattr__(self, "web_url", _rooted(self.web_url) if self.web_url else self.url)
        object.__setattr__(self, "links", MappingProxyType(_checked_links(self.links)))
        try:
            object.__setattr__(self, "space_access", SpaceAccess(self.space_access))
        except ValueError:
            raise ConfigurationError(
                "where a site keeps access to its spaces is not known", "Write permissions or roles."
            ) from None
        for wrong, what, hint in self._faults():
            if wrong:
                raise ConfigurationError(what, hint)

    def _faults(self) -> Iterator[tuple[bool, str, str]]:
        """Whether something is wrong, what, and what to do: one after another, since one guards the next."""
        name = "Use up to 40 small letters, digits, hyphens and underscores."
        yield not _NAME.fullmatch(self.name), "the name of a Confluence site is not usable", name
        missing = not self.email.strip() or ":" in self.email or not self.token.get_secret_value().strip()
        account = "Give those of the account that reads."
        yield missing, "Confluence needs an e-mail address and a token", account
        # A text such as "no" would count as yes.
        flags = (self.trust_email, self.anonymous_access, self.blog_posts, self.bulk_restrictions)
        unclear = not all(isinstance(each, bool) for each in flags)
        yield unclear, "an option of a Confluence site is neither true nor false", "Write true or false."
        lists = (self.spaces, self.licensed_groups)
        texts = any(isinstance(each, str) for each in lists)
        yield texts, "spaces and groups of a Confluence site are lists", "Write a list, also of one."
        keys = all(_SPACE_KEY.fullmatch(key) for key in self.spaces)
        yield not keys, "the key of a space is not usable", "Copy it from the space's address."
        groups = all(readable_id(each) is not None for each in self.licensed_groups)
        yield not groups, "a group that gives access is not an id", "Write the group's id, not its name."
        early = self.sweep_every <= timedelta(0) or self.check_seconds <= 0
        yield early, "a time of a Confluence site is not positive", "Give each a value above 0."


def _rooted(url: str) -> str:
    base = checked_base(url)
    return base if base.endswith("/wiki") else base + "/wiki"


def _checked_links(links: Mapping[str, str]) -> dict[str, str]:
    checked: dict[str, str] = {}
    for account, user in links.items():
        try:
            name = normalise_name(user)
        except (TypeError, ValueError):
            name = ""
        if readable_id(account) is None or not name:
            raise ConfigurationError(
                "a link of an account to a user is not usable", "Write ACCOUNT_ID: USER_NAME."
            )
        checked[account] = name
    return checked
