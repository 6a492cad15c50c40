"""Tables of the access room: directory, corpora, interned access lists, and each document's class.

A chunk in the index carries only two numbers of these tables: ``corpora.id`` and ``acl_classes.id``.
Neither is ever given again to another row, so that an index row left behind by a crash can lose rights
but never gain them.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, Integer, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.types import JSON, TypeDecorator

from fidedigno.database import Base, UtcDateTime

_IDS_USED_ONCE = {"sqlite_autoincrement": True}
Big = BigInteger().with_variant(Integer, "sqlite")


class Duration(TypeDecorator[timedelta]):
    """A length of time, stored as whole microseconds."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: timedelta | None, dialect: Any) -> int | None:  # noqa: ARG002
        """Exact: no floating point."""
        return None if value is None else value // timedelta(microseconds=1)

    def process_result_value(self, value: int | None, dialect: Any) -> timedelta | None:  # noqa: ARG002
        """Exact: no floating point."""
        return None if value is None else timedelta(microseconds=value)


class User(Base):
    """A person of the local directory. ``name`` and ``email`` are normalised; ``display`` is as written."""

    __tablename__ = "users"
    __table_args__ = _IDS_USED_ONCE

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    display: Mapped[str]
    email: Mapped[str | None] = mapped_column(index=True)
    enabled: Mapped[bool]
    attributes: Mapped[dict[str, str]] = mapped_column(JSON)


class Group(Base):
    """A group; ``source`` keeps the groups of two systems apart even when they share a name."""

    __tablename__ = "groups"
    __table_args__ = (UniqueConstraint("source", "name"), _IDS_USED_ONCE)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    source: Mapped[str]
    name: Mapped[str]
    display: Mapped[str]


class UserMembership(Base):
    """A group holds a user directly."""

    __tablename__ = "user_memberships"
    __table_args__ = (Index(None, "group_id"),)

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"), primary_key=True)


class GroupMembership(Base):
    """A group holds another group directly. Cycles are possible and harmless."""

    __tablename__ = "group_memberships"
    __table_args__ = (Index(None, "parent_id"),)

    child_id: Mapped[int] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"), primary_key=True)
    parent_id: Mapped[int] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"), primary_key=True)


class CorpusRow(Base):
    """A declared corpus. ``acl_synced_at``: the last successful reading of its access lists."""

    __tablename__ = "corpora"
    __table_args__ = _IDS_USED_ONCE

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    owner: Mapped[str]
    audience: Mapped[str]
    sensitivity: Mapped[int]
    authority: Mapped[str]
    revocation_lag: Mapped[timedelta] = mapped_column(Duration)
    freshness: Mapped[timedelta] = mapped_column(Duration)
    default_acl: Mapped[str | None]
    ai_allowed: Mapped[bool]
    language: Mapped[str | None]
    timezone: Mapped[str]
    access_pattern: Mapped[str]
    source: Mapped[str] = mapped_column(server_default="")
    when_stale: Mapped[str] = mapped_column(server_default="flag")
    declaration: Mapped[str] = mapped_column(server_default="")
    """Digest of all that was declared; empty where it is not known."""
    approved_until: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Until when both approvals hold; written from them, never by hand."""
    acl_synced_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class CorpusApproval(Base):
    """That somebody approved a restricted corpus as it was declared, in a role, until a moment."""

    __tablename__ = "corpus_approvals"
    __table_args__ = (Index(None, "corpus_id"), _IDS_USED_ONCE)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    corpus_id: Mapped[int] = mapped_column(ForeignKey("corpora.id"))
    role: Mapped[str]
    approved_by: Mapped[str]
    approved_at: Mapped[datetime] = mapped_column(UtcDateTime)
    until: Mapped[datetime] = mapped_column(UtcDateTime)
    declaration: Mapped[str]
    note: Mapped[str]
    revoked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    revoked_by: Mapped[str | None]


class AclClass(Base):
    """A distinct access list. Rows are never changed, only added, or removed when no document has them."""

    __tablename__ = "acl_classes"
    __table_args__ = _IDS_USED_ONCE

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    digest: Mapped[str] = mapped_column(unique=True)
    state: Mapped[str]
    clause_count: Mapped[int]


class AclClause(Base):
    """One principal of one any-of clause of a class.

    ``clause_count`` is that of the class, kept here too so that the question's query needs no join.
    """

    __tablename__ = "acl_clauses"

    principal_key: Mapped[str] = mapped_column(primary_key=True)
    class_id: Mapped[int] = mapped_column(ForeignKey("acl_classes.id", ondelete="CASCADE"), primary_key=True)
    clause_no: Mapped[int] = mapped_column(primary_key=True)
    clause_count: Mapped[int]
    __table_args__ = (Index(None, "class_id"),)


class AclDenial(Base):
    """One principal that a class denies."""

    __tablename__ = "acl_denials"

    principal_key: Mapped[str] = mapped_column(primary_key=True)
    class_id: Mapped[int] = mapped_column(ForeignKey("acl_classes.id", ondelete="CASCADE"), primary_key=True)
    __table_args__ = (Index(None, "class_id"),)


class DocumentAccess(Base):
    """The class that the index holds for a document; while ``pending`` the document is closed to all."""

    __tablename__ = "document_access"
    __table_args__ = (
        Index(None, "corpus_id", "pending", "acl_class_id"),
        Index(None, "acl_class_id"),
        Index(None, "pending"),
        Index(None, "corpus_id", "stale_from"),
        CheckConstraint("pending OR pending_class_id IS NULL", name="target_only_while_pending"),
    )

    document_id: Mapped[int] = mapped_column(Big, primary_key=True, autoincrement=False)
    corpus_id: Mapped[int] = mapped_column(ForeignKey("corpora.id"))
    acl_class_id: Mapped[int] = mapped_column(ForeignKey("acl_classes.id"))
    pending: Mapped[bool] = mapped_column(default=False)
    pending_class_id: Mapped[int | None] = mapped_column(ForeignKey("acl_classes.id"))
    stale_from: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """From when the document is too old to be read by anybody; ``None`` where age only makes it flagged."""


class PermissionEpoch(Base):
    """One row: how many times anything that decides a permission has changed."""

    __tablename__ = "permission_epoch"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    value: Mapped[int] = mapped_column(Big)
