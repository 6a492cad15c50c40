"""Who may read a record: the person who asked, while every cited document is open to them; or an auditor.

Everybody else is told, in the same words and by the same line of code, what is told of an answer that does
not exist.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from fidedigno.access import DocumentRight, LiveRun, Permit
from fidedigno.errors import FidedignoError, NotAvailableError
from fidedigno.model import ANYONE, Identity, Principal
from fidedigno.trace.make import CITED
from fidedigno.trace.record import Trace
from fidedigno.trace.store import TraceStore

_log = logging.getLogger(__name__)


class Rights(Protocol):
    """The part of the documents' rights that reading needs."""

    def class_of(self, document_id: int) -> DocumentRight | None:
        """What the index holds for a document; ``None`` if there is none."""
        ...


@dataclass(frozen=True, slots=True)
class OpenDocuments:
    """Which documents a permit opens now. One that is gone is not open. Of corpora that are asked about live, one
    is open only if its source says so again."""

    rights: Rights
    permit: Permit
    live: LiveRun | None = None

    def __contains__(self, document_id: object) -> bool:
        return isinstance(document_id, int) and self.all_open([document_id])

    def all_open(self, document_ids: Collection[int]) -> bool:
        """Whether every one is open; their sources are asked about all of them at once."""
        if self.permit.is_empty:
            return not document_ids
        rights = [self.rights.class_of(each) for each in document_ids]
        known = [each for each in rights if each is not None]
        # As if their source had allowed them: one that is closed at rest is not asked about.
        at_rest = self.permit.confirming(frozenset(document_ids))
        if len(known) < len(rights) or not all(_opens(at_rest, each) for each in known):
            return False
        asked = [each.document_id for each in known if each.corpus_id in self.permit.live]
        confirmed = self.live.confirm(asked) if asked and self.live is not None else frozenset[int]()
        return all(_opens(self.permit.confirming(confirmed), each) for each in known)

    def ask_about(self, document_ids: Collection[int]) -> None:
        """Ask the sources about all of these at once; what they say is kept for the questions that follow."""
        if self.live is None or self.permit.is_empty or not self.permit.live:
            return
        found = [right for each in document_ids if (right := self.rights.class_of(each)) is not None]
        at_rest = self.permit.confirming(frozenset(document_ids))
        self.live.confirm(
            [e.document_id for e in found if e.corpus_id in self.permit.live and _opens(at_rest, e)]
        )


class Keys(Protocol):
    """The part of the keys that reading needs."""

    def users(self, tenant: str, user: str | None) -> frozenset[str]:
        """Every pseudonym of a person; none for somebody unknown."""
        ...


def _opens(permit: Permit, right: DocumentRight) -> bool:
    return permit.allows(document_id=right.document_id, corpus_id=right.corpus_id, class_id=right.class_id)


class Opened(NamedTuple):
    """A record that somebody may read, what else is open to them, and whether they read as an auditor."""

    trace: Trace
    documents: OpenDocuments
    as_auditor: bool


class TraceReader:
    """Opens records for people.

    Args:
        store: where the records are.
        keys: under which records name people.
        rights: the class of each document.
        permit: what an identity may read at this moment (``Authoriser.permit``).
        auditors: who may read every record of the tenant; nobody by default.
        live: begins live checks for somebody; without it documents that need one are closed.

    Raises:
        ValueError: if the public were auditors.
    """

    def __init__(
        self,
        store: TraceStore,
        keys: Keys,
        rights: Rights,
        permit: Callable[[Identity], Permit],
        auditors: Iterable[Principal] = (),
        live: Callable[[Identity], LiveRun | None] = lambda _: None,
    ) -> None:
        self._store = store
        self._keys = keys
        self._rights = rights
        self._permit = permit
        self._live = live
        self._auditors = frozenset(auditors)
        if ANYONE in self._auditors:
            raise ValueError("the public cannot be auditors")

    def open(self, answer_id: str, identity: Identity) -> Opened:
        """The record of an answer.

        Raises:
            NotAvailableError: if there is none, ``identity`` may not read it, or it cannot be told.
        """
        opened = None
        try:
            documents = self._open_documents(identity)
            trace = self._store.get(identity.tenant, answer_id)
            if trace is not None:
                opened = self._opened(trace, identity, self._own_records(identity), documents)
        except FidedignoError as error:
            _log.error("a record cannot be opened (%s)", error.code)
        if opened is None:
            raise NotAvailableError("not available")
        return opened

    def recent(
        self, identity: Identity, *, before: int | None = None, size: int = 50
    ) -> tuple[list[Opened], int | None]:
        """Records that ``identity`` may read, newest first, and where the next page begins.

        An auditor reads those of everybody, others their own. A page may hold fewer than ``size``: records
        that have closed are left out.

        Raises:
            NotAvailableError: if the store cannot be read.
        """
        if not identity.enabled:
            return [], None
        users = self._own_records(identity)
        if users is not None and not users:
            return [], None
        documents = self._open_documents(identity)
        page = self._store.page(identity.tenant, users=users, before=before, size=size)
        opened = [self._opened(trace, identity, users, documents) for trace in page.traces]
        return [each for each in opened if each is not None], page.following

    def _open_documents(self, identity: Identity) -> OpenDocuments:
        return OpenDocuments(self._rights, self._permit(identity), self._live(identity))

    def _own_records(self, identity: Identity) -> frozenset[str] | None:
        """The pseudonyms whose records somebody may read; ``None`` for an auditor, who reads everybody's."""
        return None if self._is_auditor(identity) else self._keys.users(identity.tenant, identity.user)

    def _opened(
        self, trace: Trace, identity: Identity, users: frozenset[str] | None, documents: OpenDocuments
    ) -> Opened | None:
        if not identity.enabled or trace.tenant != identity.tenant:
            return None
        if users is None:
            return Opened(trace, documents, as_auditor=True)
        if not trace.user or trace.user not in users:
            return None  # somebody unknown is nobody in particular: two of them cannot be told apart
        if CITED in trace.cut or not documents.all_open(trace.cited_documents):
            return None
        return Opened(trace, documents, as_auditor=False)

    def _is_auditor(self, identity: Identity) -> bool:
        return identity.enabled and bool(self._auditors & identity.principals)
