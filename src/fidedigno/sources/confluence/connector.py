"""Confluence Cloud as a connected system: documents with their rights, people, and the live check."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from fidedigno.access.content import DirectoryContent
from fidedigno.clock import Clock, utc_now
from fidedigno.model import AclState, Identity
from fidedigno.sources.confluence.cursor import Cursor, read_cursor, terms_of
from fidedigno.sources.confluence.live import may_read
from fidedigno.sources.confluence.options import ConfluenceOptions
from fidedigno.sources.confluence.people import read_people, user_attribute
from fidedigno.sources.confluence.reading import SiteReading
from fidedigno.sources.confluence.service import ConfluenceService
from fidedigno.sources.confluence.subjects import Subjects
from fidedigno.sources.connector import (
    Change,
    Changes,
    Coverage,
    GroupExpansion,
    LiveVerdict,
    SourceError,
    SourceErrorKind,
    known_by,
)

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Tally:
    """What a reading met, in numbers.

    ``unknown`` documents are closed because their rights could not be read, ``nobody`` because the site lets
    no one in whom we understand. ``left_out`` entries could not be understood. ``ignored`` are grants to
    something that is not understood or not allowed by an option, by what it was.
    """

    listed: int = 0
    unknown: int = 0
    nobody: int = 0
    left_out: int = 0
    ignored: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))


class ConfluenceConnector:
    """A Confluence Cloud site.

    Without a cursor, and at least every ``options.sweep_every``, everything is listed and every access list
    is evaluated anew; between, what changed. ``tally`` tells of the last reading that came to its end.

    Args:
        options: of the site.
        sleep: waits between repeats.
        now: the time, with a timezone.
    """

    group_expansion = GroupExpansion.AT_QUERY

    def __init__(
        self,
        options: ConfluenceOptions,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        now: Clock = utc_now,
    ) -> None:
        self.name = f"confluence:{options.name}"
        self.tally = Tally()
        self._options = options
        self._now = now
        self._service = ConfluenceService(options, sleep=sleep)
        hurried = replace(
            options.limits,
            connect=min(options.limits.connect, options.check_seconds),
            attempt=min(options.limits.attempt, options.check_seconds),
            total=options.check_seconds,
            attempts=min(2, options.limits.attempts),
        )
        # Its own connections: a long reading must not keep a question waiting.
        self._live = ConfluenceService(options, limits=hurried, sleep=sleep)
        self._accounts: set[str] = set()

    def __repr__(self) -> str:
        return f"ConfluenceConnector({self.name!r})"

    async def changes(self, cursor: str | None) -> Changes:
        """Documents since ``cursor``; all of them where it is none of ours, too old, or of other terms.

        Raises:
            SourceError: if the site does not let us in.
        """
        me = await self._service.myself()
        began = self._now()
        terms = terms_of(self._options, me)
        before = read_cursor(cursor)
        subjects = Subjects(self._options)
        reading = SiteReading(self._service, self._options, subjects)
        if before is not None and before.lasts(began, terms, self._options.sweep_every):
            coverage, stream = Coverage.SINCE, reading.since(began - before.read)
            after = Cursor(began, before.swept, terms)
        else:
            coverage, stream = Coverage.FULL, reading.everything()
            after = Cursor(began, began, terms)

        async def watched() -> AsyncIterator[Change]:
            async for change in stream:
                yield change
            if await self._service.myself() != me:
                raise SourceError(SourceErrorKind.SIGNED_OUT, f"{self.name}: another account than before")
            self._note(reading, subjects)

        return Changes.guarded(self.name, coverage, watched(), lambda: str(after))

    def _note(self, reading: SiteReading, subjects: Subjects) -> None:
        self._accounts |= subjects.accounts
        counts = reading.counts
        self.tally = Tally(
            counts[AclState.LIST],
            counts[AclState.UNKNOWN],
            counts[AclState.NOBODY],
            counts["left_out"],
            MappingProxyType(dict(subjects.ignored)),
        )
        if self.tally.unknown or self.tally.left_out or self.tally.ignored:
            _log.warning(
                "%s: %d documents with unknown rights, %d entries left out, %d grants not understood",
                self.name,
                self.tally.unknown,
                self.tally.left_out,
                subjects.ignored.total(),
            )

    async def people(self) -> DirectoryContent:
        """Accounts, each a group of one, and the groups of the site that hold them.

        Groups of this site that the directory knows and this does not name hold nobody any more. Accounts
        that access lists name are among them once a reading of changes has ended.

        Raises:
            SourceError: if they could not be read whole.
        """
        return await read_people(self._service, self._options, frozenset(self._accounts))

    def known_as(self, person: Identity) -> tuple[str, ...]:
        """The account of a person whom the directory links to one."""
        return known_by(person, user_attribute(self._options.name))

    async def check(self, person: str, external_id: str) -> LiveVerdict:
        """Whether the account with the id ``person`` may read a document now. Never raises."""
        return await may_read(self._live, person, external_id, self._options.check_seconds)

    async def close(self) -> None:
        """Let go of connections."""
        await self._service.close()
        await self._live.close()
