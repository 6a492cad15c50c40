"""An LDAP directory as a connected system: people and groups, and the standing of one person now."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager
from typing import TypeVar

from fidedigno.access.content import DirectoryContent
from fidedigno.clock import Clock, utc_now
from fidedigno.model import Identity
from fidedigno.sources.connector import (
    Change,
    Changes,
    Coverage,
    GroupExpansion,
    LiveVerdict,
    SourceError,
    SourceErrorKind,
)
from fidedigno.sources.ldap.client import LdapReader, escaped
from fidedigno.sources.ldap.entry import Reader
from fidedigno.sources.ldap.groups import read_groups
from fidedigno.sources.ldap.options import LdapOptions
from fidedigno.sources.ldap.people import USER_ATTRIBUTES, directory_content, persons_of
from fidedigno.sources.ldap.standing import STANDING_ATTRIBUTES, is_active

_log = logging.getLogger(__name__)
_ATTEMPTS = 3
T = TypeVar("T")
Opener = Callable[[LdapOptions], AbstractContextManager[Reader]]


class LdapConnector:
    """Reads one directory. ``left_out`` counts the entries that were not understood when it was read last."""

    group_expansion = GroupExpansion.AT_QUERY

    def __init__(
        self,
        options: LdapOptions,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        now: Clock = utc_now,
        opener: Opener = LdapReader,
    ) -> None:
        self.name = f"ldap:{options.name}"
        self.options = options
        self.left_out = 0
        self._sleep, self._now, self._opener = sleep, now, opener

    async def changes(self, cursor: str | None) -> Changes:  # noqa: ARG002 - there is nothing to have changed
        """No documents: a directory has none."""
        return Changes(Coverage.FULL, _nothing(), lambda: self._now().isoformat())

    async def people(self) -> DirectoryContent:
        """Linked people and all groups, nested as they are; each group is read once.

        Raises:
            SourceError: if the directory could not be read whole, after repeats.
        """
        content, self.left_out = await self._repeated(self._read)
        if self.left_out:
            _log.warning("%s: %d entries are not understood and hold nothing", self.name, self.left_out)
        return content

    def known_as(self, person: Identity) -> tuple[str, ...]:  # noqa: ARG002 - as below
        """Nobody: there is nothing to ask about."""
        return ()

    async def check(self, person: str, external_id: str) -> LiveVerdict:  # noqa: ARG002 - see below
        """Always unknown: a directory has no documents to ask about. See :meth:`is_active`."""
        return LiveVerdict.UNKNOWN

    async def is_active(self, person: str) -> bool:
        """Whether exactly one entry has the login ``person`` and its account may be used now.

        Raises:
            SourceError: if that could not be learnt.
        """
        options = self.options
        wanted = f"(&{options.user_filter}({options.login_attribute}={escaped(person)}))"

        def read() -> bool:
            with self._opener(options) as reader:
                found = reader.search(
                    options.users_base, wanted, (options.login_attribute, *STANDING_ATTRIBUTES)
                )
            return len(found) == 1 and is_active(found[0], self._now())

        return bool(person) and await self._repeated(read)

    async def close(self) -> None:
        """Nothing is kept open between readings."""

    def _read(self) -> tuple[DirectoryContent, int]:
        options = self.options
        with self._opener(options) as reader:
            entries = reader.search(
                options.users_base, options.user_filter, (options.login_attribute, *USER_ATTRIBUTES)
            )
            groups = read_groups(reader, options.groups_base, options.group_filter, options.group_attribute)
        persons, odd = persons_of(entries, options.login_attribute, self._now())
        content = directory_content(options.name, persons, groups, options.links, options.emails_verified)
        return content, odd + groups.left_out

    async def _repeated(self, read: Callable[[], T]) -> T:
        for attempt in range(1, _ATTEMPTS):
            try:
                return await asyncio.to_thread(read)
            except SourceError as error:
                if error.kind is not SourceErrorKind.TEMPORARY:
                    raise
            await self._sleep(2.0**attempt)
        return await asyncio.to_thread(read)


async def _nothing() -> AsyncIterator[Change]:
    empty: tuple[Change, ...] = ()
    for each in empty:
        yield each
