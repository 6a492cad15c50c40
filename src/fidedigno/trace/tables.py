"""Tables of the trace room: one row an answer, and which documents it names.

The names of people, questions and passages have no column here, nor any place inside ``body``.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from fidedigno.database import Base, UtcDateTime

_Big = BigInteger().with_variant(Integer, "sqlite")


class TraceRow(Base):
    """The record of one answer. ``id`` counts up in the order of writing and is never given again."""

    __tablename__ = "traces"
    __table_args__ = (
        Index("ix_traces_pseudonym", "tenant", "pseudonym", "id"),
        Index("ix_traces_answered_at", "answered_at"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(_Big, primary_key=True, autoincrement=True)
    answer_id: Mapped[str] = mapped_column(String(64), unique=True)
    tenant: Mapped[str] = mapped_column(String(100))
    pseudonym: Mapped[str] = mapped_column(String(64))
    """Of the person who asked; empty for somebody unknown."""
    answered_at: Mapped[datetime] = mapped_column(UtcDateTime)
    body: Mapped[str] = mapped_column(Text)
    """The record as JSON, in the form of ``fidedigno.trace.format``."""


class TraceDocument(Base):
    """An answer's record names a document, by the id that the catalogue gave it."""

    __tablename__ = "trace_documents"
    __table_args__ = (Index("ix_trace_documents_document", "document_id"),)

    trace_id: Mapped[int] = mapped_column(_Big, ForeignKey("traces.id", ondelete="CASCADE"), primary_key=True)
    document_id: Mapped[int] = mapped_column(_Big, primary_key=True, autoincrement=False)
