"""An answer about a deadline, with its plan, cards and matrix, for tests that change one thing of it."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fidedigno.database import Database
from fidedigno.model import (
    ANYONE,
    Answer,
    Claim,
    ClaimMatrix,
    Decision,
    Discard,
    DiscardReason,
    Evidence,
    EvidenceContract,
    EvidenceKind,
    FactKind,
    FactRow,
    FactStatus,
    Identity,
    Plan,
    Principal,
    RequiredFact,
    Route,
    Slot,
    SlotOrigin,
    Statement,
    Support,
    Uncertainty,
    Verdict,
    chunk_id_of,
)
from fidedigno.trace import PseudonymKey, Trace, TraceStore, trace_of
from fidedigno.trace.chain import Chain
from fidedigno.trace.head import HeadFile
from fidedigno.trace.ledger import Entry, Kind, Ledger
from fidedigno.trace.links import ChainKey
from tests.fakes.cards import card

KEY = PseudonymKey(bytes(range(32)))
CHAIN_KEY = ChainKey(b"c" * 32)
NOW = datetime(2026, 11, 12, 9, 0, tzinfo=UTC)
SECONDS = {"plan": 0.002, "gather": 0.0314, "gather.rank.words": 0.01, "total": 0.05}

DUE = RequiredFact("due_at", FactKind.INSTANT)
EXTENSION = RequiredFact(
    "extension", FactKind.INSTANT, kinds=frozenset({EvidenceKind.STATE}), individual=True
)
CONTRACT = EvidenceContract("deadline", Route.PASSAGES_AND_STATE, (DUE, EXTENSION), ("course", "activity"))


def passage(document: int, version: int = 1, **changes: Any) -> Evidence:
    """A passage of a document, with the id that the index gives."""
    identifier = f"{chunk_id_of(document * 10 + version, 0):x}"
    return card(document, id=identifier, version=f"v{version}", **changes)


GUIDE, OLD_GUIDE, NOTICE = passage(1), passage(2), passage(3)
READING = card(4, id="moodle:assign:7:user:ana", kind=EvidenceKind.STATE, document_id=0, version="")


def identity(user: str | None = "ana", *groups: str, tenant: str = "default", epoch: int = 7) -> Identity:
    principals = {ANYONE, *(Principal.group(each) for each in groups)}
    if user is not None:
        principals.add(Principal.user(user))
    return Identity(tenant, user, frozenset(principals), epoch=epoch)


def plan(**changes: Any) -> Plan:
    fields: dict[str, Any] = {
        "pack": "lms",
        "pack_version": "1.2",
        "contract": CONTRACT,
        "confidence": 0.87,
        "as_of": NOW,
        "timezone": "Europe/Madrid",
        "slots": {"course": Slot("course", "bd-41", SlotOrigin.QUESTION, "Bases de Datos")},
        "search_text": "¿puedo entregar el lunes?",
    }
    return Plan(**(fields | changes))


def statement(
    evidence: Evidence, fact: RequiredFact = DUE, value: str = "2026-11-13T23:59:00+01:00"
) -> Statement:
    return Statement(fact.name, fact.kind, value, "viernes 13", evidence.id)


MATRIX = ClaimMatrix(
    (
        FactRow(DUE, FactStatus.COVERED, (statement(GUIDE),)),
        FactRow(EXTENSION, FactStatus.UNVERIFIABLE, reason="timed_out"),
    ),
    (
        Discard(OLD_GUIDE.id, DiscardReason.SUPERSEDED, in_favour_of=GUIDE.id),
        Discard(NOTICE.id, DiscardReason.OTHER_SCOPE, "due_at"),
    ),
)


def answer(**changes: Any) -> Answer:
    fields: dict[str, Any] = {
        "id": "a1b2c3d4e5f60718",
        "decision": Decision.ANSWER_LIMITED,
        "claims": (Claim("El plazo acaba el viernes 13.", (GUIDE.id,), "due_at"),),
        "evidence": (GUIDE,),
        "message": "No puedo confirmar una ampliación.",
        "language": "es",
        "answered_at": NOW,
        "uncertainty": (Uncertainty("extension", "unverifiable", "No puedo confirmarlo."),),
        "question_class": "deadline",
        "matrix": MATRIX,
        "verdicts": (Verdict(0, Support.SUPPORTED, "verbatim", GUIDE.id),),
    }
    return Answer(**(fields | changes))


def trace(
    user: str | None = "ana", answer_id: str = "a1b2c3d4e5f60718", *, at: datetime = NOW, **changes: Any
) -> Trace:
    """The record of that answer; ``changes`` are to its fields."""
    made = trace_of(
        answer(id=answer_id, answered_at=at),
        plan(),
        SECONDS,
        identity=identity(user),
        key=KEY,
        cards=(GUIDE, OLD_GUIDE, NOTICE, READING),
        errors=[("moodle", "timed_out")],
    )
    return replace(made, **changes)


def chain_in(database: Database) -> Chain:
    """A chain whose head stands beside the database."""
    with database.snapshot() as connection:
        file = connection.engine.url.database
    assert file is not None
    return Chain(lambda _: CHAIN_KEY, HeadFile(Path(file).with_name("audit.head")))


def ledger_in(database: Database, **options: Any) -> Ledger:
    """A ledger over a database of its own."""
    return Ledger(database, chain_in(database), **options)


def store_in(database: Database, **options: Any) -> TraceStore:
    """A store of records over a database of its own."""
    return TraceStore(ledger_in(database, **options))


def entry(name: str, *, kind: Kind = Kind.ANSWER, at: datetime = NOW, **changes: Any) -> Entry:
    """A record of no particular content."""
    fields: dict[str, Any] = {"tenant": "default", "key_id": "k", "body": f'{{"of":"{name}"}}'}
    return Entry(kind, name, at=at, **(fields | changes))
