"""What a source says of one person and one document at this moment, and what came of asking it."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol


class LiveVerdict(StrEnum):
    """What the system says of one person and one document at this moment."""

    ALLOWED = "allowed"
    DENIED = "denied"
    """Forbidden and missing are one."""
    UNKNOWN = "unknown"
    """Not asked, no answer in time, or one that was not understood: the document is not used."""


class LiveOutcome(StrEnum):
    """What came of a live check. Only :attr:`ALLOWED` lets a document be used."""

    ALLOWED = "allowed"
    DENIED = "denied"
    UNKNOWN = "unknown"
    """The source could not say, or could not be asked: nobody there is linked, or it has no such document."""
    TIMED_OUT = "timed_out"
    BREAKER_OPEN = "breaker_open"
    """Not asked, because the source has been failing."""


class Asker(Protocol):
    """A source that can be asked; every :class:`~fidedigno.sources.connector.Connector` is one."""

    async def check(self, person: str, external_id: str) -> LiveVerdict:
        """Whether ``person``, as the system knows them, may read a document now."""
        ...
