"""Access lists interned as classes, and the classes that an identity satisfies.

The index stores only the opaque id of a class. When a question arrives, the ids that the identity satisfies
are computed here, inverted by principal, and become the filter inside the engine. Exact: no hash of a
principal is compared anywhere, and a list that is unknown or closed is never satisfied.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import Connection, delete, exists, insert, or_, select
from sqlalchemy.orm import Session

from fidedigno.access.batches import batches
from fidedigno.access.cache import LruCache
from fidedigno.access.encode import digest_of_acl, principal_key
from fidedigno.access.epoch import changing, read_epoch
from fidedigno.access.tables import AclClass, AclClause, AclDenial, DocumentAccess
from fidedigno.database import Database
from fidedigno.model import AccessList, AclState, Identity, Principal

_CACHED_IDENTITIES = 128

_CacheKey = tuple[str, int, frozenset[Principal]]


class AclClasses:
    """The interned access lists of one database. May be shared by threads."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._satisfied: LruCache[_CacheKey, frozenset[int]] = LruCache(_CACHED_IDENTITIES)

    def intern(self, acl: AccessList) -> int:
        """The id of the class of ``acl``; lists with the same meaning in canonical form share one.

        Raises:
            WorkspaceError: if the database cannot be read or written.
        """
        return self.intern_all([acl])[0]

    def intern_all(self, acls: Sequence[AccessList]) -> list[int]:
        """The ids of many lists, in order, in one transaction; writes only those not yet known."""
        digests = [digest_of_acl(acl) for acl in acls]
        with self._database.snapshot() as connection:
            known = _ids_of_digests(connection, digests)
        missing = {d: acl for d, acl in zip(digests, acls, strict=True) if d not in known}
        if missing:
            with changing(self._database) as session:
                known |= _ids_of_digests(session, list(missing))
                known |= _insert_classes(session, {d: a for d, a in missing.items() if d not in known})
        return [known[digest] for digest in digests]

    def satisfied_by(self, identity: Identity) -> frozenset[int]:
        """The ids of all classes that ``identity`` may read.

        Raises:
            WorkspaceError: if the database cannot be read.
        """
        with self._database.snapshot() as connection:
            return self.satisfied_in(connection, identity)

    def satisfied_in(self, connection: Connection, identity: Identity) -> frozenset[int]:
        """The same in a transaction of the caller, so that other readings see the same state."""
        if not identity.enabled or not identity.principals:
            return frozenset()
        key = (identity.tenant, read_epoch(connection), identity.principals)
        found = self._satisfied.get(key)
        if found is None:
            found = _satisfied(connection, identity.principals)
            self._satisfied.put(key, found)
        return found

    def remove_unused(self) -> int:
        """Delete the classes that no document has, with the names in them; return how many.

        Their ids are never given again. Must not run between interning a list and using it.
        """
        used = exists().where(
            or_(DocumentAccess.acl_class_id == AclClass.id, DocumentAccess.pending_class_id == AclClass.id)
        )
        with changing(self._database) as session:
            unused = list(session.scalars(select(AclClass.id).where(~used)))
            for piece in batches(unused):
                session.execute(delete(AclClass).where(AclClass.id.in_(piece)))
        return len(unused)


def _ids_of_digests(connection: Connection | Session, digests: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for piece in batches(dict.fromkeys(digests)):
        rows = connection.execute(select(AclClass.digest, AclClass.id).where(AclClass.digest.in_(piece)))
        found.update((digest, class_id) for digest, class_id in rows)
    return found


def _insert_classes(session: Session, lists: Mapping[str, AccessList]) -> dict[str, int]:
    """Write classes with their clauses and denials; return their ids by digest."""
    canonical = {digest: acl.normalised() for digest, acl in lists.items()}
    rows = [
        {"digest": digest, "state": acl.state.value, "clause_count": len(acl.clauses)}
        for digest, acl in canonical.items()
    ]
    if not rows:
        return {}
    session.execute(insert(AclClass), rows)
    ids = _ids_of_digests(session, canonical)
    clauses = [
        {"class_id": ids[digest], "clause_no": number, "principal_key": principal_key(principal)}
        for digest, acl in canonical.items()
        for number, clause in enumerate(acl.clauses)
        for principal in clause
    ]
    denials = [
        {"class_id": ids[digest], "principal_key": principal_key(principal)}
        for digest, acl in canonical.items()
        for principal in acl.denials
    ]
    if clauses:
        session.execute(insert(AclClause), clauses)
    if denials:
        session.execute(insert(AclDenial), denials)
    return ids


def _satisfied(connection: Connection, principals: frozenset[Principal]) -> frozenset[int]:
    """Classes with each of their clauses met and no denial matched."""
    met: defaultdict[int, set[int]] = defaultdict(set)
    needed: dict[int, int] = {}
    denied: set[int] = set()
    for piece in batches([principal_key(each) for each in principals]):
        rows = connection.execute(
            select(AclClause.class_id, AclClause.clause_no, AclClass.clause_count)
            .join(AclClass, AclClass.id == AclClause.class_id)
            .where(AclClause.principal_key.in_(piece), AclClass.state == AclState.LIST.value)
        )
        for class_id, clause_no, clause_count in rows:
            met[class_id].add(clause_no)
            needed[class_id] = clause_count
        denied.update(
            connection.scalars(select(AclDenial.class_id).where(AclDenial.principal_key.in_(piece)))
        )
    return frozenset(
        class_id
        for class_id, clauses in met.items()
        if len(clauses) == needed[class_id] > 0 and class_id not in denied
    )
