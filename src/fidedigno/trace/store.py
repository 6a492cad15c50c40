"""Keeping records of answers and searches: for a declared time, up to a declared number, and no longer than
anybody's wish.

Writing one never makes an answer fail: it gives back a code instead. Reading one fails closed.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import ColumnElement, select

from fidedigno.errors import FidedignoError, NotAvailableError
from fidedigno.trace.chain import Reason
from fidedigno.trace.format import read_trace, write_trace
from fidedigno.trace.ledger import Entry, Kind, Ledger
from fidedigno.trace.plain import is_answer_id
from fidedigno.trace.record import Asked, Trace
from fidedigno.trace.tables import TraceRow

_log = logging.getLogger(__name__)

KEPT = ""
NOT_KEPT = "not_kept"
"""The code of a record that is not of a form that can be kept; other codes are those of the errors."""
MAX_PAGE = 200


@dataclass(frozen=True, slots=True)
class Page:
    """Records, newest first. ``following`` is where the next page begins, ``None`` at the end."""

    traces: tuple[Trace, ...]
    following: int | None


class TraceStore:
    """The records of answers and searches in a ledger. May be shared by threads."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def keep(self, trace: Trace) -> str:
        """Keep a record. Returns :data:`KEPT`, or the code of what went wrong; raises nothing of ours.

        A record of an answer that has one already is not kept, so that none can be rewritten.
        """
        try:
            body = write_trace(trace)
            if not is_answer_id(trace.answer_id):
                raise ValueError("not the id of an answer")  # noqa: TRY301 - one way out for both
            kind = Kind.ANSWER if trace.kind is Asked.ANSWER else Kind.SEARCH
            self._ledger.add(
                Entry(
                    kind,
                    trace.answer_id,
                    trace.tenant,
                    trace.key,
                    trace.answered_at,
                    body,
                    trace.user,
                    trace.documents,
                )
            )
        except ValueError:
            _log.error("the record of an answer was not kept (%s)", NOT_KEPT)
            return NOT_KEPT
        except FidedignoError as error:
            _log.error("the record of answer %s was not kept (%s)", trace.answer_id, error.code)
            return error.code
        return KEPT

    def get(self, tenant: str, answer_id: str) -> Trace | None:
        """The record of an answer or search; ``None`` where there is none, or it has grown too old.

        Raises:
            NotAvailableError: if the store cannot be read, or the record is damaged.
        """
        if not is_answer_id(answer_id):
            return None
        found = self._read(TraceRow.tenant == tenant, TraceRow.answer_id == answer_id, at_most=1)
        return found[0][1] if found else None

    def page(
        self,
        tenant: str,
        *,
        users: frozenset[str] | None = None,
        before: int | None = None,
        size: int = 50,
    ) -> Page:
        """A page of records of answers, newest first; of a person's pseudonyms, where they are given.

        Raises:
            NotAvailableError: as for :meth:`get`.
            ValueError: if ``size`` is not between 1 and :data:`MAX_PAGE`.
        """
        if not 1 <= size <= MAX_PAGE:
            raise ValueError(f"a page has between 1 and {MAX_PAGE} records")
        conditions = [TraceRow.tenant == tenant, TraceRow.kind == Kind.ANSWER.value]
        if users is not None:
            conditions.append(TraceRow.pseudonym.in_(users))
        if before is not None:
            conditions.append(TraceRow.id < before)
        found = self._read(*conditions, at_most=size + 1)
        following = found[size - 1][0] if len(found) > size else None
        return Page(tuple(trace for _, trace in found[:size]), following)

    def delete(self, tenant: str, answer_id: str) -> int:
        """Delete the record of one answer; returns how many there were."""
        return self._ledger.remove(
            Reason.WITHDRAWN,
            TraceRow.tenant == tenant,
            TraceRow.answer_id == answer_id,
            TraceRow.kind != Kind.EVENT.value,
        )

    def delete_of_user(self, tenant: str, users: Iterable[str]) -> int:
        """Delete every record of a person's pseudonyms (the right to erasure); returns how many there were."""
        return self._ledger.remove_of(tenant, users)

    def delete_naming(self, document_ids: Iterable[int]) -> int:
        """Delete every record that names one of these documents; returns how many there were."""
        return self._ledger.remove_naming(document_ids)

    def expire(self) -> int:
        """Delete what is older than the retention; returns how many there were."""
        return self._ledger.expire()

    def _read(self, *conditions: ColumnElement[bool], at_most: int) -> list[tuple[int, Trace]]:
        statement = (
            select(TraceRow.id, TraceRow.body)
            .where(
                TraceRow.answered_at >= self._ledger.oldest(),
                TraceRow.kind != Kind.EVENT.value,
                *conditions,
            )
            .order_by(TraceRow.id.desc())
            .limit(at_most)
        )
        try:
            with self._ledger.database.snapshot() as connection:
                rows = connection.execute(statement).all()
            return [(row.id, read_trace(row.body)) for row in rows]
        except (FidedignoError, ValueError) as error:
            _log.error("records cannot be read (%s)", getattr(error, "code", "damaged"))
            raise NotAvailableError("not available") from error
