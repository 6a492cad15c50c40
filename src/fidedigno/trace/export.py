"""Exporting the trail with its proof, and checking an export: one line of JSON a place of the chain, streamed.

An export goes from the first record of its time to the last one, and leaves no place between them out: of a
record that is not of that time, or was deleted, it holds the hash and not the record.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, func, select

from fidedigno.database import Database
from fidedigno.errors import ConfigurationError
from fidedigno.trace.chain import Chain, end_of
from fidedigno.trace.check import Fault, Verification
from fidedigno.trace.head import Head
from fidedigno.trace.links import GENESIS, Sealed, same
from fidedigno.trace.records import Record, records_between
from fidedigno.trace.tables import ChainRow, TraceRow

FORMAT = "fidedigno-audit"
EXPORT_VERSION = 1
CSV_COLUMNS = (
    "sequence", "kind", "at", "id", "user", "key", "what", "refusal", "errors", "epoch", "corpora_open",
    "classes_open", "sources", "documents", "total_ms", "deleted", "digest", "link",
)  # fmt: skip
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Period:
    """Records from ``since`` on and before ``until``."""

    since: datetime
    until: datetime

    def __contains__(self, at: object) -> bool:
        return isinstance(at, datetime) and self.since <= at < self.until


def export_lines(database: Database, chain: Chain, tenant: str, period: Period) -> Iterator[dict[str, Any]]:
    """The lines of an export, of one state of the store: a heading, then the places in order.

    Raises:
        WorkspaceError: if the store or the key cannot be read.
    """
    with database.snapshot() as connection:
        low, high = _bounds(connection, tenant, period)
        end = end_of(connection)
        head = Head.sign(chain.key(), *end).line() if end is not None and end.sequence else ""
        yield {
            "format": FORMAT,
            "version": EXPORT_VERSION,
            "tenant": tenant,
            "from": period.since.astimezone(UTC).isoformat(),
            "to": period.until.astimezone(UTC).isoformat(),
            "first": low,
            "last": high,
            "before": _link_before(connection, low),
            "head": head,
        }
        after = low - 1
        while after < high:
            rows = connection.execute(
                select(ChainRow.__table__)
                .where(ChainRow.sequence > after, ChainRow.sequence <= high)
                .order_by(ChainRow.sequence)
                .limit(_BATCH)
            ).all()
            if not rows:
                return
            records = {
                each.sequence: each for each in records_between(connection, after + 1, rows[-1].sequence)
            }
            for row in rows:
                yield _line(row, records.get(row.sequence), tenant, period)
            after = rows[-1].sequence


def _bounds(connection: Connection, tenant: str, period: Period) -> tuple[int, int]:
    found = connection.execute(
        select(func.min(TraceRow.sequence), func.max(TraceRow.sequence)).where(
            TraceRow.tenant == tenant,
            TraceRow.answered_at >= period.since,
            TraceRow.answered_at < period.until,
        )
    ).one()
    low, high = found
    return (0, -1) if low is None or high is None else (low, high)


def _link_before(connection: Connection, low: int) -> str:
    before = select(ChainRow.link).where(ChainRow.sequence < low).order_by(ChainRow.sequence.desc()).limit(1)
    return connection.execute(before).scalar() or GENESIS


def _line(row: Row[Any], record: Record | None, tenant: str, period: Period) -> dict[str, Any]:
    place = {"sequence": row.sequence, "digest": row.digest, "link": row.link}
    if row.reason:
        return {**place, "first": row.first, "deleted": row.reason, "seal": row.seal}
    if record is None or record.row.tenant != tenant or record.row.answered_at not in period:
        return {**place, "left_out": True}
    return {
        **place,
        "kind": record.row.kind,
        "row": record.row.id,
        "id": record.row.answer_id,
        "user": record.row.pseudonym,
        "key": record.row.key_id,
        "at": record.row.answered_at.isoformat(),
        "documents": list(record.documents),
        "people": list(record.people),
        "salt": record.row.salt,
        "record": json.loads(record.row.body),
    }


def csv_row(line: Mapping[str, Any]) -> tuple[object, ...]:
    """A line of an export, without its heading, in :data:`CSV_COLUMNS`."""
    record = line.get("record", {})
    counts = record.get("filter") or {}
    errors = [*record.get("errors", ()), *(each["code"] for each in record.get("live_errors", ()))]
    if record.get("result"):
        errors.append(record["result"])
    return (
        line["sequence"],
        line.get("kind", ""),
        line.get("at", ""),
        line.get("id", ""),
        line.get("user") or record.get("actor", ""),
        line.get("key", ""),
        record.get("action") or record.get("decision") or "",
        record.get("refusal", ""),
        " ".join(errors),
        record.get("epoch", ""),
        counts.get("corpora", ""),
        counts.get("classes", ""),
        " ".join(each["evidence"] for each in record.get("sources", ()))
        or " ".join(record.get("objects", ())),
        " ".join(map(str, line.get("documents", ()))),
        record.get("ms", {}).get("total", ""),
        line.get("deleted", ""),
        line["digest"],
        line["link"],
    )


def check_export(lines: Iterable[str], chain: Chain, tenant: str) -> Verification:
    """Whether an export in JSON lines is whole: every record its digest, every place after the one before.

    Raises:
        ConfigurationError: if it is no export.
        WorkspaceError: if the key cannot be read.
    """
    found, iterator = Verification(), iter(lines)
    try:
        heading = json.loads(next(iterator))
        if heading["format"] != FORMAT or heading["version"] != EXPORT_VERSION:
            raise ValueError("another format")  # noqa: TRY301 - one way out for all that is no export
        before, expected, last = str(heading["before"]), int(heading["first"]), int(heading["last"])
        if heading["head"] and not Head.parse(heading["head"]).is_signed_by(chain.key()):
            found.add(Fault.OTHER_HEAD, 0)
        for text in iterator:
            place = _Place.of(json.loads(text))
            if place.first != expected:
                found.add(Fault.GAP, place.sequence)
            elif not chain.key().is_sound(place, before):
                found.add(Fault.BROKEN, place.sequence)
            expected, before = place.sequence + 1, place.link
            _count(place, tenant, found)
    except (StopIteration, KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise ConfigurationError(
            "that is no export of an audit trail", "give a file that 'fidedigno audit export' wrote as jsonl"
        ) from error
    if expected != last + 1:
        found.add(Fault.TRUNCATED, expected)
    found.head = last
    return found


@dataclass(frozen=True, slots=True)
class _Place:
    sequence: int
    first: int
    digest: str
    link: str
    reason: str
    seal: str
    line: Mapping[str, Any]

    @classmethod
    def of(cls, line: Mapping[str, Any]) -> _Place:
        sequence = int(line["sequence"])
        return cls(
            sequence,
            int(line.get("first", sequence)),
            str(line["digest"]),
            str(line["link"]),
            str(line.get("deleted", "")),
            str(line.get("seal", "")),
            line,
        )


def _count(place: _Place, tenant: str, found: Verification) -> None:
    line = place.line
    if place.reason:
        found.deleted += place.sequence - place.first + 1
    elif not line.get("left_out"):
        found.records += 1
        body = json.dumps(line["record"], separators=(",", ":"), allow_nan=False)
        sealed = Sealed(
            int(line["row"]),
            str(line["id"]),
            tenant,
            str(line["kind"]),
            str(line["user"]),
            str(line["key"]),
            datetime.fromisoformat(line["at"]),
            body,
            tuple(line["documents"]),
            tuple(line["people"]),
            str(line["salt"]),
        )
        if not same(sealed.digest(), place.digest):
            found.add(Fault.CHANGED, place.sequence)
