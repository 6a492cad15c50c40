"""The accounts that an identity provider keeps in the directory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.orm import Session

from fidedigno.access.epoch import changing
from fidedigno.access.outside_tables import ScimResource
from fidedigno.access.provided import Provided, ProvidedRows, TakenError
from fidedigno.access.tables import User, UserMembership
from fidedigno.clock import Clock, utc_now
from fidedigno.database import Database


@dataclass(frozen=True, slots=True)
class AccountDraft:
    """What an account is to be: ``name`` and ``email`` normalised, ``said`` as the provider reads it back."""

    name: str
    display: str
    email: str | None = None
    enabled: bool = True
    external_id: str | None = None
    said: Mapping[str, Any] = field(default_factory=dict)


class ProvidedAccounts(ProvidedRows):
    """Adds, changes and removes the accounts of one provider.

    Args:
        database: where the directory is.
        provider: the declared name of the provider.
        clock: the present instant.
        adopt: whether a new account may take over a user of the same name whom no provider has made.
        switched: told of an account that was switched on or off, by name.
    """

    _table = User

    def __init__(
        self,
        database: Database,
        provider: str,
        clock: Clock = utc_now,
        *,
        adopt: bool = False,
        switched: Callable[[str, bool], None] = lambda *_: None,
    ) -> None:
        super().__init__(database, provider, clock)
        self._switched = switched
        self._adopt = adopt

    def add(self, draft: AccountDraft) -> Provided:
        """Make an account.

        Raises:
            TakenError: if somebody has that name who may not be taken over.
        """
        with changing(self._database) as session:
            row = self._holder(session, draft.name)
            if row is None:
                session.execute(insert(User), [_columns(draft) | {"attributes": {}}])
                row = session.scalars(select(User.id).where(User.name == draft.name)).one()
            else:
                taken = select(ScimResource.number).where(ScimResource.user_id == row)
                if not self._adopt or session.scalar(taken) is not None:
                    raise TakenError("there is a user of that name", "choose another name")
                session.execute(update(User).where(User.id == row).values(_columns(draft)))
            return self._note(session, row, draft.external_id, draft.said)

    def change(
        self, identifier: str, draft: Callable[[Provided], AccountDraft], expected: int | None = None
    ) -> Provided:
        """Make an account what ``draft`` says of it as it is; in force from the next question on.

        Args:
            identifier: which account.
            draft: called in the transaction; whatever it raises leaves all as it was.
            expected: the version that the caller knows, where it matters.

        Raises:
            NotAvailableError: if there is none of that id.
            ChangedMeanwhileError: if it has another version.
            TakenError: if the new name is somebody else's.
        """
        with changing(self._database) as session:
            before = self._get_expecting(session, identifier, expected)
            wanted = draft(before)
            if self._holder(session, wanted.name) not in {None, before.row}:
                raise TakenError("there is a user of that name", "choose another name")
            was = session.scalars(select(User.enabled).where(User.id == before.row)).one()
            session.execute(update(User).where(User.id == before.row).values(_columns(wanted)))
            changed = self._renote(session, before, wanted.external_id, wanted.said)
        if was is not wanted.enabled:
            self._switched(wanted.name, wanted.enabled)
        return changed

    def remove(self, identifier: str, expected: int | None = None) -> None:
        """Switch an account off, take it out of every group, and remove it, all at once.

        Raises:
            NotAvailableError: if there is none of that id.
            ChangedMeanwhileError: if it has another version.
        """
        with changing(self._database) as session:
            before = self._get_expecting(session, identifier, expected)
            name = session.scalars(select(User.name).where(User.id == before.row)).one()
            session.execute(update(User).where(User.id == before.row).values(enabled=False))
            session.execute(delete(UserMembership).where(UserMembership.user_id == before.row))
            session.execute(delete(User).where(User.id == before.row))
        self._switched(name, False)

    def _holder(self, session: Session, name: str) -> int | None:
        return session.scalar(select(User.id).where(User.name == name))


def _columns(draft: AccountDraft) -> dict[str, Any]:
    return {
        "name": draft.name,
        "display": draft.display,
        "email": draft.email,
        "enabled": draft.enabled,
    }
