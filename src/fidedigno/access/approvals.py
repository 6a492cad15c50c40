"""Written approvals: a restricted corpus is open only while security and legal have both said so.

From the permissions article: restricted corpora only after the express approval of the security and legal
teams. An approval names who, in which role, when, until when, and the declaration that it was given for: a
declaration that changes has not been approved. Approvals are never deleted, only revoked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session

from fidedigno.access.directory import Directory
from fidedigno.access.epoch import changing
from fidedigno.access.tables import CorpusApproval, CorpusRow, User
from fidedigno.clock import Clock
from fidedigno.database import Database
from fidedigno.errors import UsageError
from fidedigno.model import Audience, Principal, normalise_name

MAX_NOTE_CHARACTERS = 500


class Role(StrEnum):
    """In whose name an approval is given; both are needed."""

    SECURITY = "security"
    LEGAL = "legal"

    @classmethod
    def parse(cls, text: str) -> Role:
        """Read a role by its name.

        Raises:
            UsageError: if there is no such role.
        """
        try:
            return cls(text.strip().lower())
        except ValueError:
            raise UsageError(
                "there is no such role", f"one of {', '.join(each.value for each in cls)}"
            ) from None


@dataclass(frozen=True, slots=True)
class Approval:
    """One entry. ``counts``: it is the latest of its role, not revoked, not over, and given for the declaration
    that holds now."""

    corpus: str
    role: Role
    approved_by: str
    approved_at: datetime
    until: datetime
    note: str
    revoked_at: datetime | None
    revoked_by: str | None
    counts: bool

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "corpus": self.corpus,
            "role": self.role.value,
            "approved_by": self.approved_by,
            "approved_at": self.approved_at.isoformat(),
            "until": self.until.isoformat(),
            "note": self.note,
            "revoked_at": self.revoked_at.isoformat() if self.revoked_at else None,
            "revoked_by": self.revoked_by,
            "counts": self.counts,
        }


class Approvals:
    """The approvals of one database. May be shared by threads.

    ``holders`` says by role which group somebody must be in, or who it must be, to approve or to take back;
    any enabled user where a role is not in it. ``told`` is called with what was written: the corpus, whether
    it was approved (or that was taken back), and by whom.
    """

    def __init__(
        self,
        database: Database,
        clock: Clock,
        holders: Mapping[Role, Principal] | None = None,
        told: Callable[[str, bool, str], None] = lambda *_: None,
    ) -> None:
        self._database = database
        self._clock = clock
        self._holders = dict(holders or {})
        self._told = told

    def approve(self, corpus: str, role: Role, by: str, until: datetime, note: str = "") -> None:
        """Write that ``by`` approves a restricted corpus, as it is declared now, until ``until``.

        Raises:
            UsageError: if there is no such restricted corpus, if ``by`` is not an enabled user of the
                directory, does not hold the role or has given the other approval, or if ``until`` is not in the
                future.
        """
        now = self._clock()
        if until.tzinfo is None or until <= now:
            raise UsageError("an approval must end in the future", "write a later date, such as 2027-06-30")
        words = " ".join("".join(c if c.isprintable() else " " for c in note).split())
        if len(words) > MAX_NOTE_CHARACTERS:
            raise UsageError("the note is too long", f"at most {MAX_NOTE_CHARACTERS} characters")
        self._expect_holder(by, role)
        with changing(self._database) as session:
            row = _restricted(session, corpus)
            name = _enabled_user(session, by)
            other = _latest(session, row.id, row.declaration).get(
                Role.LEGAL if role is Role.SECURITY else Role.SECURITY
            )
            if other is not None and other.approved_by == name and other.until > now:
                raise UsageError(
                    "one person cannot give both approvals", "the other role is for somebody else"
                )
            session.execute(
                insert(CorpusApproval).values(
                    corpus_id=row.id,
                    role=role.value,
                    approved_by=name,
                    approved_at=now,
                    until=until,
                    declaration=row.declaration,
                    note=words,
                )
            )
            refresh_approval(session, row.id)
        self._told(corpus, True, name)

    def revoke(self, corpus: str, role: Role, by: str) -> None:
        """Take back every approval of a role; the corpus closes at the next question.

        Raises:
            UsageError: if there is no such restricted corpus, ``by`` is no enabled user or does not hold the
                role, or there is nothing to take back.
        """
        self._expect_holder(by, role)
        with changing(self._database) as session:
            row = _restricted(session, corpus)
            name = _enabled_user(session, by)
            standing = (
                (CorpusApproval.corpus_id == row.id)
                & (CorpusApproval.role == role.value)
                & CorpusApproval.revoked_at.is_(None)
            )
            revoked = session.execute(
                update(CorpusApproval)
                .where(standing)
                .values(revoked_at=self._clock(), revoked_by=name)
                .execution_options(synchronize_session=False)
            )
            if not revoked.rowcount:  # type: ignore[attr-defined]
                raise UsageError(
                    "there is no approval of that role to take back", "see 'fidedigno corpora approvals'"
                )
            refresh_approval(session, row.id)
        self._told(corpus, False, name)

    def _expect_holder(self, by: str, role: Role) -> None:
        wanted = self._holders.get(role)
        if wanted is None or wanted in Directory(self._database).identity(by).principals:
            return
        raise UsageError(
            f"this person does not decide for {role.value}",
            f"the setting approvers_{role.value} says who does",
        )

    def of(self, corpus: str) -> list[Approval]:
        """Every approval of a corpus that was ever written, newest first.

        Raises:
            UsageError: if there is no restricted corpus of that name.
        """
        now = self._clock()
        with self._database.session() as session:
            row = _restricted(session, corpus)
            latest = {each.id for each in _latest(session, row.id, row.declaration).values()}
            found = session.scalars(
                select(CorpusApproval)
                .where(CorpusApproval.corpus_id == row.id)
                .order_by(CorpusApproval.id.desc())
            )
            return [
                Approval(
                    row.name,
                    Role(each.role),
                    each.approved_by,
                    each.approved_at,
                    each.until,
                    each.note,
                    each.revoked_at,
                    each.revoked_by,
                    each.id in latest and each.until > now,
                )
                for each in found
            ]


def refresh_approval(session: Session, corpus_id: int) -> None:
    """Write until when a corpus is approved, from its approvals; nothing where one of the two is missing."""
    declaration = session.scalar(select(CorpusRow.declaration).where(CorpusRow.id == corpus_id))
    latest = _latest(session, corpus_id, declaration or "")
    people = {each.approved_by for each in latest.values()}
    whole = len(latest) == len(Role) == len(people)
    until = min(each.until for each in latest.values()) if whole else None
    session.execute(
        update(CorpusRow)
        .where(CorpusRow.id == corpus_id)
        .values(approved_until=until)
        .execution_options(synchronize_session=False)
    )


def _latest(session: Session, corpus_id: int, declaration: str) -> dict[Role, CorpusApproval]:
    """The last standing approval of each role for a declaration; none for a declaration that is not known."""
    found = session.scalars(
        select(CorpusApproval)
        .where(
            CorpusApproval.corpus_id == corpus_id,
            CorpusApproval.declaration == declaration,
            CorpusApproval.revoked_at.is_(None),
        )
        .order_by(CorpusApproval.id)
    )
    return {Role(each.role): each for each in found} if declaration else {}


def _restricted(session: Session, corpus: str) -> CorpusRow:
    row = session.scalar(select(CorpusRow).where(CorpusRow.name == corpus))
    if row is None or row.audience != Audience.RESTRICTED.value or not row.declaration:
        raise UsageError(
            "there is no restricted corpus of that name",
            "ingest its folder first: it is refused then, and can be approved afterwards",
        )
    return row


def _enabled_user(session: Session, name: str) -> str:
    try:
        key = normalise_name(name)
    except ValueError:
        key = ""
    found = session.scalar(select(User.name).where(User.name == key, User.enabled.is_(True)))
    if found is None:
        raise UsageError("there is no enabled user of that name", "see them with 'fidedigno users list'")
    return str(found)
