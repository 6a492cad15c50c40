"""Declared corpora, and whether each is open now.

A corpus is open only while its access lists are known to be fresh: the last successful reading must not be
older than the revocation lag that its owner declared, by the clock of this machine.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, insert, select, update

from fidedigno.access.approvals import refresh_approval
from fidedigno.access.encode import decode_acl, encode_acl
from fidedigno.access.epoch import changing
from fidedigno.access.tables import CorpusRow, DocumentAccess
from fidedigno.clock import Clock
from fidedigno.database import Database
from fidedigno.errors import UsageError
from fidedigno.model import AccessPattern, Audience, Corpus, Sensitivity, WhenStale

CLOCK_SKEW = timedelta(seconds=60)
"""How far in the future a reading of access lists may lie before its time is not believed."""


class Closure(StrEnum):
    """Why a corpus gives nothing."""

    NEVER_SYNCED = "never_synced"
    STALE = "stale"
    SYNCED_IN_FUTURE = "synced_in_future"
    NO_LIVE_CHECK = "no_live_check"
    """Its documents must be asked about at their source, and that source is not connected for it."""
    AI_NOT_ALLOWED = "ai_not_allowed"
    NOT_APPROVED = "not_approved"


@dataclass(frozen=True, slots=True)
class CorpusStatus:
    """For operators only. ``age`` is that of the access lists; ``None`` where they were never read."""

    id: int
    name: str
    open: bool
    reason: Closure | None
    age: timedelta | None
    revocation_lag: timedelta
    documents: int
    pending: int
    approved_until: datetime | None = None


class OpenCorpus(NamedTuple):
    """A corpus that is open; of one that is ``live`` each document is asked about at its source."""

    id: int
    live: bool


LiveSources = Callable[[], AbstractSet[str]]
"""The sources that can be asked live at this moment."""


def no_live_sources() -> AbstractSet[str]:
    """Where nothing is connected: corpora that need a live check stay closed."""
    return frozenset()


class Corpora:
    """The declared corpora of one database. May be shared by threads."""

    def __init__(self, database: Database, clock: Clock, live_sources: LiveSources = no_live_sources) -> None:
        self._database = database
        self._clock = clock
        self._live_sources = live_sources

    def register(self, corpus: Corpus, declaration: str = "") -> int:
        """Add a corpus, or rewrite the declaration of the one of that name; return its id.

        A new corpus is closed until :meth:`mark_acl_synced`. ``declaration`` is the digest of all that was
        declared, which approvals are given for: without one nothing can be approved.
        """
        row = {**_row_of(corpus), "declaration": declaration}
        columns = [getattr(CorpusRow, name) for name in row]
        with self._database.snapshot() as connection:
            known = connection.execute(
                select(CorpusRow.id, *columns).where(CorpusRow.name == corpus.name)
            ).first()
            if known is not None and dict(zip(row, known[1:], strict=True)) == row:
                return int(known[0])
        with changing(self._database) as session:
            id_of_name = select(CorpusRow.id).where(CorpusRow.name == corpus.name)
            existing = session.scalar(id_of_name)
            if existing is None:
                session.execute(insert(CorpusRow).values(**row))
            else:
                session.execute(update(CorpusRow).where(CorpusRow.id == existing).values(**row))
            corpus_id = int(session.scalars(id_of_name).one())
            refresh_approval(session, corpus_id)
            return corpus_id

    def all(self) -> dict[int, Corpus]:
        """The declarations, by id."""
        with self._database.snapshot() as connection:
            rows = connection.execute(select(CorpusRow.__table__).order_by(CorpusRow.name)).all()
        return {row.id: _corpus_of(row) for row in rows}

    def separate(self) -> frozenset[int]:
        """The ids of the corpora that have an index of their own."""
        declared = select(CorpusRow.id).where(CorpusRow.access_pattern == AccessPattern.SEPARATE_INDEX.value)
        with self._database.snapshot() as connection:
            return frozenset(connection.scalars(declared))

    def mark_acl_synced(self, corpus: str, at: datetime) -> None:
        """Record that all access lists of a corpus were read; ``at`` is when that reading began.

        Raises:
            UsageError: if there is no such corpus, or ``at`` has no timezone.
        """
        if at.tzinfo is None:
            raise UsageError("the instant of a sync needs a timezone")
        with changing(self._database) as session:
            result = session.execute(
                update(CorpusRow).where(CorpusRow.name == corpus).values(acl_synced_at=at)
            )
            if result.rowcount != 1:  # type: ignore[attr-defined]
                raise UsageError("there is no corpus of that name", "see them with 'fidedigno corpora'")

    def status(self) -> list[CorpusStatus]:
        """Each corpus, open or closed and why."""
        with self._database.snapshot() as connection:
            return self._status_in(connection)

    def open_in(self, connection: Connection) -> dict[str, OpenCorpus]:
        """The corpora, by name, that are open in the caller's transaction."""
        now, sources = self._clock(), self._live_sources()
        rows = connection.execute(
            select(
                CorpusRow.id,
                CorpusRow.name,
                CorpusRow.acl_synced_at,
                CorpusRow.revocation_lag,
                CorpusRow.access_pattern,
                CorpusRow.ai_allowed,
                CorpusRow.source,
                CorpusRow.audience,
                CorpusRow.approved_until,
            )
        )
        return {
            row.name: OpenCorpus(row.id, row.access_pattern == AccessPattern.LIVE_CHECK.value)
            for row in rows
            if closure_of(row, now, sources) is None
        }

    def _status_in(self, connection: Connection) -> list[CorpusStatus]:
        now, sources = self._clock(), self._live_sources()
        counts = {
            corpus_id: (documents, pending)
            for corpus_id, documents, pending in connection.execute(
                select(
                    DocumentAccess.corpus_id,
                    func.count(),
                    func.count().filter(DocumentAccess.pending.is_(True)),
                ).group_by(DocumentAccess.corpus_id)
            )
        }
        found = []
        for row in connection.execute(select(CorpusRow.__table__).order_by(CorpusRow.name)):
            reason = closure_of(row, now, sources)
            age = None if row.acl_synced_at is None else now - row.acl_synced_at
            documents, pending = counts.get(row.id, (0, 0))
            found.append(
                CorpusStatus(
                    row.id,
                    row.name,
                    reason is None,
                    reason,
                    age,
                    row.revocation_lag,
                    documents,
                    pending,
                    row.approved_until,
                )
            )
        return found


def closure_of(row: Any, now: datetime, live_sources: AbstractSet[str] = frozenset()) -> Closure | None:
    """Why the corpus in ``row`` is closed at ``now``; ``None`` if it is open.

    ``live_sources`` are those that can be asked. A corpus that needs a live check is open only beside fresh
    access lists: the check narrows them and takes the place of none.
    """
    if not row.ai_allowed:
        return Closure.AI_NOT_ALLOWED
    if row.audience == Audience.RESTRICTED.value and (
        row.approved_until is None or row.approved_until <= now
    ):
        return Closure.NOT_APPROVED
    if row.access_pattern == AccessPattern.LIVE_CHECK.value and row.source not in live_sources:
        return Closure.NO_LIVE_CHECK
    if row.acl_synced_at is None:
        return Closure.NEVER_SYNCED
    age: timedelta = now - row.acl_synced_at
    if age < -CLOCK_SKEW:
        return Closure.SYNCED_IN_FUTURE
    return Closure.STALE if age > row.revocation_lag else None


def _row_of(corpus: Corpus) -> dict[str, Any]:
    return {
        "name": corpus.name,
        "owner": corpus.owner,
        "audience": corpus.audience.value,
        "sensitivity": corpus.sensitivity.value,
        "authority": corpus.authority,
        "revocation_lag": corpus.revocation_lag,
        "freshness": corpus.freshness,
        "default_acl": None if corpus.default_acl is None else encode_acl(corpus.default_acl),
        "ai_allowed": corpus.ai_allowed,
        "language": corpus.language,
        "timezone": corpus.timezone,
        "access_pattern": corpus.access_pattern.value,
        "source": corpus.source,
        "when_stale": corpus.when_stale.value,
    }


def _corpus_of(row: Any) -> Corpus:
    return Corpus(
        name=row.name,
        owner=row.owner,
        audience=Audience(row.audience),
        sensitivity=Sensitivity(row.sensitivity),
        authority=row.authority,
        revocation_lag=row.revocation_lag,
        freshness=row.freshness,
        default_acl=None if row.default_acl is None else decode_acl(row.default_acl),
        ai_allowed=row.ai_allowed,
        language=row.language,
        timezone=row.timezone,
        access_pattern=AccessPattern(row.access_pattern),
        source=row.source,
        when_stale=WhenStale(row.when_stale),
    )
