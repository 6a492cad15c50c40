"""What auditors and operators do with the trail of a workspace. Every look at it is itself an event of it.

Only auditors list, export, and handle texts; everybody else gets the refusal of something that is not there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from fidedigno.access.batches import batches
from fidedigno.errors import NotAvailableError, UsageError
from fidedigno.model import Corpus, Identity, Principal
from fidedigno.trace.chain import end_of
from fidedigno.trace.check import Verification, verify
from fidedigno.trace.debug_grant import Grant, GrantFolder, new_grant
from fidedigno.trace.debug_text import DebugTexts, is_restricted
from fidedigno.trace.event import Action
from fidedigno.trace.export import Period, check_export, export_lines
from fidedigno.trace.head import Head
from fidedigno.trace.links import GENESIS
from fidedigno.trace.listing import Listed, Wanted, list_records
from fidedigno.trace.trail import About, AuditTrail


@dataclass(frozen=True, slots=True)
class People:
    """Who is who: identities by name, and who may audit (nobody if empty)."""

    identity: Callable[[str | None], Identity]
    auditors: frozenset[Principal]
    tenant: str

    def auditor(self, name: str | None) -> str:
        """The name of an auditor, as the directory has it.

        Raises:
            NotAvailableError: if ``name`` is not one: the refusal of something that is not there.
        """
        identity = self.identity(name)
        if not identity.enabled or identity.user is None or not identity.principals & self.auditors:
            raise NotAvailableError("not available")
        return identity.user

    def known(self, name: str) -> str:
        """The name of a person of the directory whose account is switched on.

        Raises:
            NotAvailableError: if there is none.
        """
        identity = self.identity(name)
        if not identity.enabled or identity.user is None:
            raise NotAvailableError("no enabled account is called so", "'fidedigno users list' lists them")
        return identity.user


@dataclass(frozen=True, slots=True)
class DebugRequest:
    """A wish for a debug grant: of whose questions, of which corpora, by whom, why, until when, approved by whom."""

    by: str
    reason: str
    until: datetime
    user: str = ""
    corpora: frozenset[str] = frozenset()
    approved_by: str = ""


class Auditing:
    """The trail of one workspace, for those who look after it."""

    def __init__(
        self,
        trail: AuditTrail,
        people: People,
        grants: GrantFolder,
        declared: Callable[[], Mapping[str, Corpus]],
    ) -> None:
        self.trail = trail
        self.grants = grants
        self.texts = DebugTexts(grants, declared)
        self._people = people
        self._declared = declared

    def records(
        self, wanted: Wanted | None = None, *, as_user: str | None, user: str | None = None
    ) -> Listed:
        """A page of the trail, newest first; of one person, under every key, if ``user`` is given.

        Raises:
            NotAvailableError: for anybody who is no auditor.
            UsageError: if the size of the page is out of range.
        """
        auditor = self._people.auditor(as_user)
        wanted = wanted or Wanted()
        if user is not None:
            name = self._people.identity(user).user or user
            wanted = replace(wanted, users=self.trail.keys.users(self._people.tenant, name))
        listed = list_records(self.trail.ledger, self._people.tenant, wanted)
        about = About(people=(user,) if user else (), numbers={"records": len(listed.items)})
        self.trail.require(Action.AUDIT_LISTED, about, actor=auditor)
        return listed

    def export(self, since: datetime, until: datetime, *, as_user: str | None) -> Iterator[dict[str, Any]]:
        """The lines of an export of ``since`` to ``until``: a heading, then places in order. See
        :mod:`fidedigno.trace.export`.

        Raises:
            NotAvailableError: for anybody who is no auditor, or where the export could not be recorded.
            UsageError: if the period is empty or has no timezone.
        """
        auditor = self._people.auditor(as_user)
        if since.tzinfo is None or until.tzinfo is None or since >= until:
            raise UsageError("an export goes from one instant to a later one", "give --from and --to")
        self.trail.require(Action.AUDIT_EXPORTED, actor=auditor)
        ledger = self.trail.ledger
        period = Period(max(since, ledger.oldest()), max(until, ledger.oldest()))
        return export_lines(ledger.database, ledger.chain, self._people.tenant, period)

    def verify(self, heads: Iterable[Head] = ()) -> Verification:
        """Whether the trail is whole; heads that were kept elsewhere are compared too."""
        return verify(self.trail.ledger.database, self.trail.ledger.chain, heads)

    def verify_export(self, lines: Iterable[str]) -> Verification:
        """Whether an export is whole. See :func:`~fidedigno.trace.export.check_export`."""
        return check_export(lines, self.trail.ledger.chain, self._people.tenant)

    def head(self) -> Head:
        """The signed end of the chain, to be kept elsewhere.

        Raises:
            WorkspaceError: if the store or the key cannot be read.
        """
        ledger = self.trail.ledger
        with ledger.database.snapshot() as connection:
            sequence, link = end_of(connection) or (0, GENESIS)
        return Head.sign(ledger.chain.key(first=sequence == 0), sequence, link or GENESIS)

    def rotate_key(self, *, by: str | None = None) -> tuple[str, str]:
        """See :meth:`~fidedigno.trace.trail.AuditTrail.rotate_key`."""
        return self.trail.rotate_key(actor=None if by is None else self._people.known(by))

    def expire(self) -> dict[str, Any]:
        """Delete what has expired: records, keys without records, grants with their texts."""
        removed, keys = self.trail.expire()
        return {"records": removed, "keys": list(keys), "grants": list(self.sweep())}

    def grant_debug(self, wish: DebugRequest) -> Grant:
        """Let texts be kept for a while. See :mod:`fidedigno.trace.debug_text` for which.

        Raises:
            NotAvailableError: if ``by`` is no auditor, a person is not known or not enabled, there is no such
                corpus, or the grant cannot be recorded.
            UsageError: if the wish is incomplete, too long, or a restricted corpus lacks the approval of a
                second person.
            ConfigurationError: if nothing here can encrypt.
        """
        self.sweep()
        by = self._people.auditor(wish.by)
        user = self._people.known(wish.user) if wish.user else ""
        approver = self._people.known(wish.approved_by) if wish.approved_by else ""
        declared = self._declared()
        if unknown := wish.corpora - declared.keys():
            raise NotAvailableError(
                f"no corpus is called {min(unknown)!r}", "'fidedigno corpora list' lists them"
            )
        if approver and approver in {by, user}:
            raise UsageError(
                "a second person approves, and not the one who grants or is granted", "name another"
            )
        if not approver and any(is_restricted(declared[each]) for each in wish.corpora):
            raise UsageError(
                "texts of a restricted corpus are kept only if a second person approves",
                "give --approved-by",
            )
        grant = new_grant(
            user=user,
            corpora=wish.corpora,
            by=by,
            reason=wish.reason,
            now=self.grants.clock(),
            until=wish.until,
            approved_by=approver,
        )
        about = About(
            people=tuple(each for each in (user, approver) if each),
            corpora=tuple(sorted(wish.corpora)),
            ids=(f"grant:{grant.id}",),
        )
        self.trail.require(Action.DEBUG_GRANTED, about, actor=by)
        self.grants.add(grant)
        return grant

    def debug_grants(self, *, as_user: str | None) -> list[Grant]:
        """The grants in force, for an auditor.

        Raises:
            NotAvailableError: for anybody else.
        """
        self._people.auditor(as_user)
        self.sweep()
        return self.grants.in_force()

    def revoke_debug(self, grant_id: str, *, by: str | None = None) -> None:
        """End a grant at once, and delete its texts.

        Raises:
            NotAvailableError: if there is none of that id.
        """
        actor = None if by is None else self._people.known(by)
        self.sweep()
        self.grants.revoke(grant_id)
        self.trail.note(Action.DEBUG_REVOKED, About(ids=(f"grant:{grant_id}",)), actor=actor)

    def debug_texts(self, grant_id: str, *, as_user: str | None) -> list[dict[str, Any]]:
        """The texts of a grant in force, for an auditor; that they looked is recorded.

        Raises:
            NotAvailableError: for anybody else, and where the grant has ended or the look cannot be recorded.
        """
        auditor = self._people.auditor(as_user)
        self.sweep()
        texts = self.texts.read(grant_id)
        self.trail.require(Action.DEBUG_READ, About(ids=(f"grant:{grant_id}",)), actor=auditor)
        return texts

    def sweep(self) -> tuple[str, ...]:
        """Delete the grants that have ended, with their texts, and record it; returns their ids."""
        ended = self.grants.sweep()
        for some in batches(ended, 50):
            self.trail.note(Action.DEBUG_EXPIRED, About(ids=tuple(f"grant:{each}" for each in some)))
        return ended

    def forget_documents(self, document_ids: Iterable[int]) -> int:
        """Delete what names these documents, records and texts, and record that they were forgotten."""
        ids = sorted(set(document_ids))
        removed = self.trail.ledger.remove_naming(ids)
        self.texts.drop(lambda text: not set(ids).isdisjoint(text["documents"]))
        self.trail.note(Action.DOCUMENT_FORGOTTEN, About(documents=tuple(ids), numbers={"records": removed}))
        return removed

    def forget_person(self, user: str) -> int:
        """Delete what is of, or names, a person, under every key: records, texts, and grants on them.

        Returns:
            How many records there were.
        """
        for grant in self.grants.in_force():
            if grant.user == user:
                self.grants.revoke(grant.id)
        self.texts.drop(lambda text: bool(text["user"] == user))
        return self.trail.erase(user)
