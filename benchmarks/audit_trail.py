"""Time that the audit trail adds to an answer: with and without a record, and with and without the chain.

A full trail is the steady state: each writing puts one record in the place of another, which leaves a
tombstone. The same bodies are written to a store of the same size without a chain, in turn with the others, so
that whatever else the machine does hits both. Questions are asked with the default embedder.
"""

from __future__ import annotations

import secrets
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import delete, insert

from benchmarks.common import keep, milliseconds, real_paragraphs, show
from fidedigno import Fidedigno
from fidedigno.database import Database
from fidedigno.model import Question
from fidedigno.trace.chain import Chain
from fidedigno.trace.check import verify
from fidedigno.trace.ledger import Entry, Kind, Ledger
from fidedigno.trace.tables import TraceDocument, TraceRow

RECORDS = 10_000
WRITINGS = 400
QUESTIONS = 80
DOCUMENTS = 20
BODY = '{"version":2,"sources":[' + ",".join(f'{{"evidence":"{n:016x}"}}' for n in range(60)) + "]}"
CORPUS = """\
name: docs
owner: reader
audience: internal
sensitivity: internal
authority: official
acl: [user:reader]
ai_allowed: true
revocation_lag: 1d
freshness: 90d
"""


def row_of(number: int) -> dict[str, Any]:
    """A record as it was kept before there was a chain."""
    return {
        "answer_id": f"{number:016x}",
        "tenant": "default",
        "pseudonym": "p" * 32,
        "answered_at": datetime.now(UTC),
        "body": BODY,
    }


def filled(folder: Path) -> Database:
    """A store that holds :data:`RECORDS` records without places."""
    database = Database.open(folder / "state.sqlite")
    with database.session() as session:
        session.execute(insert(TraceRow), [row_of(number) for number in range(RECORDS)])
    return database


def plain_writer(database: Database) -> Callable[[], None]:
    """Writes a record as before there was a chain: the row, its documents, and the oldest one gives way."""

    def write() -> None:
        with database.session() as session:
            row = TraceRow(**row_of(secrets.randbits(60)))
            session.add(row)
            session.flush()
            session.execute(
                insert(TraceDocument), [{"trace_id": row.id, "document_id": n + 1} for n in range(DOCUMENTS)]
            )
            session.execute(delete(TraceRow).where(TraceRow.id <= row.id - RECORDS))

    return write


def chained_writer(ledger: Ledger) -> Callable[[], None]:
    """Writes a record with its place."""

    def write() -> None:
        fields = row_of(secrets.randbits(60))
        documents = frozenset(range(1, DOCUMENTS + 1))
        ledger.add(
            Entry(
                Kind.ANSWER, fields["answer_id"], "default", "k", fields["answered_at"], BODY, "p" * 32, documents
            )
        )  # fmt: skip

    return write


class Spent:
    """Seconds on the clock, and of the processor, that calls took."""

    def __init__(self) -> None:
        self.clock: list[float] = []
        self.processor: list[float] = []

    def time(self, function: Callable[[], Any]) -> None:
        """Call, and add what it took."""
        clock, processor = time.perf_counter(), time.process_time()
        function()
        self.processor.append(time.process_time() - processor)
        self.clock.append(time.perf_counter() - clock)

    def as_dict(self) -> dict[str, float]:
        """In milliseconds. The processor's time is hardly moved by whatever else the machine does."""
        return {
            "p50_ms": milliseconds(self.clock, 50),
            "p95_ms": milliseconds(self.clock, 95),
            "processor_ms": 1000 * sum(self.processor) / len(self.processor),
        }


def timed(function: Callable[[], Any]) -> float:
    """Seconds that a call takes."""
    spent = Spent()
    spent.time(function)
    return spent.clock[0]


def writings() -> dict[str, Any]:
    """Writing into full stores with and without a chain, in turn; then walking the whole chain."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        plain, chained = filled(Path(one)), filled(Path(other))
        ledger = Ledger(chained, Chain.open(Path(other)), limit=RECORDS)
        writers = {"plain": plain_writer(plain), "chained": chained_writer(ledger)}
        adopting = timed(writers["chained"])
        spent = {name: Spent() for name in writers}
        for _ in range(WRITINGS):
            for name, write in writers.items():
                spent[name].time(write)
        verifying = timed(lambda: verify(chained, ledger.chain))
        found = verify(chained, ledger.chain)
        plain.close()
        chained.close()
    return {
        "records": found.records,
        "whole": found.whole,
        "adopting_seconds": adopting,
        "verifying_seconds": verifying,
        **{name: each.as_dict() for name, each in spent.items()},
    }


def questions() -> dict[str, Any]:
    """Whole answers with a record and without, in turn."""
    texts = list(dict.fromkeys(real_paragraphs()))[:400]
    with tempfile.TemporaryDirectory() as place:
        corpus = Path(place) / "docs"
        corpus.mkdir()
        (corpus / "corpus.yaml").write_text(CORPUS, encoding="utf-8")
        for number in range(0, len(texts), 10):
            (corpus / f"{number}.md").write_text("\n\n".join(texts[number : number + 10]), encoding="utf-8")
        with Fidedigno.create(place, admin="reader") as workspace:
            workspace.ingest(corpus)
            pipeline, identity = workspace.pipeline, workspace.identity("reader")
            record = pipeline._record
            spent = {"without": Spent(), "with": Spent()}
            for number in range(QUESTIONS + 5):
                for name in ("without", "with") if number % 2 else ("with", "without"):
                    pipeline._record = record if name == "with" else None
                    # Two of their own: the second of the same question would find everything at hand.
                    text = texts[(2 * number + (name == "with")) % len(texts)]
                    asked = Question(" ".join(text.split()[:9]))
                    into = spent[name] if number >= 5 else Spent()
                    into.time(lambda asked=asked: pipeline.answer(asked, identity))
    return {name: each.as_dict() for name, each in spent.items()}


def main() -> None:
    """Measure, print and keep."""
    written, asked = writings(), questions()
    rows = [
        (what, each["p50_ms"], each["p95_ms"], each["processor_ms"])
        for what, each in (
            ("a record without a chain", written["plain"]),
            ("a record with its place in the chain", written["chained"]),
            ("an answer without a record", asked["without"]),
            ("an answer with its record", asked["with"]),
        )
    ]
    show(f"{written['records']:,} records", ("what", "p50 ms", "p95 ms", "processor ms"), rows)
    ratio = asked["with"]["processor_ms"] / asked["without"]["processor_ms"]
    print(f"answers: ratio of processor time {ratio:.3f}; whole {written['whole']}")
    print(f"verify {written['verifying_seconds']:.1f} s, older records {written['adopting_seconds']:.1f} s")
    keep("audit_trail", {"writings": written, "questions": asked, "ratio": ratio})


if __name__ == "__main__":
    main()
