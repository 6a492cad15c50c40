"""What a connector to another system yields, in words that every connector shares.

A connector reads documents with their access lists, what changed since a cursor, and who belongs to which
group; where the system offers it, it can be asked live about one person and one document. Nothing here decides
a right: a list that could not be read is *unknown* and closes its document, and never means "everybody".

Principals of other systems are groups of the directory, named ``SYSTEM:SITE:...`` by the connector, so that
the grants at rest name groups and membership is looked up when a question arrives (permissions article).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from fidedigno.access.content import DirectoryContent
from fidedigno.access.live_verdict import LiveVerdict
from fidedigno.errors import FidedignoError
from fidedigno.model import AccessList, Identity

__all__ = [
    "Change",
    "Changes",
    "Connector",
    "Coverage",
    "LiveVerdict",
    "Read",
    "Removed",
    "SourceError",
    "SourceErrorKind",
    "SourceItem",
    "Upserted",
    "known_by",
]


class SourceErrorKind(StrEnum):
    """What a failure means for whoever asked."""

    NOT_AVAILABLE = "not_available"
    """Refused or absent: never told apart."""
    SIGNED_OUT = "signed_out"
    """The connector's own access does not count any more."""
    GONE = "gone"
    """The system has forgotten the cursor: read everything."""
    TEMPORARY = "temporary"
    """Not answered, or too many requests, after all repeats."""
    SHAPE = "shape"
    """Answered with something that cannot be understood."""


class SourceError(FidedignoError):
    """A connector could not do what was asked; nothing was learnt, and nothing may be concluded.

    The words never hold a token, an address or a text of a document.
    """

    code = "FID520"
    exit_code = 6

    def __init__(self, kind: SourceErrorKind, reason: str) -> None:
        super().__init__(reason, _HINTS[kind])
        self.kind = kind


_HINTS = {
    SourceErrorKind.NOT_AVAILABLE: "Check what the connector's account may read.",
    SourceErrorKind.SIGNED_OUT: "Renew the connector's access (token, secret or key).",
    SourceErrorKind.GONE: "The next synchronisation reads everything.",
    SourceErrorKind.TEMPORARY: "It is tried again at the next synchronisation.",
    SourceErrorKind.SHAPE: "Check the address and the version of the system.",
}

Read = Callable[[], Awaitable[bytes]]
"""Fetches a document's content when it is wanted; raises :class:`SourceError` where it cannot."""


@dataclass(frozen=True, slots=True)
class SourceItem:
    """A document as its system has it now.

    ``external_id`` never changes while the document lives, whatever its name or place. ``name`` ends like its
    format (``.docx``); ``path`` are the folders or spaces above it, for people. ``version`` changes with the
    content and ``acl`` with the rights, each alone. ``labels`` are the system's own labels (sensitivity,
    confidentiality), kept as they are.
    """

    external_id: str
    name: str
    title: str
    acl: AccessList
    version: str
    updated_at: datetime | None
    read: Read = field(repr=False, compare=False)
    created_at: datetime | None = None
    path: tuple[str, ...] = ()
    url: str = ""
    owner: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    size: int | None = None


@dataclass(frozen=True, slots=True)
class Upserted:
    """A document is new, or its content or rights may have changed; ``at`` says when, where the system does."""

    item: SourceItem
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Removed:
    """A document is gone, or the connector may not see it any more; both mean the same here.

    ``at`` says since when, where the system does.
    """

    external_id: str
    at: datetime | None = None


Change = Upserted | Removed


class Coverage(StrEnum):
    """What a reading of changes is worth."""

    FULL = "full"
    """Every document was listed: what was not listed is gone."""
    SINCE = "since"
    """Only what changed since the cursor; what was not listed is as it was."""


@dataclass(frozen=True, slots=True)
class Changes:
    """A reading of changes. ``cursor`` is for the next one, and counts only once all of it was taken in."""

    coverage: Coverage
    stream: AsyncIterator[Change]
    cursor: Callable[[], str]
    """The cursor after the stream has ended; an error before that leaves the old one standing."""

    @classmethod
    def guarded(
        cls, name: str, coverage: Coverage, stream: AsyncIterator[Change], cursor: Callable[[], str]
    ) -> Changes:
        """Changes whose cursor is refused, with a :class:`SourceError`, until the stream has ended."""
        has_ended = False

        async def watched() -> AsyncIterator[Change]:
            nonlocal has_ended
            async for change in stream:
                yield change
            has_ended = True

        def after() -> str:
            if not has_ended:
                raise SourceError(SourceErrorKind.TEMPORARY, f"{name}: the reading has not ended")
            return cursor()

        return cls(coverage, watched(), after)


def known_by(person: Identity, attribute: str) -> tuple[str, ...]:
    """The one account that an attribute of the directory names; none where there is no such attribute."""
    account = person.attributes.get(attribute, "")
    return (account,) if account else ()


@dataclass(frozen=True, slots=True)
class Subscription:
    """A system has agreed to say when something changes. ``until`` is when it stops by itself."""

    id: str
    until: datetime


class Notifying(Protocol):
    """A connector whose system can be asked to call an address when something changes."""

    async def subscribe(
        self, address: str, secret: str, known: Mapping[str, Subscription]
    ) -> Mapping[str, Subscription]:
        """Make what is missing, and renew what ends soon.

        Args:
            address: what is to be called.
            secret: what each call is to prove.
            known: what was agreed before, by what it is of.

        Raises:
            SourceError: if the system does not agree.
        """
        ...


class GroupExpansion(StrEnum):
    """When groups inside groups are resolved. Who is in which group always counts from the next question on."""

    AT_SYNC = "at_sync"
    """Members are computed to single people when people are read; a question meets flat groups."""
    AT_QUERY = "at_query"
    """Groups are taken over nested as the system has them; the directory follows them at each question."""


class Connector(Protocol):
    """One connected system. Asynchronous, safe to use from one event loop at a time."""

    name: str
    """Names the system and site in groups, citations and status (``sharepoint:intranet``)."""
    group_expansion: GroupExpansion
    """Which of the two this system's groups are, chosen where the trade-off is documented: its page."""

    async def changes(self, cursor: str | None) -> Changes:
        """Documents since ``cursor``; all of them without one, or where the system has forgotten it.

        Raises:
            SourceError: if nothing could be begun.
        """
        ...

    async def people(self) -> DirectoryContent:
        """People and the groups that access lists name, with their members at any depth or nested as they are.

        A group whose members could not be read is left without any, never guessed.

        Raises:
            SourceError: if they could not be read whole.
        """
        ...

    def known_as(self, person: Identity) -> tuple[str, ...]:
        """The accounts of a person of the directory, as :meth:`check` takes them.

        None where the person is not linked, or the system cannot be asked live. Nothing is guessed.
        """
        ...

    async def check(self, person: str, external_id: str) -> LiveVerdict:
        """Whether ``person`` (as the system knows them) may read a document now. Never raises."""
        ...

    async def close(self) -> None:
        """Let go of connections."""
        ...
