"""What the operator declares of one Notion workspace, its audiences above all."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from pydantic import SecretStr

from fidedigno.access.content import EntryError, checked_member
from fidedigno.errors import ConfigurationError
from fidedigno.model import Principal, PrincipalKind
from fidedigno.sources.http import HttpLimits
from fidedigno.sources.http.client import checked_base
from fidedigno.sources.notion.wire import plain_uuid

_NAME = re.compile(r"[a-z0-9_-]{1,40}")


@dataclass(frozen=True, slots=True)
class NotionOptions:
    """One workspace and the integration that reads it.

    Args:
        name: goes into messages and the connector's name; 1 to 40 small letters, digits, ``_`` and ``-``.
        token: of the internal integration.
        audiences: groups of the directory, written ``group:NAME``, by the id of a page, database or data
            source. They read it and what lies below. An audience further down narrows, and never widens,
            those above it. What lies below none is closed, and counted as unknown.
        url: where the service answers.
        version: the version of the interface that is asked for.
        per_second: the most requests in a second.

    Raises:
        ConfigurationError: if a value cannot be used.
    """

    name: str
    token: SecretStr
    audiences: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    url: str = "https://api.notion.com"
    version: str = "2025-09-03"
    per_second: float = 3.0
    limits: HttpLimits = field(default_factory=HttpLimits)

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not _NAME.fullmatch(self.name):
            raise ConfigurationError(
                "the name of a Notion workspace is not usable", "1 to 40 small letters, digits, _ or -."
            )
        checked_base(self.url)
        secret = self.token.get_secret_value() if isinstance(self.token, SecretStr) else ""
        if not secret or not secret.isascii() or not secret.isprintable():
            raise ConfigurationError("the token of Notion is not usable", "Give it as a SecretStr.")
        if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", self.version):
            raise ConfigurationError("the version of Notion's interface is a date", "Write it as 2025-09-03.")
        if not 0 < self.per_second <= 100:
            raise ConfigurationError(
                "the pace of Notion is not usable", "Give requests in a second, such as 3."
            )
        self.readers()

    def readers(self) -> Mapping[str, frozenset[Principal]]:
        """The groups that read each declared root, by its id without hyphens.

        Raises:
            ConfigurationError: if an id or a group is not one, or a root is declared twice.
        """
        found: dict[str, frozenset[Principal]] = {}
        for root, groups in self.audiences.items():
            plain = plain_uuid(root)
            if plain is None or plain in found:
                raise ConfigurationError(
                    "an audience of Notion is not declared for one id", "Copy the id from the page's address."
                )
            found[plain] = frozenset(_group(each) for each in _several(groups))
        return found


def _several(groups: object) -> tuple[object, ...]:
    if not isinstance(groups, tuple | list) or not groups:
        raise ConfigurationError("an audience of Notion names no group", "Write ('group:NAME',).")
    return tuple(groups)


def _group(value: object) -> Principal:
    try:
        member = checked_member(value)
    except EntryError:
        member = None
    if member is None or member.kind is not PrincipalKind.GROUP:
        raise ConfigurationError("an audience of Notion is not a group", "Write group:NAME.")
    return member
