"""The chain that holds the records together: each place covers the one before, so that none can be changed,
deleted, inserted or moved unseen.

Deleting a record on purpose leaves a tombstone: its hash, which its random salt made meaningless, and the
code of the reason, under a seal that only the holder of the key can make. Old tombstones are folded into
runs. The places of one chain are given out under one lock, whatever threads and processes write.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, Row, bindparam, delete, insert, select, update
from sqlalchemy.orm import Session

from fidedigno.access.batches import batches
from fidedigno.errors import WorkspaceError
from fidedigno.secret_file import open_secret
from fidedigno.trace.head import Head, HeadFile
from fidedigno.trace.links import GENESIS, ChainKey, add_reasons, same
from fidedigno.trace.tables import ChainRow, ChainState

KEPT_TOMBSTONES = 1_000
"""So many of the last places are never folded: a head that is as recent can be compared."""
FOLD_EVERY = 256
_BATCH = 500

# Made once: making a statement anew costs more than running it.
_LOCK = select(ChainState.sequence, ChainState.link).where(ChainState.id == 1).with_for_update()
_ADD = insert(ChainRow)
_MOVE_END = (
    update(ChainState)
    .where(ChainState.id == 1)
    .values(sequence=bindparam("to_sequence"), link=bindparam("to_link"))
)
_BURY = (
    update(ChainRow)
    .where(ChainRow.sequence == bindparam("at"))
    .values(reason=bindparam("because"), seal=bindparam("under"))
)


class Reason(StrEnum):
    """Why a record was deleted."""

    EXPIRED = "expired"
    OVER_LIMIT = "over_limit"
    ERASED = "erased"
    """The person asked for it, or it was asked for on their behalf."""
    FORGOTTEN = "forgotten"
    """It named a document that was forgotten."""
    WITHDRAWN = "withdrawn"
    """One record was deleted by its id."""
    ALTERED = "altered"
    """It was to be deleted for one of these reasons, and was not what had been written: whoever changed its date
    so that it would expire is found out."""


class Place(NamedTuple):
    """A place in the chain with its link."""

    sequence: int
    link: str


class Chain:
    """The chain of one workspace.

    Args:
        key: gives the key; asked when it is first needed. ``first`` says whether the chain is still empty.
        head: the file of the head.
    """

    def __init__(self, key: Callable[[bool], ChainKey], head: HeadFile) -> None:
        self._key_of = key
        self._key: ChainKey | None = None
        self.head = head

    @classmethod
    def open(cls, folder: Path, key_name: str = "audit.key", head_name: str = "audit.head") -> Chain:
        """The chain whose key and head are files in ``folder``.

        A key that is missing is made for an empty chain only: another key would make the whole chain look
        forged, and nobody could tell why.
        """

        def key(first: bool) -> ChainKey:
            return ChainKey(open_secret(folder / key_name, "the audit trail", make=first))

        return cls(key, HeadFile(folder / head_name))

    def key(self, *, first: bool = False) -> ChainKey:
        """The key.

        Raises:
            WorkspaceError: if it cannot be used.
        """
        if self._key is None:
            self._key = self._key_of(first)
        return self._key

    def lock(self, session: Session) -> Place:
        """Hold the chain until the transaction ends; returns its last place.

        Raises:
            WorkspaceError: if the store has no chain.
        """
        row = session.connection().execute(_LOCK).first()
        if row is None:
            raise WorkspaceError("the audit trail has lost its end", "run 'fidedigno audit verify'")
        return Place(row.sequence, row.link)

    def begin(self, session: Session) -> Place:
        """:meth:`lock`, for writing: the head in the file must not contradict the chain, or it is set aside."""
        last = self.lock(session)
        key = self.key(first=last.sequence == 0)
        head = Head.sign(key, *last)
        if last.sequence == 0 and self.head.read() is None:
            self.head.advance(head)
        self.head.expect(head)
        return last

    def append(self, session: Session, last: Place, digests: Sequence[str]) -> Place:
        """Add records after ``last``, which :meth:`begin` gave in the same transaction; returns the new end."""
        key, rows = self.key(), []
        sequence, link = last
        for digest in digests:
            sequence += 1
            link = key.link(sequence, link, digest)
            rows.append(
                {
                    "sequence": sequence,
                    "first": sequence,
                    "digest": digest,
                    "link": link,
                    "reason": "",
                    "seal": "",
                }
            )
        if rows:
            session.connection().execute(_ADD, rows)
            session.connection().execute(_MOVE_END, {"to_sequence": sequence, "to_link": link})
        return Place(sequence, link)

    def advance(self, place: Place) -> None:
        """Move the head in the file, once the transaction has been committed."""
        self.head.advance(Head.sign(self.key(), *place))

    def unlike(self, session: Session, digests: Mapping[int, str]) -> frozenset[int]:
        """Those places whose record has another digest than the one that was written there."""
        unlike = set(digests)
        for some in batches(sorted(digests), _BATCH):
            rows = session.connection().execute(
                select(ChainRow.sequence, ChainRow.digest).where(
                    ChainRow.sequence.in_(some), ChainRow.reason == ""
                )
            )
            unlike -= {row.sequence for row in rows if same(row.digest, digests[row.sequence])}
        return frozenset(unlike)

    def bury(self, session: Session, sequences: Iterable[int], reason: Reason) -> None:
        """Turn the places of deleted records into tombstones. For whoever holds the lock."""
        key = self.key()
        for some in batches(sorted(sequences), _BATCH):
            rows = session.execute(
                select(ChainRow.sequence, ChainRow.digest, ChainRow.link).where(
                    ChainRow.sequence.in_(some), ChainRow.reason == ""
                )
            ).all()
            buried = [
                {
                    "at": row.sequence,
                    "because": reason.value,
                    "under": key.tombstone(row.sequence, row.digest, row.link, reason.value),
                }
                for row in rows
            ]
            if buried:
                session.connection().execute(_BURY, buried)

    def fold(self, session: Session, last: Place, *, whole: bool = False) -> int:
        """Fold neighbouring tombstones that are old enough into runs; returns how many places that saved.

        Args:
            session: of whoever holds the lock.
            last: the end of the chain.
            whole: look at the whole chain, and not at its beginning only.
        """
        statement = (
            select(ChainRow)
            .where(ChainRow.sequence <= last.sequence - KEPT_TOMBSTONES)
            .order_by(ChainRow.sequence)
        )
        columns = statement.with_only_columns(*ChainRow.__table__.columns)
        rows = session.execute(columns if whole else columns.limit(4 * FOLD_EVERY)).all()
        saved, run, before = 0, list[Row[tuple[object, ...]]](), GENESIS
        for row in rows:
            if row.reason:
                run.append(row)
                continue
            saved += self._fold(session, run, before)
            run, before = [], row.link
            if not whole:
                break
        return saved + self._fold(session, run, before)

    def _fold(self, session: Session, run: Sequence[Row[tuple[object, ...]]], before: str) -> int:
        if len(run) < 2 or not self._sound(run, before):
            return 0  # what does not verify is left as it is, for whoever looks
        first, end = run[0].first, run[-1]
        reasons = add_reasons(row.reason for row in run)
        for some in batches([row.sequence for row in run[:-1]], _BATCH):
            session.execute(
                delete(ChainRow)
                .where(ChainRow.sequence.in_(some))
                .execution_options(synchronize_session=False)
            )
        seal = self.key().run(first, end.sequence, before, end.link, reasons)
        session.execute(
            update(ChainRow)
            .where(ChainRow.sequence == end.sequence)
            .values(first=first, digest="", reason=reasons, seal=seal)
            .execution_options(synchronize_session=False)
        )
        return len(run) - 1

    def _sound(self, run: Sequence[Row[tuple[object, ...]]], before: str) -> bool:
        key, expected = self.key(), run[0].first
        for row in run:
            if row.first != expected or not key.is_sound(row, before):
                return False
            expected, before = row.sequence + 1, row.link
        return True


def end_of(connection: Connection) -> Place | None:
    """The end of the chain as a reader sees it."""
    row = connection.execute(select(ChainState.sequence, ChainState.link).where(ChainState.id == 1)).first()
    return None if row is None else Place(row.sequence, row.link)
