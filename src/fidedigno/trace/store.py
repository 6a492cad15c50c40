"""Keeping records: for a declared time, up to a declared number, and no longer than anybody's wish.

Writing one never makes an answer fail: it gives back a code instead. Reading one fails closed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import ColumnElement, delete, insert, select
from sqlalchemy.orm import Session

from fidedigno.database import Database
from fidedigno.errors import FidedignoError, NotAvailableError
from fidedigno.trace.format import read_trace, write_trace
from fidedigno.trace.plain import is_answer_id
from fidedigno.trace.record import Trace
from fidedigno.trace.tables import TraceDocument, TraceRow

_log = logging.getLogger(__name__)

KEPT = ""
NOT_KEPT = "not_kept"
"""The code of a record that is not of a form that can be kept; other codes are those of the errors."""
DEFAULT_RETENTION = timedelta(days=90)
DEFAULT_LIMIT = 100_000
MAX_PAGE = 200
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Page:
    """Records, newest first. ``following`` is where the next page begins, ``None`` at the end."""

    traces: tuple[Trace, ...]
    following: int | None


class TraceStore:
    """The records of one database. May be shared by threads.

    Args:
        database: where they are kept.
        retention: how long; older ones are never read and are deleted with the next writing.
        limit: how many; the oldest give way.
        clock: the present instant.
    """

    def __init__(
        self,
        database: Database,
        *,
        retention: timedelta = DEFAULT_RETENTION,
        limit: int = DEFAULT_LIMIT,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        if retention <= timedelta(0) or limit < 1:
            raise ValueError("retention and limit must be positive")
        self._database = database
        self._retention = retention
        self._limit = limit
        self._clock = clock

    def keep(self, trace: Trace) -> str:
        """Keep a record. Returns :data:`KEPT`, or the code of what went wrong; raises nothing of ours.

        A record of an answer that has one already is not kept, so that none can be rewritten.
        """
        try:
            body = write_trace(trace)
            if not is_answer_id(trace.answer_id):
                raise ValueError("not the id of an answer")  # noqa: TRY301 - one way out for both
            with self._database.session() as session:
                self._write(session, trace, body)
        except ValueError:
            _log.error("the record of an answer was not kept (%s)", NOT_KEPT)
            return NOT_KEPT
        except FidedignoError as error:
            _log.error("the record of answer %s was not kept (%s)", trace.answer_id, error.code)
            return error.code
        return KEPT

    def _write(self, session: Session, trace: Trace, body: str) -> None:
        row = TraceRow(
            answer_id=trace.answer_id,
            tenant=trace.tenant,
            pseudonym=trace.user,
            answered_at=trace.answered_at,
            body=body,
        )
        session.add(row)
        session.flush()
        if trace.documents:
            pairs = [{"trace_id": row.id, "document_id": each} for each in sorted(trace.documents)]
            session.execute(insert(TraceDocument), pairs)
        _remove(session, TraceRow.answered_at < self._oldest())
        _remove(session, TraceRow.id <= row.id - self._limit)

    def get(self, tenant: str, answer_id: str) -> Trace | None:
        """The record of an answer; ``None`` where there is none, or it has grown too old.

        Raises:
            NotAvailableError: if the store cannot be read, or the record is damaged.
        """
        if not is_answer_id(answer_id):
            return None
        found = self._read(TraceRow.tenant == tenant, TraceRow.answer_id == answer_id, at_most=1)
        return found[0][1] if found else None

    def page(
        self, tenant: str, *, user: str | None = None, before: int | None = None, size: int = 50
    ) -> Page:
        """A page of records, newest first; of one pseudonym, where one is given.

        Raises:
            NotAvailableError: as for :meth:`get`.
            ValueError: if ``size`` is not between 1 and :data:`MAX_PAGE`.
        """
        if not 1 <= size <= MAX_PAGE:
            raise ValueError(f"a page has between 1 and {MAX_PAGE} records")
        conditions = [TraceRow.tenant == tenant]
        if user is not None:
            conditions.append(TraceRow.pseudonym == user)
        if before is not None:
            conditions.append(TraceRow.id < before)
        found = self._read(*conditions, at_most=size + 1)
        following = found[size - 1][0] if len(found) > size else None
        return Page(tuple(trace for _, trace in found[:size]), following)

    def delete(self, tenant: str, answer_id: str) -> int:
        """Delete the record of one answer; returns how many there were."""
        return self._delete(TraceRow.tenant == tenant, TraceRow.answer_id == answer_id)

    def delete_of_user(self, tenant: str, user: str) -> int:
        """Delete every record of a pseudonym (the right to erasure); returns how many there were."""
        return self._delete(TraceRow.tenant == tenant, TraceRow.pseudonym == user)

    def delete_naming(self, document_ids: Iterable[int]) -> int:
        """Delete every record that names one of these documents; returns how many there were."""
        ids, removed = sorted(set(document_ids)), 0
        for start in range(0, len(ids), _BATCH):
            named = select(TraceDocument.trace_id).where(
                TraceDocument.document_id.in_(ids[start : start + _BATCH])
            )
            removed += self._delete(TraceRow.id.in_(named))
        return removed

    def expire(self) -> int:
        """Delete what is older than the retention; returns how many there were."""
        return self._delete(TraceRow.answered_at < self._oldest())

    def _delete(self, *conditions: ColumnElement[bool]) -> int:
        with self._database.session() as session:
            removed = _remove(session, *conditions)
        self._database.purge_deleted()
        return removed

    def _read(self, *conditions: ColumnElement[bool], at_most: int) -> list[tuple[int, Trace]]:
        statement = (
            select(TraceRow.id, TraceRow.body)
            .where(TraceRow.answered_at >= self._oldest(), *conditions)
            .order_by(TraceRow.id.desc())
            .limit(at_most)
        )
        try:
            with self._database.snapshot() as connection:
                rows = connection.execute(statement).all()
            return [(row.id, read_trace(row.body)) for row in rows]
        except (FidedignoError, ValueError) as error:
            _log.error("records cannot be read (%s)", getattr(error, "code", "damaged"))
            raise NotAvailableError("not available") from error

    def _oldest(self) -> datetime:
        return self._clock() - self._retention


def _remove(session: Session, *conditions: ColumnElement[bool]) -> int:
    """Delete records with their documents (the database cascades)."""
    removed = session.execute(
        delete(TraceRow)
        .where(*conditions)
        .returning(TraceRow.id)
        .execution_options(synchronize_session=False)
    )
    return len(removed.all())
