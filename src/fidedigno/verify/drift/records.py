"""What is read from the record of drift and written to it, inside a transaction that somebody else began."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, func, select
from sqlalchemy.orm import Session

from fidedigno.verify.drift.alert import Health
from fidedigno.verify.drift.entry import Given, Recorded
from fidedigno.verify.drift.fingerprint import Fingerprint
from fidedigno.verify.drift.tables import NAME_CHARACTERS, DriftAnswer, DriftHealth
from fidedigno.verify.report import Drift

_PRUNED_EACH = 64
"""Rows of measures after which the ends of the streams are cut."""
_SPARE = 2
"""How many times the length of a stream is kept: several are looked at with rows that count once only."""


def earlier(session: Session, question: str, limit: int) -> list[Fingerprint]:
    """The fingerprints of the last answers to a question, the newest first."""
    return [_fingerprint(row) for row in session.scalars(_latest(question).limit(limit))]


def recorded(session: Session, question: str) -> tuple[Recorded, ...]:
    """What is kept of the answers to a question, the oldest first."""
    rows = session.scalars(_latest(question)).all()
    return tuple(Recorded(row.at, row.index_version, row.distance, row.detected) for row in reversed(rows))


def keep(
    session: Session, given: Given, fingerprint: Fingerprint, drift: Drift, *, answers: int, stream: int
) -> int:
    """Keep an answer; of its question only the last ``answers`` stay, of each corpus some of the last ``stream``.

    Returns the id of the row, by which the caller can do something once in a while.
    """
    row = DriftAnswer(
        tenant=_name(given.tenant),
        question=given.question,
        at=given.at,
        index_version=_name(given.index_version),
        figures=" ".join(fingerprint.figures),
        words=" ".join(fingerprint.words),
        denied=" ".join(fingerprint.denied),
        polarity=fingerprint.polarity,
        denies=fingerprint.denies,
        length_bucket=fingerprint.length_bucket,
        distance=drift.distance,
        detected=drift.detected,
        documents=_listed(given.documents),
    )
    session.add(row)
    for corpus in sorted({"", *map(_name, given.corpora)}) if given.signals else ():
        _keep_health(session, given, corpus, stream)
    session.flush()
    beyond = session.scalars(_latest(given.question).with_only_columns(DriftAnswer.id).offset(answers)).all()
    if beyond:
        session.execute(delete(DriftAnswer).where(DriftAnswer.id.in_(beyond)))
    return row.id


def _keep_health(session: Session, given: Given, corpus: str, stream: int) -> None:
    row = DriftHealth(
        tenant=_name(given.tenant),
        corpus=corpus,
        at=given.at,
        index_version=_name(given.index_version),
        question=given.question,
        signals=dict(given.signals),
    )
    session.add(row)
    session.flush()
    if row.id % _PRUNED_EACH == 0:
        beyond = _stream(row.tenant, corpus).with_only_columns(DriftHealth.id).offset(stream * _SPARE)
        session.execute(delete(DriftHealth).where(DriftHealth.id.in_(session.scalars(beyond).all())))


def forget(session: Session, tenant: str, question: str | None = None) -> int:
    """Delete what is kept of a question of a tenant, or of all of them; returns how many answers."""
    if question is None:
        name = _name(tenant)
        return _delete_where(session, DriftAnswer.tenant == name, DriftHealth.tenant == name)
    return _delete_where(session, DriftAnswer.question == question, DriftHealth.question == question)


def forget_documents(session: Session, documents: Iterable[int]) -> int:
    """Delete the fingerprints of answers that rest on documents; returns how many answers.

    Measures of health stay: they are shares, with the mark of a question, and hold nothing of a document.
    """
    count = 0
    for each in documents:
        named = DriftAnswer.documents.contains(_listed((each,)), autoescape=True)
        count += session.scalar(select(func.count()).select_from(DriftAnswer).where(named)) or 0
        session.execute(delete(DriftAnswer).where(named))
    return count


def _listed(documents: Iterable[int]) -> str:
    ids = " ".join(str(each) for each in sorted(set(documents)))
    return f" {ids} " if ids else ""


def expire(session: Session, before: datetime) -> int:
    """Delete what was kept before a moment, of whatever tenant; returns how many answers."""
    return _delete_where(session, DriftAnswer.at < before, DriftHealth.at < before)


def _delete_where(session: Session, answers: ColumnElement[bool], health: ColumnElement[bool]) -> int:
    count = session.scalar(select(func.count()).select_from(DriftAnswer).where(answers))
    session.execute(delete(DriftAnswer).where(answers))
    session.execute(delete(DriftHealth).where(health))
    return count or 0


def corpora(session: Session, tenant: str) -> list[str]:
    """The corpora of a tenant over which answers were given; the empty one, which is all of them, first."""
    found = select(DriftHealth.corpus).where(DriftHealth.tenant == _name(tenant)).distinct()
    return sorted(session.scalars(found))


def stream(session: Session, tenant: str, corpus: str, limit: int) -> list[Health]:
    """The last measures over a corpus, the oldest first."""
    rows = session.scalars(_stream(_name(tenant), corpus).limit(limit)).all()
    return [Health(row.at, row.index_version, row.question, dict(row.signals)) for row in reversed(rows)]


def _latest(question: str) -> Select[Any]:
    chosen = select(DriftAnswer).where(DriftAnswer.question == question)
    return chosen.order_by(DriftAnswer.at.desc(), DriftAnswer.id.desc())


def _stream(tenant: str, corpus: str) -> Select[Any]:
    chosen = select(DriftHealth).where(DriftHealth.tenant == tenant, DriftHealth.corpus == corpus)
    return chosen.order_by(DriftHealth.at.desc(), DriftHealth.id.desc())


def _fingerprint(row: DriftAnswer) -> Fingerprint:
    return Fingerprint(
        tuple(row.figures.split()),
        tuple(row.words.split()),
        tuple(row.denied.split()),
        row.polarity,
        row.denies,
        row.length_bucket,
    )


def _name(name: str) -> str:
    return name[:NAME_CHARACTERS]
