"""From rows of permissions to grants: who, whether directly, and until when. Doubt grants nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from fidedigno.model import Principal
from fidedigno.sources.gdrive import wire
from fidedigno.sources.gdrive.directory import Roster
from fidedigno.sources.gdrive.names import Names, principal
from fidedigno.sources.instants import instant

_READS = frozenset({"owner", "organizer", "fileOrganizer", "writer", "commenter", "reader"})
_ALWAYS = frozenset({"owner", "organizer"})


class IncompleteRowError(Exception):
    """A row lacks what decides its meaning: the whole list is unknown."""


@dataclass(frozen=True, slots=True)
class Grant:
    """One principal may read.

    ``direct``: granted on this item itself, beside or instead of above it. ``always``: by a role that
    limited access does not stop. ``until``: when it ends, if it does.
    """

    who: Principal
    direct: bool
    always: bool
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Reader:
    """Understands rows by the accounts and groups of a roster."""

    roster: Roster
    names: Names
    link_shares: bool = False

    def grants(self, rows: Iterable[wire.Permission], now: datetime) -> list[Grant]:
        """The grants that hold at ``now``.

        A row of an unknown type or role, of a view, of a deleted, outside or expired grantee, or of a link
        that has to be known, grants nothing.

        Raises:
            IncompleteRowError: if a row lacks a field that was asked for and decides its meaning.
        """
        return [grant for row in rows for grant in self._grant(row, now)]

    def _grant(self, row: wire.Permission, now: datetime) -> list[Grant]:
        details = row.permission_details or ()
        roles = {row.role, *(each.role for each in details)}
        who = self._who(row)
        until = _moment(row.expiration_time)
        if row.view is not None or who is None or row.role not in _READS:
            return []
        if until is not None and until <= now:
            return []
        direct = any(not each.inherited and each.role in _READS for each in details)
        always = bool(roles & _ALWAYS)
        if row.inherited_permissions_disabled and not (direct or always):
            return []
        return [Grant(who, direct, always, until)]

    def _who(self, row: wire.Permission) -> Principal | None:
        name: str | None = None
        if row.type in {"user", "group"}:
            if row.deleted is None or (not row.deleted and row.email_address is None):
                raise IncompleteRowError
            address = "" if row.deleted else row.email_address or ""
            if row.type == "user":
                found = self.roster.account(address)
                name = found and self.names.account(found)
            else:
                found = self.roster.group(address)
                name = found and self.names.group(found)
        elif row.type in {"domain", "anyone"}:
            if row.allow_file_discovery is None or (row.type == "domain" and row.domain is None):
                raise IncompleteRowError
            if row.allow_file_discovery or self.link_shares:
                name = self.names.domain(row.domain or "") if row.type == "domain" else self.names.everyone
        return principal(name) if name else None


def _moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    moment = instant(text)
    if moment is None:
        raise IncompleteRowError
    return moment
