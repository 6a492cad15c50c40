"""Tables of what identity providers say: which account or group is theirs, and whose a token is."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.types import JSON

from fidedigno.database import Base, UtcDateTime


class ScimResource(Base):
    """An account or a group that a provider made over SCIM, under an id that survives every renaming.

    ``said`` holds what the provider said and reads back, and no more than that; what decides rights is in
    the directory's own rows. The row goes when that of the account or group goes.
    """

    __tablename__ = "scim_resources"
    __table_args__ = (
        Index(None, "provider", "external_id"),
        CheckConstraint("(user_id IS NULL) <> (group_id IS NULL)", name="one_of_the_two"),
        {"sqlite_autoincrement": True},
    )

    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    id: Mapped[str] = mapped_column(String(36), unique=True)
    provider: Mapped[str] = mapped_column(String(40))
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), unique=True)
    group_id: Mapped[int | None] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"), unique=True)
    external_id: Mapped[str | None]
    said: Mapped[dict[str, Any]] = mapped_column(JSON)
    version: Mapped[int]
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    modified_at: Mapped[datetime] = mapped_column(UtcDateTime)


class TokenLink(Base):
    """The explicit map: the subject of an issuer is this user."""

    __tablename__ = "token_links"
    __table_args__ = (UniqueConstraint("issuer", "user_id"), Index(None, "user_id"))

    issuer: Mapped[str] = mapped_column(primary_key=True)
    subject: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
