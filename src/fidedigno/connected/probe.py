"""A little is read from a system to prove that it answers, before it is connected for good."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fidedigno.connected.notices import webhook_secret
from fidedigno.connector_sync import in_own_loop
from fidedigno.model import AclState
from fidedigno.sources.connector import SourceError, SourceErrorKind, Upserted

if TYPE_CHECKING:
    from fidedigno.connected.declaration import Connection
    from fidedigno.sources.connector import Connector

SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Proof:
    """What was seen. ``documents`` is whether there is one; ``rights`` whether those of the first could be read;
    ``people`` counts those of a system that has no documents."""

    documents: bool
    rights: bool
    people: int | None = None

    def as_dict(self) -> dict[str, bool | int | None]:
        """For ``--json``."""
        return {"documents": self.documents, "rights": self.rights, "people": self.people}


def prove(connection: Connection, seconds: float = SECONDS) -> Proof:
    """Read the first document's name and rights, or the people where there are no documents. Nothing is kept.

    Raises:
        ConfigurationError: if an option cannot be used, or the file of a secret, that of notifications included, is
            not as it should be.
        SourceError: if the system does not let the connector in, or does not answer in time.
    """
    webhook_secret(connection)
    return in_own_loop(_prove(connection.open(), connection.corpus is not None, seconds))


async def _prove(connector: Connector, has_documents: bool, seconds: float) -> Proof:
    try:
        async with asyncio.timeout(seconds):
            if has_documents:
                return await _first(connector)
            content = await connector.people()
            return Proof(documents=False, rights=False, people=len(content.users))
    except TimeoutError:
        kind = SourceErrorKind.TEMPORARY
        raise SourceError(kind, f"{connector.name}: nothing was read in {seconds:g} seconds") from None
    finally:
        await connector.close()


async def _first(connector: Connector) -> Proof:
    changes = await connector.changes(None)
    try:
        async for change in changes.stream:
            if isinstance(change, Upserted):
                return Proof(documents=True, rights=change.item.acl.state is not AclState.UNKNOWN)
        return Proof(documents=False, rights=False)
    finally:
        close = getattr(changes.stream, "aclose", None)
        if close is not None:
            with suppress(SourceError):
                await close()
