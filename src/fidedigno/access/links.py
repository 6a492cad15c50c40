"""The explicit map of tokens to people: the subject of an issuer is this user."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from fidedigno.access.epoch import changing
from fidedigno.access.outside_tables import TokenLink
from fidedigno.access.tables import User
from fidedigno.database import Database
from fidedigno.errors import UsageError
from fidedigno.model import normalise_name

MAX_SUBJECT = 255
"""Longest subject that an issuer may give (OpenID Connect Core, 2)."""


class Link(NamedTuple):
    """One line of the map; ``user`` is a name of the directory."""

    issuer: str
    subject: str
    user: str


class Links:
    """The map of one database. Issuers and subjects are compared exactly, as they are written."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, link: Link) -> None:
        """Say whose a subject is; in place of what was said of this subject, or of this user and issuer.

        Raises:
            UsageError: if there is no such user, or issuer or subject are empty or too long.
        """
        if not link.issuer or not link.subject or len(link.subject) > MAX_SUBJECT:
            raise UsageError("issuer and subject may not be empty or too long", "copy them from a token")
        try:
            name = normalise_name(link.user)
        except ValueError as error:
            raise UsageError(f"not a name: {error}") from None
        with changing(self._database) as session:
            user = session.scalar(select(User.id).where(User.name == name))
            if user is None:
                raise UsageError("there is no user of that name", "see the users with 'fidedigno users list'")
            same = (TokenLink.subject == link.subject) | (TokenLink.user_id == user)
            session.execute(delete(TokenLink).where(TokenLink.issuer == link.issuer, same))
            row = {"issuer": link.issuer, "subject": link.subject, "user_id": user}
            session.execute(insert(TokenLink), [row])

    def remove(self, issuer: str, subject: str) -> None:
        """Forget whose a subject is.

        Raises:
            UsageError: if nothing was said of it.
        """
        with changing(self._database) as session:
            named = (TokenLink.issuer == issuer) & (TokenLink.subject == subject)
            if session.execute(delete(TokenLink).where(named)).rowcount != 1:  # type: ignore[attr-defined]
                raise UsageError("there is no such link", "see them with 'fidedigno users links'")

    def all(self) -> list[Link]:
        """Every link, by user."""
        columns = select(TokenLink.issuer, TokenLink.subject, User.name).join(
            User, User.id == TokenLink.user_id
        )
        with self._database.snapshot() as connection:
            ordered = columns.order_by(User.name, TokenLink.issuer)
            return [Link(*row) for row in connection.execute(ordered)]


def linked_user(connection: Connection, issuer: str, subject: str) -> int | None:
    """The user whom the map names."""
    named = (TokenLink.issuer == issuer) & (TokenLink.subject == subject)
    return connection.scalar(select(TokenLink.user_id).where(named))


def has_other_subject(connection: Connection, issuer: str, user: int) -> bool:
    """Whether the map gives this user a subject of the issuer."""
    named = (TokenLink.issuer == issuer) & (TokenLink.user_id == user)
    return connection.scalar(select(TokenLink.subject).where(named)) is not None
