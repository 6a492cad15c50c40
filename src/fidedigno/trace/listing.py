"""``audit list``: pages of the trail for auditors, newest first: answers, searches and events by ids and codes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select

from fidedigno.errors import FidedignoError, NotAvailableError, UsageError
from fidedigno.trace.ledger import Kind, Ledger
from fidedigno.trace.store import MAX_PAGE
from fidedigno.trace.tables import TracePerson, TraceRow


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which records: of these kinds (all if empty), of a person's pseudonyms (everybody's if ``None``), from
    ``since`` on, before ``until``, before the place ``before``."""

    kinds: frozenset[Kind] = frozenset()
    users: frozenset[str] | None = None
    since: datetime | None = None
    until: datetime | None = None
    before: int | None = None
    size: int = 50


@dataclass(frozen=True, slots=True)
class Item:
    """A record at its place. ``record`` is its documented form."""

    sequence: int
    kind: str
    id: str
    at: datetime
    who: str
    record: dict[str, Any]

    @property
    def what(self) -> str:
        """The decision, or the action."""
        return str(self.record.get("action") or self.record.get("decision") or "")

    @property
    def why(self) -> str:
        """The code of a refusal or of errors."""
        codes = [self.record.get("refusal"), self.record.get("result"), *self.record.get("errors", ())]
        return " ".join(str(each) for each in codes if each)

    def as_dict(self) -> dict[str, Any]:
        """For ``--json``."""
        return {"sequence": self.sequence, "id": self.id, "record": self.record}


@dataclass(frozen=True, slots=True)
class Listed:
    """A page; ``following`` is where the next begins, ``None`` at the end."""

    items: tuple[Item, ...]
    following: int | None

    def as_dict(self) -> dict[str, Any]:
        """For ``--json``."""
        return {"records": [each.as_dict() for each in self.items], "following": self.following}


def list_records(ledger: Ledger, tenant: str, wanted: Wanted) -> Listed:
    """A page of the trail.

    Raises:
        UsageError: if the size is not between 1 and 200.
        NotAvailableError: if the store cannot be read, or a record is damaged.
    """
    if not 1 <= wanted.size <= MAX_PAGE:
        raise UsageError(f"a page has between 1 and {MAX_PAGE} records", "give another size")
    since = max(each for each in (wanted.since, ledger.oldest()) if each is not None)
    statement = select(TraceRow).where(
        TraceRow.tenant == tenant, TraceRow.sequence.is_not(None), TraceRow.answered_at >= since
    )
    if wanted.until is not None:
        statement = statement.where(TraceRow.answered_at < wanted.until)
    if wanted.before is not None:
        statement = statement.where(TraceRow.sequence < wanted.before)
    if wanted.kinds:
        statement = statement.where(TraceRow.kind.in_(sorted(each.value for each in wanted.kinds)))
    if wanted.users is not None:
        naming = select(TracePerson.trace_id).where(TracePerson.pseudonym.in_(wanted.users))
        statement = statement.where(TraceRow.pseudonym.in_(wanted.users) | TraceRow.id.in_(naming))
    columns = statement.with_only_columns(
        TraceRow.sequence,
        TraceRow.kind,
        TraceRow.answer_id,
        TraceRow.answered_at,
        TraceRow.pseudonym,
        TraceRow.body,
    )
    try:
        with ledger.database.snapshot() as connection:
            rows = connection.execute(columns.order_by(TraceRow.sequence.desc()).limit(wanted.size + 1)).all()
        items = tuple(_items(rows[: wanted.size]))
    except (FidedignoError, ValueError, AttributeError) as error:
        raise NotAvailableError("not available") from error
    return Listed(items, items[-1].sequence if len(rows) > wanted.size else None)


def _items(rows: Iterable[Any]) -> Iterable[Item]:
    for row in rows:
        record = json.loads(row.body)
        who = row.pseudonym or record.get("actor", "")
        yield Item(row.sequence, row.kind, row.answer_id, row.answered_at, who, record)
