"""Corpora: documents with one audience and one sensitivity, and the rules declared for them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from enum import IntEnum, StrEnum
from zoneinfo import ZoneInfo

from fidedigno.model.access_list import AccessList

_CORPUS_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,99}")


class Audience(StrEnum):
    """The five audiences, from the widest to the narrowest (permissions article, source limits)."""

    PUBLIC = "public"
    INTERNAL = "internal"
    DEPARTMENT = "department"
    CUSTOMER = "customer"
    RESTRICTED = "restricted"


class Sensitivity(IntEnum):
    """How much harm a leak would do. Ordered: a higher label never travels with a lower one."""

    PUBLIC = 0
    INTERNAL = 1
    CONFIDENTIAL = 2
    RESTRICTED = 3

    @classmethod
    def parse(cls, text: str) -> Sensitivity:
        """Read a label by its name, in any case."""
        try:
            return cls[text.strip().upper()]
        except KeyError:
            names = ", ".join(each.name.lower() for each in cls)
            raise ValueError(f"unknown sensitivity {text!r} (one of {names})") from None


class AccessPattern(StrEnum):
    """How permission is enforced for a corpus (permissions article, the three patterns)."""

    METADATA_FILTER = "metadata_filter"
    SEPARATE_INDEX = "separate_index"
    LIVE_CHECK = "live_check"


class WhenStale(StrEnum):
    """What happens to a document that is past its review date."""

    FLAG = "flag"
    """It is read, and whatever rests on it says so."""
    EXCLUDE = "exclude"
    """Nobody finds it until it is reviewed."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """What its owner declared about a set of documents.

    ``revocation_lag`` is the longest time that a withdrawn right may go unnoticed: when the last
    successful reading of access lists is older, the corpus closes. ``freshness`` is the interval after
    which a document must be reviewed again.
    """

    name: str
    owner: str
    audience: Audience
    sensitivity: Sensitivity
    authority: str
    revocation_lag: timedelta
    freshness: timedelta
    default_acl: AccessList | None
    ai_allowed: bool
    language: str | None = None
    timezone: str = ""
    """In which its documents mean dates without an offset; empty where nobody declared it."""
    access_pattern: AccessPattern = AccessPattern.METADATA_FILTER
    source: str = ""
    """The system that its documents come from: whom to ask where ``access_pattern`` is a live check."""
    when_stale: WhenStale = WhenStale.FLAG

    def __post_init__(self) -> None:
        if not _CORPUS_NAME.fullmatch(self.name):
            raise ValueError(
                f"corpus name {self.name!r}: use 1-100 lower-case letters, digits, '.', '_' or '-', "
                "beginning with a letter or digit"
            )
        if not self.owner.strip():
            raise ValueError(f"corpus {self.name!r} needs an owner")
        if self.revocation_lag <= timedelta(0) or self.freshness <= timedelta(0):
            raise ValueError(f"corpus {self.name!r}: revocation_lag and freshness must be positive")
        try:
            ZoneInfo(self.zone)
        except (KeyError, ValueError, OSError):
            raise ValueError(f"corpus {self.name!r}: unknown timezone {self.timezone!r}") from None

    @property
    def zone(self) -> str:
        """The timezone in which what the owner writes about documents is read: the declared one, else UTC."""
        return self.timezone or "UTC"
