"""Relational tables of the document catalogue: what was read, in which version, with which controls.

Ids are never given again, so that a row left behind in an index cannot come to mean another document.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from fidedigno.database import Base, UtcDateTime


class CorpusRoot(Base):
    """A place that documents of a corpus come from."""

    __tablename__ = "corpus_roots"

    root: Mapped[str] = mapped_column(String(4096), primary_key=True)
    corpus_id: Mapped[int] = mapped_column(ForeignKey("corpora.id", ondelete="CASCADE"))
    declaration: Mapped[str | None] = mapped_column(String(4096))
    """The file that declared the corpus; empty where nothing was declared."""
    synced_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When the last run began that read every document of this root; its access lists are that old."""


class DocumentRow(Base):
    """A document with its ingestion controls. Nothing here is text of the document but its title."""

    __tablename__ = "documents"
    __table_args__ = (
        UniqueConstraint("root", "external_id"),
        Index("ix_documents_corpus", "corpus_id"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    corpus_id: Mapped[int] = mapped_column(ForeignKey("corpora.id"))
    root: Mapped[str] = mapped_column(String(4096))
    external_id: Mapped[str] = mapped_column(String(4096))
    source: Mapped[str] = mapped_column(String(200))
    title: Mapped[str] = mapped_column(String(1000))
    media_type: Mapped[str] = mapped_column(String(200))
    owner: Mapped[str] = mapped_column(String(400))
    sensitivity: Mapped[str] = mapped_column(String(20))
    authority: Mapped[str] = mapped_column(String(100))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)
    review_at: Mapped[datetime] = mapped_column(UtcDateTime)
    language: Mapped[str] = mapped_column(String(2))
    personal_data: Mapped[dict[str, int]] = mapped_column(JSON)
    """Kinds of personal data found, with how many of each; never the data."""
    declared_personal: Mapped[bool | None]
    scope: Mapped[dict[str, str]] = mapped_column(JSON, server_default="{}")
    supports: Mapped[list[str]] = mapped_column(JSON, server_default="[]")
    series: Mapped[str] = mapped_column(String(500), server_default="")
    labels: Mapped[dict[str, str]] = mapped_column(JSON, server_default="{}")
    """The labels that its system gave it (sensitivity, confidentiality), by name."""
    content_hash: Mapped[str] = mapped_column(String(64))
    label_hash: Mapped[str] = mapped_column(String(64))
    state_hash: Mapped[str] = mapped_column(String(64))
    """Of all that preparation read; empty while the document is not finished."""
    facts: Mapped[str] = mapped_column(Text, server_default="")
    """What parsing found for the label (see ``ingest/facts.py``), so that a new label needs no parsing."""
    version_id: Mapped[int] = mapped_column(BigInteger)
    """The version whose chunks are in the index."""
    chunks: Mapped[int]


class VersionRow(Base):
    """One state of a document's content, kept as a record; only the current one has chunks."""

    __tablename__ = "versions"
    __table_args__ = (Index("ix_versions_document", "document_id"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    document_id: Mapped[int] = mapped_column(ForeignKey("documents.id", ondelete="CASCADE"))
    number: Mapped[int]
    content_hash: Mapped[str] = mapped_column(String(64))
    label: Mapped[str | None] = mapped_column(String(200))
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)
    effective_from: Mapped[datetime | None] = mapped_column(UtcDateTime)
    effective_until: Mapped[datetime | None] = mapped_column(UtcDateTime)
    ingested_at: Mapped[datetime] = mapped_column(UtcDateTime)
    parser: Mapped[str] = mapped_column(String(100))
