"""``audit verify``: whether the trail is whole, and where it is not.

What can be found by it: a record that was changed, deleted, inserted or moved, a tombstone that nobody who
holds the key made, an end that was cut off. What cannot: a change by somebody who holds the key of the chain
and the head, unless a head was kept elsewhere. Findings are places and codes; nothing of a record is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Row, or_, select

from fidedigno.database import Database
from fidedigno.errors import ConfigurationError
from fidedigno.trace.chain import Chain, Place, Reason, end_of
from fidedigno.trace.head import Head
from fidedigno.trace.links import GENESIS, same
from fidedigno.trace.records import records_between
from fidedigno.trace.tables import ChainRow, TraceRow

MAX_FINDINGS = 1_000
_BATCH = 500


class Fault(StrEnum):
    """What is wrong at a place."""

    CHANGED = "changed"
    """The record is not the one that was written: its body, pseudonym, moment or names differ. It is told of a
    record that was deleted in time, too, if it had been changed before."""
    DELETED = "deleted"
    """The record is gone without a tombstone."""
    INSERTED = "inserted"
    """A record that the chain does not know."""
    BROKEN = "broken"
    """The place is not what follows from the one before: changed, moved or forged."""
    GAP = "gap"
    """Places are missing before this one."""
    TRUNCATED = "truncated"
    """The end of the chain was cut off: a head names a place that is not there."""
    OTHER_HEAD = "other_head"
    """A head says something else of this place, or nobody with the key signed it."""
    NO_HEAD = "no_head"
    """The file of the head is missing or damaged, while the chain has records."""
    DISPUTED_HEAD = "disputed_head"
    """Earlier, a writer found a head that the chain contradicted, and kept it beside the file."""
    END = "end"
    """The noted end of the chain is not its end."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault, at a place of the chain (0 where it has none)."""

    fault: Fault
    sequence: int


@dataclass(slots=True)
class Verification:
    """What was found. ``records`` are there, ``deleted`` left a tombstone; ``heads_too_old`` are heads at places
    that have been folded since, of which nothing can be said."""

    records: int = 0
    deleted: int = 0
    head: int = 0
    findings: list[Finding] = field(default_factory=list)
    heads_too_old: int = 0

    @property
    def whole(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings

    def as_dict(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "whole": self.whole,
            "records": self.records,
            "deleted": self.deleted,
            "head": self.head,
            "findings": [{"fault": each.fault.value, "sequence": each.sequence} for each in self.findings],
            "heads_too_old": self.heads_too_old,
        }

    def add(self, fault: Fault, sequence: int) -> None:
        """Note a fault, unless there are too many already."""
        if len(self.findings) < MAX_FINDINGS:
            self.findings.append(Finding(fault, sequence))


def verify(database: Database, chain: Chain, heads: Iterable[Head] = ()) -> Verification:
    """Walk the whole chain in one state of the store.

    Args:
        database: holds the records.
        chain: its key and the file of its head.
        heads: heads that were kept elsewhere, to be compared as well.

    Raises:
        WorkspaceError: if the store or the key cannot be read.
    """
    found = Verification()
    # Read before the store: what is written meanwhile only adds places after it.
    own, damaged = _own_head(chain)
    with database.snapshot() as connection:
        end = end_of(connection)
        compared = _Heads(chain, [*heads, *([own] if own else [])])
        last = _walk(connection, chain, found, compared)
        # Records of before there was a chain have no place until the first writing.
        begun = last.sequence > 0 or (own is not None and own.sequence > 0)
        _unplaced(connection, found, last.sequence, begun=begun)
    if end != last:
        found.add(Fault.END, last.sequence)
    if damaged or (own is None and last.sequence > 0):
        found.add(Fault.NO_HEAD, last.sequence)
    compared.judge(last.sequence, found)
    for _ in chain.head.disputed():
        found.add(Fault.DISPUTED_HEAD, 0)
    found.head = last.sequence
    return found


def _own_head(chain: Chain) -> tuple[Head | None, bool]:
    try:
        return chain.head.read(), False
    except ConfigurationError:
        return None, True


def _walk(connection: Connection, chain: Chain, found: Verification, heads: _Heads) -> Place:
    expected, before = 1, GENESIS
    for rows in _places(connection):
        key = chain.key()
        for row in rows:
            if row.first != expected:
                found.add(Fault.GAP if row.first > expected else Fault.BROKEN, row.sequence)
            elif not key.is_sound(row, before):
                found.add(Fault.BROKEN, row.sequence)
            heads.pass_by(row)
            if row.reason:
                found.deleted += row.sequence - row.first + 1
                if Reason.ALTERED in row.reason:
                    found.add(Fault.CHANGED, row.sequence)
            expected, before = row.sequence + 1, row.link
        _records(connection, rows, found)
    return Place(expected - 1, before)


def _places(connection: Connection) -> Iterator[Sequence[Row[Any]]]:
    after = -(2**62)
    while True:
        rows = connection.execute(
            select(ChainRow.__table__)
            .where(ChainRow.sequence > after)
            .order_by(ChainRow.sequence)
            .limit(_BATCH)
        ).all()
        if not rows:
            return
        yield rows
        after = rows[-1].sequence


def _records(connection: Connection, rows: Sequence[Row[Any]], found: Verification) -> None:
    """Compare the records at these places with their digests."""
    low, high = rows[0].first if rows[0].first < rows[0].sequence else rows[0].sequence, rows[-1].sequence
    records = {each.sequence: each for each in records_between(connection, low, high)}
    for row in rows:
        if row.reason:
            continue
        record = records.pop(row.sequence, None)
        if record is None:
            found.add(Fault.DELETED, row.sequence)
            continue
        found.records += 1
        if not same(record.digest(), row.digest):
            found.add(Fault.CHANGED, row.sequence)
    for sequence in records:
        found.add(Fault.INSERTED, sequence)


def _unplaced(connection: Connection, found: Verification, last: int, *, begun: bool) -> None:
    """Records outside of the chain."""
    outside = or_(TraceRow.sequence > last, TraceRow.sequence < 1)
    if begun:
        outside = or_(outside, TraceRow.sequence.is_(None))
    for _ in connection.execute(select(TraceRow.id).where(outside).limit(MAX_FINDINGS)):
        found.add(Fault.INSERTED, 0)


class _Heads:
    """Heads that are compared with the chain while it is walked."""

    def __init__(self, chain: Chain, heads: Iterable[Head]) -> None:
        self._unsigned, self._waiting = 0, []
        for each in heads:
            if each.is_signed_by(chain.key()):
                self._waiting.append(each)
            else:
                self._unsigned += 1
        self._wrong: list[int] = []
        self._too_old = 0

    def pass_by(self, row: Row[Any]) -> None:
        """Settle the heads at, or within, this place."""
        here = [each for each in self._waiting if row.first <= each.sequence <= row.sequence]
        for each in here:
            self._waiting.remove(each)
            if each.sequence < row.sequence:
                self._too_old += 1
            elif not same(each.link, row.link):
                self._wrong.append(each.sequence)

    def judge(self, last: int, found: Verification) -> None:
        """Say what became of them."""
        found.heads_too_old = self._too_old
        for _ in range(self._unsigned):
            found.add(Fault.OTHER_HEAD, 0)
        for sequence in self._wrong:
            found.add(Fault.OTHER_HEAD, sequence)
        for each in self._waiting:
            if each.sequence > last:
                found.add(Fault.TRUNCATED, each.sequence)
            elif each.sequence > 0 or not same(each.link, GENESIS):
                found.add(Fault.OTHER_HEAD, each.sequence)
