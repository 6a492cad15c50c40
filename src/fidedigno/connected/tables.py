"""Tables of connected systems: how each stands, its last readings, measured lags, and what was announced.

Names of people, texts and ids of documents have no column here.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Index, String
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.types import JSON

from fidedigno.access.tables import Big, Duration
from fidedigno.database import Base, UtcDateTime


class ConnectionState(Base):
    """How a connection stands. Each moment is when a reading began that succeeded and took effect."""

    __tablename__ = "connection_states"

    connection: Mapped[str] = mapped_column(String(100), primary_key=True)
    rights_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    contents_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    full_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Of the last one that listed everything: what leaves no mark was found then at the latest."""
    tried_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When the last reading ended, whatever came of it."""
    failures: Mapped[int] = mapped_column(default=0)
    """How many readings have failed since one succeeded."""
    unknown: Mapped[int] = mapped_column(default=0)
    postponed: Mapped[int] = mapped_column(default=0)
    people_digest: Mapped[str | None] = mapped_column(String(64))
    pending: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """What was read and has not taken effect in the index yet."""
    subscriptions: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """What the system has agreed to say, until when, and under what declaration."""
    due_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When the system said that something had changed, if nothing was read since."""


class ConnectionRun(Base):
    """One reading: when, of what, and how it ended."""

    __tablename__ = "connection_runs"
    __table_args__ = (Index("ix_connection_runs_connection", "connection", "id"),)

    id: Mapped[int] = mapped_column(Big, primary_key=True, autoincrement=True)
    connection: Mapped[str] = mapped_column(String(100))
    contents: Mapped[bool]
    began_at: Mapped[datetime] = mapped_column(UtcDateTime)
    ended_at: Mapped[datetime] = mapped_column(UtcDateTime)
    outcome: Mapped[str] = mapped_column(String(16))
    """``done``, or the code of the error."""
    counts: Mapped[dict[str, Any]] = mapped_column(JSON)


class LagRow(Base):
    """One measurement: how long the slowest of some changes took to count."""

    __tablename__ = "revocation_lags"
    __table_args__ = (Index("ix_revocation_lags_corpus", "corpus", "id"),)

    id: Mapped[int] = mapped_column(Big, primary_key=True, autoincrement=True)
    corpus: Mapped[str]
    event: Mapped[str] = mapped_column(String(16))
    counted_at: Mapped[datetime] = mapped_column(UtcDateTime)
    lag: Mapped[timedelta] = mapped_column(Duration)
    exact: Mapped[bool]
    events: Mapped[int]


class AlertRow(Base):
    """What a channel was last told of a corpus."""

    __tablename__ = "alert_states"

    channel: Mapped[str] = mapped_column(String(16), primary_key=True)
    subject: Mapped[str] = mapped_column(String(16), primary_key=True)
    corpus: Mapped[str] = mapped_column(primary_key=True)
    said: Mapped[str] = mapped_column(String(40))
    said_at: Mapped[datetime] = mapped_column(UtcDateTime)
