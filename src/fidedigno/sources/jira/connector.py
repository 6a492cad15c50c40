"""The connector to Jira Cloud."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from datetime import datetime, timedelta

from fidedigno.access.content import DirectoryContent
from fidedigno.clock import Clock, utc_now
from fidedigno.model import AclState, Identity
from fidedigno.sources.connector import (
    Change,
    Changes,
    Coverage,
    GroupExpansion,
    LiveVerdict,
    Upserted,
    known_by,
)
from fidedigno.sources.jira.client import JiraClient
from fidedigno.sources.jira.cursor import Cursor
from fidedigno.sources.jira.documents import FIELDS, Documents
from fidedigno.sources.jira.live import check_issues
from fidedigno.sources.jira.names import Names
from fidedigno.sources.jira.options import JiraOptions
from fidedigno.sources.jira.people import People
from fidedigno.sources.jira.reach import Reach
from fidedigno.sources.jira.rights import ProjectRights, SiteRights, read_rights

_log = logging.getLogger(__name__)


class JiraConnector:
    """Issues of one Jira Cloud site, their readers and its people.

    The reading account needs *Administer Jira* for security levels, products and live checks of others. What
    it may not see is closed: an issue with a level that cannot be read has an unknown access list.
    """

    group_expansion = GroupExpansion.AT_QUERY

    def __init__(
        self,
        options: JiraOptions,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        now: Clock = utc_now,
    ) -> None:
        self.name = f"jira:{options.name}"
        self._options = options
        self._names = Names(options.name)
        self._client = JiraClient(options, sleep=sleep)
        self._now = now

    def __repr__(self) -> str:
        return f"JiraConnector({self.name!r})"

    async def changes(self, cursor: str | None) -> Changes:
        """Issues since ``cursor``, and all issues of projects whose rights have changed.

        All issues of all projects without a cursor, when the last such reading is older than ``full_every``,
        or when a project is not seen any more.

        Raises:
            SourceError: if nothing could be begun.
        """
        began = self._now()
        rights = await read_rights(self._client, self._options.projects)
        # What the operator says of rights counts as a change of rights too.
        said = "public" if self._options.anonymous_is_public else "closed"
        digests = {each.id: f"{said}-{rights.digest(each)}" for each in rights.projects}
        last = Cursor.decode(cursor)
        if last is not None and not self._continues(last, began, digests):
            last = None
        after = Cursor(began, last.full_at if last else began, digests)
        reading = _Reading(self.name, self._client, self._options, rights, last, after)
        coverage = Coverage.SINCE if last else Coverage.FULL
        return Changes.guarded(self.name, coverage, reading.stream(), after.encode)

    def _continues(self, last: Cursor, now: datetime, digests: Mapping[str, str]) -> bool:
        is_past = last.full_at <= last.read_at <= now
        return (
            is_past and now - last.full_at < self._options.full_every and last.rights.keys() <= digests.keys()
        )

    async def people(self) -> DirectoryContent:
        """Accounts as groups of one, and the groups, roles, leads and products that access lists name.

        Raises:
            SourceError: if they could not be read whole.
        """
        rights = await read_rights(self._client, self._options.projects)
        return await People(self._client, self._names, self._options.accounts).read(rights)

    def known_as(self, person: Identity) -> tuple[str, ...]:
        """The account of a person whom the directory links to one."""
        return known_by(person, self._names.attribute())

    async def check(self, person: str, external_id: str) -> LiveVerdict:
        """Whether the account ``person`` may read an issue now. Never raises."""
        return (await self.check_many(person, [external_id]))[external_id]

    async def check_many(self, person: str, external_ids: Iterable[str]) -> Mapping[str, LiveVerdict]:
        """As :meth:`check` for several issues with few requests; one answer for each."""
        return await check_issues(self._client, person, external_ids, self._options.check_seconds)

    async def close(self) -> None:
        """Let go of connections."""
        await self._client.close()


class _Reading:
    """One reading of changes."""

    def __init__(
        self,
        name: str,
        client: JiraClient,
        options: JiraOptions,
        rights: SiteRights,
        last: Cursor | None,
        after: Cursor,
    ) -> None:
        self._name = name
        self._client = client
        self._rights = rights
        self._last = last
        self._after = after
        self._overlap = options.overlap
        reach = Reach(Names(options.name), rights, anonymous_is_public=options.anonymous_is_public)
        self._documents = Documents(client, reach, (options.site or options.url).rstrip("/"))
        self._fields = (*FIELDS, *sorted(rights.fields()))

    async def stream(self) -> AsyncIterator[Change]:
        unknown = 0
        for project in self._rights.projects:
            async for found in self._client.search(self._jql(project), self._fields):
                item = self._documents.of(project, found)
                unknown += item.acl.state is AclState.UNKNOWN
                yield Upserted(item)
        if unknown:
            _log.warning("%s: %d access lists are unknown", self._name, unknown)

    def _jql(self, project: ProjectRights) -> str:
        """Minutes before now, since a date of JQL would be one in the time zone of the reading account."""
        which = f"project = {project.id}"
        last = self._last
        if last is not None and last.rights.get(project.id) == self._after.rights[project.id]:
            before = self._after.read_at - last.read_at + self._overlap
            # The service works the moment out later than this one is worked out: hence one more.
            which += f" AND updated >= -{math.ceil(before / timedelta(minutes=1)) + 1}m"
        return which + " ORDER BY key ASC"
