"""What one identity may read now, as the filter that every search carries.

A permit cannot be forgotten or be ``None``: a search takes one, and one that allows nothing says so. Where
the store cannot be asked there is no permit at all, only a refusal.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from fidedigno.access.cache import LruCache
from fidedigno.access.classes import AclClasses
from fidedigno.access.corpora import Corpora, LiveSources, no_live_sources
from fidedigno.access.directory import DEFAULT_TENANT, Directory
from fidedigno.access.documents import classes_in_corpus, closed_documents
from fidedigno.access.encode import digest_of_principals
from fidedigno.access.epoch import read_epoch
from fidedigno.clock import Clock, utc_now
from fidedigno.database import Database
from fidedigno.errors import BusyError, NotAvailableError, WorkspaceError
from fidedigno.model import ALL_CORPORA, CorpusNames, Identity, Principal

_log = logging.getLogger(__name__)
_CACHED_CORPORA = 512
_CACHED_DIGESTS = 128


@dataclass(frozen=True, slots=True)
class Permit:
    """A document may be read if its class is in ``classes``, its corpus in ``corpora``, and it is not in
    ``excluded`` (documents closed while a change of their access is being written, or for their age).

    Of the corpora in ``live`` a document may be read only if it is in ``confirmed`` besides: its source has just
    said so. A permit that was not confirmed opens nothing of them.

    ``classes`` holds only ids that some document of ``corpora`` has. ``key`` goes into the key of every
    cache: it covers tenant, effective principals, corpora and epoch, and tells nothing of them.
    """

    classes: frozenset[int]
    corpora: frozenset[int]
    excluded: frozenset[int]
    epoch: int
    key: str
    live: frozenset[int] = frozenset()
    confirmed: frozenset[int] = frozenset()

    @property
    def is_empty(self) -> bool:
        """Whether nothing may be read at all."""
        return not self.classes or not self.corpora

    def allows(self, *, document_id: int, corpus_id: int, class_id: int) -> bool:
        """The meaning of the filter, for one row of the index."""
        at_rest = class_id in self.classes and corpus_id in self.corpora and document_id not in self.excluded
        return at_rest and (corpus_id not in self.live or document_id in self.confirmed)

    def confirming(self, documents: AbstractSet[int]) -> Permit:
        """The permit with these documents confirmed by their source, and no others."""
        said = json.dumps([self.key, sorted(documents)]).encode("ascii")
        key = hashlib.sha256(said).hexdigest() if self.live else self.key
        return replace(self, confirmed=frozenset(documents), key=key)


class Authoriser:
    """Gives permits. May be shared by threads; other processes may change the same database.

    ``clock`` gives the present instant, by which the age of access lists is judged. It is never an instant
    named by the person who asks, who could ask as of yesterday to keep yesterday's rights.
    """

    def __init__(
        self,
        database: Database,
        clock: Clock = utc_now,
        *,
        directory: Directory | None = None,
        classes: AclClasses | None = None,
        tenant: str = DEFAULT_TENANT,
        live_sources: LiveSources = no_live_sources,
    ) -> None:
        self._database = database
        self._tenant = tenant
        self._directory = directory or Directory(database, tenant)
        self._classes = classes or AclClasses(database)
        self._clock = clock
        self._corpora = Corpora(database, clock, live_sources)
        self._held: LruCache[tuple[int, int], frozenset[int]] = LruCache(_CACHED_CORPORA)
        self._digests: LruCache[frozenset[Principal], str] = LruCache(_CACHED_DIGESTS)

    def permit(self, identity: Identity, corpora: CorpusNames = ALL_CORPORA) -> Permit:
        """What ``identity`` may read in ``corpora``, in one consistent state of the store.

        A corpus that does not exist, that is closed, or in which nothing may be read gives one and the
        same permit. If the directory has changed since the identity was made, the identity's rights are
        those of the directory now.

        Raises:
            NotAvailableError: if the store cannot be read.
            TypeError: if ``corpora`` is ``None``.
        """
        if corpora is None:
            raise TypeError("say which corpora, or ALL_CORPORA")
        try:
            with self._database.snapshot() as connection:
                return self._permit(connection, identity, corpora)
        except (WorkspaceError, BusyError) as error:
            _log.error("permit refused: the permission store cannot be read (%s)", error.code)
            raise NotAvailableError("not available") from error

    def _permit(
        self,
        connection: Connection,
        identity: Identity,
        wanted: CorpusNames,
    ) -> Permit:
        epoch = read_epoch(connection)
        current = self._directory.current_in(connection, identity)
        satisfied: frozenset[int] = frozenset()
        if identity.enabled and identity.tenant == self._tenant:
            satisfied = self._classes.satisfied_in(connection, current)
        readable: dict[int, frozenset[int]] = {}
        live: set[int] = set()
        for name, (corpus_id, is_live) in self._corpora.open_in(connection).items():
            if wanted is ALL_CORPORA or name in wanted:
                readable[corpus_id] = satisfied & self._classes_held(connection, epoch, corpus_id)
                live |= {corpus_id} if is_live else set()
        corpora = frozenset(corpus_id for corpus_id, classes in readable.items() if classes)
        excluded = closed_documents(connection, corpora, self._clock())
        return Permit(
            classes=frozenset().union(*readable.values()),
            corpora=corpora,
            excluded=excluded,
            epoch=epoch,
            key=self._key(current, corpora, epoch, len(excluded)),
            live=corpora & live,
        )

    def _classes_held(self, connection: Connection, epoch: int, corpus_id: int) -> frozenset[int]:
        found = self._held.get((epoch, corpus_id))
        if found is None:
            found = classes_in_corpus(connection, corpus_id)
            self._held.put((epoch, corpus_id), found)
        return found

    def _key(self, identity: Identity, corpora: frozenset[int], epoch: int, excluded: int) -> str:
        principals = self._digests.get(identity.principals)
        if principals is None:
            principals = digest_of_principals(identity.principals)
            self._digests.put(identity.principals, principals)
        # Within an epoch documents only ever become stale, so how many are excluded says which.
        parts = [identity.tenant, identity.enabled, principals, sorted(corpora), epoch, excluded]
        return hashlib.sha256(json.dumps(parts).encode("ascii")).hexdigest()
