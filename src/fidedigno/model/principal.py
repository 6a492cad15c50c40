"""Who may read: principals as a source grants them, and the identity of one person at one moment."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from types import MappingProxyType

LOCAL_SOURCE = "local"
"""The source of principals of Fidedigno's own directory (YAML, CSV, SCIM-like JSON)."""

CLAIMED_PREFIX = "oidc:"
"""The names of groups that only a token asserts begin so. Whether somebody is in one is known for a question
of a token that tells, and for no other: such a group may grant, and nothing may rest on not being in it."""

MAX_NAME_CHARACTERS = 320
"""Longest user or group name accepted: the length limit of an e-mail address (RFC 5321)."""


class PrincipalKind(StrEnum):
    """What a grant can name."""

    USER = "user"
    GROUP = "group"
    DOMAIN = "domain"
    ANYONE = "anyone"


def normalise_name(name: str) -> str:
    """Return the form in which user and group names are compared: NFKC, trimmed, case-folded.

    Plus-addressing is not merged: ``a+x@b.org`` and ``a@b.org`` are two people unless the directory
    says otherwise.

    Raises:
        ValueError: if nothing is left, a control character is inside, or it is too long.
    """
    normalised = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).strip().casefold())
    if not normalised:
        raise ValueError("a name may not be empty")
    if len(normalised) > MAX_NAME_CHARACTERS:
        raise ValueError(f"a name may have at most {MAX_NAME_CHARACTERS} characters")
    if any(unicodedata.category(character).startswith("C") for character in normalised):
        raise ValueError("a name may not contain control or invisible characters")
    return normalised


@dataclass(frozen=True, slots=True, order=True)
class Principal:
    """One grantee. ``source`` keeps the groups of two systems apart even when they share a name."""

    kind: PrincipalKind
    name: str
    source: str = LOCAL_SOURCE

    def __post_init__(self) -> None:
        if self.kind is PrincipalKind.ANYONE:
            if self.name:
                raise ValueError("'anyone' takes no name")
            return
        object.__setattr__(self, "name", normalise_name(self.name))

    @classmethod
    def user(cls, name: str) -> Principal:
        """The user of that name in the local directory."""
        return cls(PrincipalKind.USER, name)

    @classmethod
    def group(cls, name: str) -> Principal:
        """The group of that name in the local directory."""
        return cls(PrincipalKind.GROUP, name)

    @classmethod
    def parse(cls, text: str) -> Principal:
        """Read ``user:NAME``, ``group:NAME``, ``domain:NAME`` or ``anyone``.

        Raises:
            ValueError: for any other form. A bare name is refused: it could be a user or a group.
        """
        stripped = text.strip()
        if stripped.casefold() == PrincipalKind.ANYONE.value:
            return ANYONE
        kind, separator, name = stripped.partition(":")
        try:
            parsed = PrincipalKind(kind.strip().casefold())
        except ValueError:
            parsed = None
        if not separator or parsed is None or parsed is PrincipalKind.ANYONE:
            raise ValueError(
                f"not a principal: {text!r} (write user:NAME, group:NAME, domain:NAME or anyone)"
            )
        return cls(parsed, name)

    @property
    def is_claimed(self) -> bool:
        """Whether only a token can say who is in it."""
        return self.kind is PrincipalKind.GROUP and self.name.startswith(CLAIMED_PREFIX)

    def __str__(self) -> str:
        return self.kind.value if self.kind is PrincipalKind.ANYONE else f"{self.kind.value}:{self.name}"


ANYONE = Principal(PrincipalKind.ANYONE, "", "")
"""The public: satisfied by every enabled identity, known or not."""


def _no_attributes() -> Mapping[str, str]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Identity:
    """A person at a moment: what a search is allowed to be asked as.

    ``principals`` is the transitive closure: the person, every group that holds them at any depth,
    their e-mail domain, and :data:`ANYONE`. A disabled person has none at all and therefore reads
    nothing, not even what is public. An unknown person has only :data:`ANYONE`.
    """

    tenant: str
    user: str | None
    principals: frozenset[Principal]
    enabled: bool = True
    epoch: int = 0
    """The permission epoch of the directory when the closure was computed; part of every cache key."""
    resolved_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    attributes: Mapping[str, str] = field(default_factory=_no_attributes)
    claimed: frozenset[Principal] = frozenset()
    """Those of ``principals`` that a token asserts, for this question only; the directory knows nothing of them."""

    def __post_init__(self) -> None:
        if not self.enabled and self.principals:
            raise ValueError("a disabled identity holds no principal")
        if not self.claimed <= self.principals:
            raise ValueError("what a token asserts is part of the principals")
        if self.resolved_at.tzinfo is None:
            raise ValueError("resolved_at needs a timezone")
        object.__setattr__(self, "attributes", MappingProxyType(dict(self.attributes)))

    @classmethod
    def public(cls, tenant: str, epoch: int = 0) -> Identity:
        """The identity of somebody whom the directory does not know."""
        return cls(tenant, None, frozenset({ANYONE}), epoch=epoch)

    @classmethod
    def disabled(cls, tenant: str, user: str, epoch: int = 0) -> Identity:
        """The identity of an account that was switched off: it reads nothing."""
        return cls(tenant, user, frozenset(), enabled=False, epoch=epoch)
