"""Adding records to the trail, and deleting them from it, with their places in the chain.

What is written here is already in its documented form and holds no text; the ledger neither reads nor
interprets it. A record and its place come into being in one transaction or not at all.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from types import SimpleNamespace

from sqlalchemy import ColumnElement, and_, bindparam, delete, insert, or_, select
from sqlalchemy.orm import Session

from fidedigno.access.batches import batches
from fidedigno.clock import Clock, utc_now
from fidedigno.database import Database
from fidedigno.errors import WorkspaceError
from fidedigno.trace.chain import FOLD_EVERY, Chain, Place, Reason
from fidedigno.trace.records import records_where, sealed
from fidedigno.trace.tables import TraceDocument, TracePerson, TraceRow

DEFAULT_RETENTION = timedelta(days=90)
DEFAULT_LIMIT = 100_000
_AT_ONCE = 500
"""So many old records give way at once at most, so that no writing takes long."""
GIVE_WAY_EVERY = 16
GIVE_WAY_SECONDS = 60.0
EXACT_BELOW = 1_000
"""A smaller limit is kept to the record."""
_SALT_BYTES = 16

# Made once: making a statement anew costs more than running it.
_ADD = insert(TraceRow)
_NAME = insert(TraceDocument)
_MENTION = insert(TracePerson)
_DELETE = delete(TraceRow).where(TraceRow.id == bindparam("gone"))


class Kind(StrEnum):
    """What a record is of."""

    ANSWER = "answer"
    SEARCH = "search"
    EVENT = "event"
    """An administrative act."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A record as it is to be kept: its id, whom it is of or names (pseudonyms), and its body."""

    kind: Kind
    id: str
    tenant: str
    key_id: str
    at: datetime
    body: str
    pseudonym: str = ""
    documents: frozenset[int] = frozenset()
    people: frozenset[str] = frozenset()


class Ledger:
    """The records of one database. May be shared by threads; other processes may write too.

    Args:
        database: where they are kept.
        chain: what holds them together.
        retention: how long; older ones are never read, and are deleted little by little with each writing.
        limit: how many answers and searches; the oldest give way, in steps where it is a large number. Events
            only expire: nobody can push them out by asking a lot.
        clock: the present instant.
        holds: whether the key of an id still exists; nothing is written under one that does not.
    """

    def __init__(
        self,
        database: Database,
        chain: Chain,
        *,
        retention: timedelta = DEFAULT_RETENTION,
        limit: int = DEFAULT_LIMIT,
        clock: Clock = utc_now,
        holds: Callable[[str], bool] = lambda _: True,
    ) -> None:
        if retention <= timedelta(0) or limit < 1:
            raise ValueError("retention and limit must be positive")
        self.database = database
        self.chain = chain
        self.clock = clock
        self._retention = retention
        self._limit = limit
        self._holds = holds
        self._give_way_at = 0.0
        self._fold_at = 0

    def oldest(self) -> datetime:
        """Records of before this instant have expired."""
        return self.clock() - self._retention

    def add(self, entry: Entry) -> None:
        """Keep a record.

        Raises:
            WorkspaceError: if it cannot be kept, or its id is taken.
            BusyError: if somebody else held the store for too long.
        """
        with self.database.session() as session:
            place = self.write(session, entry)
        self.chain.advance(place)

    def write(self, session: Session, entry: Entry) -> Place:
        """:meth:`add` within a transaction; the caller advances the chain once it has been committed."""
        last = self.chain.begin(session)
        if not self._holds(entry.key_id):
            raise WorkspaceError("the secret of that record is gone", "open the workspace again")
        if last.sequence == 0:
            last = self._adopt(session, last, entry.key_id)
        fields = {
            "answer_id": entry.id,
            "tenant": entry.tenant,
            "pseudonym": entry.pseudonym,
            "answered_at": entry.at,
            "body": entry.body,
            "kind": entry.kind.value,
            "key_id": entry.key_id,
            "salt": secrets.token_hex(_SALT_BYTES),
            "sequence": last.sequence + 1,
        }
        connection = session.connection()
        given = connection.execute(_ADD, fields).inserted_primary_key
        row_id = int(given[0]) if given else 0
        documents, people = sorted(entry.documents), sorted(entry.people)
        if documents:
            connection.execute(_NAME, [{"trace_id": row_id, "document_id": each} for each in documents])
        if people:
            connection.execute(_MENTION, [{"trace_id": row_id, "pseudonym": each} for each in people])
        row = SimpleNamespace(id=row_id, **fields)
        place = self.chain.append(session, last, [sealed(row, documents, people).digest()])
        every = 1 if self._limit < EXACT_BELOW else GIVE_WAY_EVERY
        if place.sequence % every == 0 or time.monotonic() >= self._give_way_at:
            self._give_way(session, row_id, place)
        return place

    def _give_way(self, session: Session, newest: int, place: Place) -> None:
        """Delete what is too old or too much. Not with every writing: nobody reads what has expired anyway."""
        self._give_way_at = time.monotonic() + GIVE_WAY_SECONDS
        self.remove_in(session, Reason.EXPIRED, TraceRow.answered_at < self.oldest(), at_most=_AT_ONCE)
        too_many = TraceRow.id <= newest - self._limit
        self.remove_in(
            session, Reason.OVER_LIMIT, too_many, TraceRow.kind != Kind.EVENT.value, at_most=_AT_ONCE
        )
        if place.sequence >= self._fold_at:
            self._fold_at = place.sequence + FOLD_EVERY
            self.chain.fold(session, place)

    def remove(self, reason: Reason, *conditions: ColumnElement[bool]) -> int:
        """Delete the records that meet all ``conditions``, leaving tombstones; returns how many there were.

        Raises:
            WorkspaceError: if they cannot be deleted.
            BusyError: if a long reader keeps their bytes alive; they are deleted all the same.
        """
        with self.database.session() as session:
            self.chain.begin(session)
            removed = self.remove_in(session, reason, *conditions)
        self.database.purge_deleted()
        return removed

    def remove_in(
        self,
        session: Session,
        reason: Reason,
        *conditions: ColumnElement[bool],
        at_most: int | None = None,
    ) -> int:
        """:meth:`remove` within the transaction of whoever holds the chain; the first ``at_most`` of them.

        One that is not what was written any more is deleted as well, and its tombstone says so: otherwise
        whoever changed its date could have it expire unseen.
        """
        connection, removed = session.connection(), 0
        while at_most is None or removed < at_most:
            some = records_where(connection, *conditions, at_most=_AT_ONCE)
            if not some:
                break
            placed = {each.sequence: each.digest() for each in some if each.row.sequence is not None}
            altered = self.chain.unlike(session, placed)
            self.chain.bury(session, placed.keys() - altered, reason)
            self.chain.bury(session, altered, Reason.ALTERED)
            connection.execute(_DELETE, [{"gone": each.row.id} for each in some])
            removed += len(some)
        return removed

    def remove_of(self, tenant: str, pseudonyms: Iterable[str]) -> int:
        """Delete every record that is of, or names, one of these pseudonyms; returns how many there were."""
        wanted = sorted(set(pseudonyms) - {""})
        if not wanted:
            return 0
        naming = select(TracePerson.trace_id).where(TracePerson.pseudonym.in_(wanted))
        return self.remove(
            Reason.ERASED,
            and_(TraceRow.tenant == tenant, or_(TraceRow.pseudonym.in_(wanted), TraceRow.id.in_(naming))),
        )

    def remove_naming(self, document_ids: Iterable[int]) -> int:
        """Delete every record that names one of these documents; returns how many there were."""
        removed = 0
        for some in batches(sorted(set(document_ids))):
            naming = select(TraceDocument.trace_id).where(TraceDocument.document_id.in_(some))
            removed += self.remove(Reason.FORGOTTEN, TraceRow.id.in_(naming))
        return removed

    def expire(self) -> int:
        """Delete what is older than the retention, fold old tombstones; returns how many records there were."""
        removed = self.remove(Reason.EXPIRED, TraceRow.answered_at < self.oldest())
        with self.database.session() as session:
            self.chain.fold(session, self.chain.begin(session), whole=True)
        self.database.purge_deleted()
        return removed

    def keys_in_use(self, session: Session) -> frozenset[str]:
        """The ids of the keys that records name people under, for whoever holds the chain."""
        return frozenset(session.scalars(select(TraceRow.key_id).distinct()))

    def _adopt(self, session: Session, last: Place, key_id: str) -> Place:
        """Give records of before there was a chain their places at its beginning, in their order."""
        unplaced = select(TraceRow).where(TraceRow.sequence.is_(None)).order_by(TraceRow.id).limit(_AT_ONCE)
        while some := session.scalars(unplaced).all():
            documents: dict[int, list[int]] = {}
            named = select(TraceDocument.trace_id, TraceDocument.document_id).where(
                TraceDocument.trace_id.in_([row.id for row in some])
            )
            for trace_id, document_id in session.execute(named):
                documents.setdefault(trace_id, []).append(document_id)
            digests = []
            for offset, row in enumerate(some, start=1):
                row.sequence, row.key_id = last.sequence + offset, key_id
                row.salt = secrets.token_hex(_SALT_BYTES)
                digests.append(sealed(row, documents.get(row.id, ()), ()).digest())
            session.flush()
            session.expunge_all()
            last = self.chain.append(session, last, digests)
        return last
