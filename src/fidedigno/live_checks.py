"""Live checks of the documents of a workspace: which source knows a document, as what, and the person as whom.

A document of a mirror is known to its system by the external id that the mirror remembers; a person by the
accounts that the directory links. Whoever or whatever is not known there is not asked about, and not used.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import select

from fidedigno.access.batches import batches
from fidedigno.access.epoch import read_epoch
from fidedigno.access.live import LiveChecks, LiveQuestion, LiveRules, LiveRun, Who
from fidedigno.access.live_verdict import LiveOutcome
from fidedigno.access.tables import CorpusRow
from fidedigno.database import Database
from fidedigno.errors import UsageError
from fidedigno.ingest.tables import DocumentRow
from fidedigno.model import Identity
from fidedigno.sources.mirror_ids import MirrorIds

if TYPE_CHECKING:
    from fidedigno.access import Directory
    from fidedigno.access.live_record import LiveSourceStatus
    from fidedigno.sources.connector import Connector

_log = logging.getLogger(__name__)


class _Connected(NamedTuple):
    connector: Connector
    folder: Path
    ids: MirrorIds


class _Place(NamedTuple):
    source: str
    root: str
    name: str


class LiveDocuments:
    """Asks the connected sources about documents of the catalogue. May be shared by threads.

    Args:
        database: where the catalogue is.
        directory: of the same database; says who somebody is at the moment of asking.
        rules: how sources are asked.
        clock: for the cache and the breakers.
    """

    def __init__(
        self,
        database: Database,
        directory: Directory,
        rules: LiveRules | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._database = database
        self._directory = directory
        self._checks = LiveChecks(rules, clock)
        self._connected: dict[str, _Connected] = {}

    @property
    def sources(self) -> frozenset[str]:
        """The names of the sources that can be asked."""
        return self._checks.sources

    def use(self, source: str, connector: Connector, mirror: Path) -> None:
        """Ask ``connector`` about the documents that corpora of ``source`` mirror in the folder ``mirror``.

        It is closed with this, or when another one takes its place.

        Raises:
            UsageError: if the source has no name.
        """
        if not source.strip():
            raise UsageError("a source that is asked live needs a name", "give the name of its connector")
        folder = mirror.resolve()
        self._connected[source] = _Connected(connector, folder, MirrorIds(folder))
        self._checks.use(source, connector, connector.close)

    def begin(self, identity: Identity) -> LiveRun | None:
        """The live checks of one question of ``identity``; ``None`` where no source can be asked."""
        if not self.sources:
            return None

        def ask(documents: Collection[int], seconds: float) -> Mapping[int, LiveOutcome]:
            return self._ask(identity, documents, seconds)

        return LiveRun(ask, self._checks.rules.seconds)

    def status(self) -> list[dict[str, Any]]:
        """Each connected source as operators see it, as plain data."""
        return [_as_dict(each) for each in self._checks.status()]

    def close(self) -> None:
        """Let go of every source and close its connector."""
        self._checks.close()
        self._connected.clear()

    def _ask(
        self, identity: Identity, documents: Collection[int], seconds: float
    ) -> Mapping[int, LiveOutcome]:
        began = time.monotonic()
        places: dict[int, _Place] = {}
        columns = select(DocumentRow.id, CorpusRow.source, DocumentRow.root, DocumentRow.external_id)
        joined = columns.join(CorpusRow, CorpusRow.id == DocumentRow.corpus_id)
        with self._database.snapshot() as connection:
            epoch = read_epoch(connection)
            person = self._directory.current_in(connection, identity)
            for piece in batches(documents):
                rows = connection.execute(joined.where(DocumentRow.id.in_(piece)))
                places |= {row[0]: _Place(row[1], row[2], row[3]) for row in rows}
        if person.user is None or not person.enabled:
            return {}
        who = Who(person.tenant, person.user, epoch)
        accounts: dict[str, tuple[str, ...]] = {}
        questions = [self._question(each, place, person, accounts) for each, place in places.items()]
        return self._checks.ask(who, questions, seconds - (time.monotonic() - began))

    def _question(
        self, document: int, place: _Place, identity: Identity, accounts: dict[str, tuple[str, ...]]
    ) -> LiveQuestion:
        """``accounts`` of the person at each source, asked for once."""
        found = self._connected.get(place.source)
        if found is None or Path(place.root) != found.folder:
            return LiveQuestion(document, place.source, "", ())
        if place.source not in accounts:
            accounts[place.source] = _accounts(found.connector, identity)
        return LiveQuestion(document, place.source, found.ids.of(place.name), accounts[place.source])


def _accounts(connector: Connector, person: Identity) -> tuple[str, ...]:
    try:
        found = tuple(connector.known_as(person))
    except Exception as error:  # noqa: BLE001 - a connector that raises does not know the person
        _log.error("%s: asking who somebody is raised %s", connector.name, type(error).__name__)
        return ()
    return found if all(isinstance(each, str) and each for each in found) else ()


def _as_dict(status: LiveSourceStatus) -> dict[str, Any]:
    p95 = status.p95_seconds
    return {
        "source": status.source,
        "breaker": status.breaker.value,
        "last_error": status.last_error,
        "checks": {outcome.value: count for outcome, count in status.checks.items()},
        "from_cache": status.from_cache,
        "p95_ms": None if p95 is None else round(p95 * 1000, 1),
    }
