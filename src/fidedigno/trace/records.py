"""Reading records as they are kept, with the digest of what each holds now. Nothing here is interpreted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, select

from fidedigno.trace.links import Sealed
from fidedigno.trace.tables import TraceDocument, TracePerson, TraceRow


@dataclass(frozen=True, slots=True)
class Record:
    """A record as the store has it: its row, the documents and people that it names, and their digest."""

    row: Row[Any]
    documents: tuple[int, ...]
    people: tuple[str, ...]

    @property
    def sequence(self) -> int:
        """Its place in the chain."""
        return int(self.row.sequence)

    def digest(self) -> str:
        """The digest of what it holds now."""
        return sealed(self.row, self.documents, self.people).digest()


def records_where(connection: Connection, *conditions: ColumnElement[bool], at_most: int) -> list[Record]:
    """Records that meet all ``conditions``, in the order of their places."""
    table = TraceRow.__table__
    rows = connection.execute(
        select(table).where(*conditions).order_by(table.c.sequence).limit(at_most)
    ).all()
    ids = [row.id for row in rows]
    documents: dict[int, list[int]] = {}
    people: dict[int, list[str]] = {}
    if ids:
        for trace_id, document in connection.execute(
            select(TraceDocument.trace_id, TraceDocument.document_id).where(TraceDocument.trace_id.in_(ids))
        ):
            documents.setdefault(trace_id, []).append(document)
        for trace_id, person in connection.execute(
            select(TracePerson.trace_id, TracePerson.pseudonym).where(TracePerson.trace_id.in_(ids))
        ):
            people.setdefault(trace_id, []).append(person)
    return [
        Record(row, tuple(sorted(documents.get(row.id, ()))), tuple(sorted(people.get(row.id, ()))))
        for row in rows
    ]


def records_between(connection: Connection, low: int, high: int) -> list[Record]:
    """The records at places from ``low`` to ``high``, in order."""
    return records_where(connection, TraceRow.sequence.between(low, high), at_most=high - low + 1)


def sealed(row: Any, documents: Sequence[int], people: Sequence[str]) -> Sealed:
    """What the digest of a row covers; ``row`` has the columns of :class:`~fidedigno.trace.tables.TraceRow`."""
    return Sealed(
        row.id,
        row.answer_id,
        row.tenant,
        row.kind,
        row.pseudonym,
        row.key_id,
        row.answered_at,
        row.body,
        tuple(documents),
        tuple(people),
        row.salt,
    )
