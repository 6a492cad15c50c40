"""The connector to a system that is known by its declaration."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable

from pydantic import SecretStr

from fidedigno.access.content import DirectoryContent
from fidedigno.clock import Clock, utc_now
from fidedigno.errors import ConfigurationError
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
from fidedigno.sources.declared.declaration import Declaration
from fidedigno.sources.declared.documents import change_of
from fidedigno.sources.declared.live import check_document
from fidedigno.sources.declared.names import Names
from fidedigno.sources.declared.pages import DeclaredClient
from fidedigno.sources.declared.people import PeopleReader
from fidedigno.sources.http import HttpLimits

_log = logging.getLogger(__name__)


class DeclaredConnector:
    """One declared system. Every reading lists everything, so that no deletion and no change of rights is missed.

    Args:
        declaration: see :func:`~fidedigno.sources.declared.read_declaration`.
        secret: what ``auth`` sends: a token, or ``name:password``.
        check_seconds: how long a live check may take.
    """

    group_expansion = GroupExpansion.AT_QUERY

    def __init__(
        self,
        declaration: Declaration,
        secret: SecretStr,
        *,
        limits: HttpLimits | None = None,
        check_seconds: float = 5.0,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        now: Clock = utc_now,
    ) -> None:
        if check_seconds <= 0:
            raise ConfigurationError("the time of a live check is not positive", "Give it a value above 0.")
        self.name = f"declared:{declaration.name}"
        self._declaration = declaration
        self._names = Names(declaration.name)
        self._client = DeclaredClient(declaration, secret, limits=limits, sleep=sleep)
        self._check_seconds = check_seconds
        self._now = now

    def __repr__(self) -> str:
        return f"DeclaredConnector({self.name!r})"

    async def changes(self, cursor: str | None) -> Changes:  # noqa: ARG002 - everything is listed each time
        """Every document, whatever the cursor."""
        reading = _Reading(self._declaration, self._names, self._client)
        began = self._now().isoformat()
        return Changes.guarded(self.name, Coverage.FULL, reading.stream(), lambda: began)

    async def people(self) -> DirectoryContent:
        """Accounts as groups of one, teams as they nest, and everybody who is active and linked.

        Raises:
            SourceError: if a list could not be read whole.
        """
        return await PeopleReader(self._client, self._declaration, self._names).read()

    def known_as(self, person: Identity) -> tuple[str, ...]:
        """The account of a person whom the directory links to one."""
        return known_by(person, self._names.attribute())

    async def check(self, person: str, external_id: str) -> LiveVerdict:
        """Whether the account ``person`` may read a document now; unknown where no check is declared."""
        declared = self._declaration.check
        return await check_document(self._client, declared, person, external_id, self._check_seconds)

    async def close(self) -> None:
        """Let go of connections."""
        await self._client.rest.close()


class _Reading:
    """One reading of everything."""

    def __init__(self, declaration: Declaration, names: Names, client: DeclaredClient) -> None:
        self._declaration = declaration
        self._names = names
        self._client = client

    async def stream(self) -> AsyncIterator[Change]:
        unknown = 0
        async for item in self._client.listed(self._declaration.documents):
            change = change_of(self._declaration, self._names, item)
            if isinstance(change, Upserted):
                unknown += change.item.acl.state is AclState.UNKNOWN
            yield change
        if unknown:
            _log.warning("%s: %d access lists are unknown", self._client.name, unknown)
