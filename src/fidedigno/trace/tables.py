"""Tables of the trace room: one row a record, what it names, and the chain that holds the records together.

The names of people, questions and passages have no column here, nor any place inside ``body``.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from fidedigno.database import Base, UtcDateTime

_Big = BigInteger().with_variant(Integer, "sqlite")
_HASH = 64


class TraceRow(Base):
    """A record. ``id`` counts up in the order of writing and is never given again."""

    __tablename__ = "traces"
    __table_args__ = (
        Index("ix_traces_pseudonym", "tenant", "pseudonym", "id"),
        Index("ix_traces_answered_at", "answered_at"),
        Index("ix_traces_sequence", "sequence", unique=True),
        Index("ix_traces_key_id", "key_id"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(_Big, primary_key=True, autoincrement=True)
    answer_id: Mapped[str] = mapped_column(String(64), unique=True)
    """Of the answer; a search or an event has an id of its own here."""
    tenant: Mapped[str] = mapped_column(String(100))
    pseudonym: Mapped[str] = mapped_column(String(64))
    """Of the person who asked; empty for somebody unknown, and for an event."""
    answered_at: Mapped[datetime] = mapped_column(UtcDateTime)
    body: Mapped[str] = mapped_column(Text)
    """The record as JSON, in the form of ``fidedigno.trace.format``, or of ``fidedigno.trace.event``."""
    kind: Mapped[str] = mapped_column(String(16), server_default="answer")
    key_id: Mapped[str] = mapped_column(String(64), server_default="")
    """Of the key under which it names people; empty for a record of before keys had ids."""
    salt: Mapped[str] = mapped_column(String(64), server_default="")
    """Random; deleted with the record, so that the hash that stays behind confirms no guess."""
    sequence: Mapped[int | None] = mapped_column(_Big)
    """Its place in the chain; none for a record of before there was a chain."""


class TraceDocument(Base):
    """A record names a document, by the id that the catalogue gave it."""

    __tablename__ = "trace_documents"
    __table_args__ = (Index("ix_trace_documents_document", "document_id"),)

    trace_id: Mapped[int] = mapped_column(_Big, ForeignKey("traces.id", ondelete="CASCADE"), primary_key=True)
    document_id: Mapped[int] = mapped_column(_Big, primary_key=True, autoincrement=False)


class TracePerson(Base):
    """An event names a person, as the one who acted or as the one whom it is about, by a pseudonym."""

    __tablename__ = "trace_people"
    __table_args__ = (Index("ix_trace_people_pseudonym", "pseudonym"),)

    trace_id: Mapped[int] = mapped_column(_Big, ForeignKey("traces.id", ondelete="CASCADE"), primary_key=True)
    pseudonym: Mapped[str] = mapped_column(String(64), primary_key=True)


class ChainRow(Base):
    """A place in the chain: of a record, of one that was deleted, or of a run of deleted ones (``first`` to
    ``sequence``). Nothing in it tells of whom or of what a deleted record was."""

    __tablename__ = "audit_chain"

    sequence: Mapped[int] = mapped_column(_Big, primary_key=True, autoincrement=False)
    first: Mapped[int] = mapped_column(_Big)
    digest: Mapped[str] = mapped_column(String(_HASH))
    """Of the record; empty for a run."""
    link: Mapped[str] = mapped_column(String(_HASH))
    """Over place, the link before, and the digest."""
    reason: Mapped[str] = mapped_column(String(120))
    """Empty while the record is there; else the code of why it was deleted, in a run with their numbers."""
    seal: Mapped[str] = mapped_column(String(_HASH))
    """Over what is left of deleted records: nobody without the key of the chain deletes unseen."""


class ChainState(Base):
    """The end of the chain, in one row, which is also the lock of those who write."""

    __tablename__ = "audit_state"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    sequence: Mapped[int] = mapped_column(_Big)
    link: Mapped[str] = mapped_column(String(_HASH))
