"""Tables of drift: fingerprints of answers by question, and measures of health by corpus. No text and no person has a
column."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.types import JSON

from fidedigno.database import Base, UtcDateTime

_Big = BigInteger().with_variant(Integer, "sqlite")
NAME_CHARACTERS = 200
"""Longest name of a tenant, a corpus or a version."""


class DriftAnswer(Base):
    """An answer that was given to a question: its fingerprint, and how it stood to those before."""

    __tablename__ = "drift_answers"
    __table_args__ = (
        Index("ix_drift_answers_question", "question", "at", "id"),
        Index("ix_drift_answers_at", "at"),
    )

    id: Mapped[int] = mapped_column(_Big, primary_key=True, autoincrement=True)
    tenant: Mapped[str] = mapped_column(String(NAME_CHARACTERS))
    question: Mapped[str] = mapped_column(String(32))
    """The mark of tenant and question."""
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    index_version: Mapped[str] = mapped_column(String(NAME_CHARACTERS))
    figures: Mapped[str] = mapped_column(Text)
    """Marks, between spaces; so ``words`` and ``denied``."""
    words: Mapped[str] = mapped_column(Text)
    denied: Mapped[str] = mapped_column(Text)
    polarity: Mapped[int]
    denies: Mapped[bool]
    length_bucket: Mapped[int]
    distance: Mapped[float]
    detected: Mapped[bool]
    documents: Mapped[str] = mapped_column(Text, server_default="")
    """Ids of the documents that the answer rests on, each between spaces (`` 12 40 ``): what is forgotten with them."""


class DriftHealth(Base):
    """What was measured of one answer over one corpus; ``corpus`` is empty for that over all of the tenant's."""

    __tablename__ = "drift_health"
    __table_args__ = (
        Index("ix_drift_health_corpus", "tenant", "corpus", "at", "id"),
        Index("ix_drift_health_at", "at"),
    )

    id: Mapped[int] = mapped_column(_Big, primary_key=True, autoincrement=True)
    tenant: Mapped[str] = mapped_column(String(NAME_CHARACTERS))
    corpus: Mapped[str] = mapped_column(String(NAME_CHARACTERS))
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    index_version: Mapped[str] = mapped_column(String(NAME_CHARACTERS))
    question: Mapped[str] = mapped_column(String(32))
    signals: Mapped[dict[str, float]] = mapped_column(JSON)
    """Measures in [0, 1] by name."""
