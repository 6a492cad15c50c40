"""Access lists interned as classes, and the classes that an identity satisfies.

The index stores only the opaque id of a class. When a question arrives, the ids that the identity satisfies
are computed here, inverted by principal, and become the filter inside the engine. Exact: no hash of a
principal is compared anywhere, and a list that is unknown or closed is never satisfied.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import (
    BindParameter,
    Connection,
    Integer,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
)
from sqlalchemy.orm import Session

from fidedigno.access.batches import batches
from fidedigno.access.cache import LruCache
from fidedigno.access.encode import digest_of_acl, principal_key
from fidedigno.access.epoch import changing
from fidedigno.access.tables import AclClass, AclClause, AclDenial, DocumentAccess
from fidedigno.database import Database
from fidedigno.model import AccessList, Identity, Principal

_CACHED_IDENTITIES = 128

_KEYS: BindParameter[str] = bindparam("keys", expanding=True)
_NEWER_THAN = bindparam("newer_than", type_=Integer)
_NEWEST = select(func.max(AclClass.id))
_MET = select(AclClause.class_id, AclClause.clause_no, AclClause.clause_count).where(
    AclClause.principal_key.in_(_KEYS), AclClause.class_id > _NEWER_THAN
)
_DENIED = select(AclDenial.class_id).where(
    AclDenial.principal_key.in_(_KEYS), AclDenial.class_id > _NEWER_THAN
)

_Held = tuple[str, frozenset[Principal]]


class AclClasses:
    """The interned access lists of one database. May be shared by threads."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._satisfied: LruCache[_Held, tuple[int, frozenset[int]]] = LruCache(_CACHED_IDENTITIES)

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
        """The same in a transaction of the caller, so that other readings see the same state.

        What a set of principals satisfies is remembered. Classes are only ever added, under ever higher
        ids, so only those newer than what is remembered have to be looked at, and a change of membership
        or of a document's class costs nothing here. An id of a removed class may be among those given; no
        document has it or ever will.
        """
        if not identity.enabled or not identity.principals:
            return frozenset()
        newest = connection.execute(_NEWEST).scalar() or 0
        key = (identity.tenant, identity.principals)
        seen, satisfied = self._satisfied.get(key) or (0, frozenset())
        if newest > seen:
            satisfied |= _satisfied(connection, identity.principals, newer_than=seen)
            self._satisfied.put(key, (newest, satisfied))
        return satisfied

    def remove_unused(self) -> int:
        """Delete the classes that no document has, with the names in them; return how many.

        Their ids are never given again. Must not run between interning a list and using it.
        """
        held = exists().where(DocumentAccess.acl_class_id == AclClass.id)
        coming = select(DocumentAccess.pending_class_id).where(DocumentAccess.pending.is_(True))
        with changing(self._database) as session:
            wanted = set(session.scalars(coming))
            unused = set(session.scalars(select(AclClass.id).where(~held))) - wanted
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
    connection = session.connection()  # a plain insert: the mapper's own would take longer than all else
    connection.execute(insert(AclClass.__table__), rows)  # type: ignore[arg-type]
    ids = _ids_of_digests(session, canonical)
    clauses = [
        {
            "class_id": ids[digest],
            "clause_no": number,
            "clause_count": len(acl.clauses),
            "principal_key": principal_key(principal),
        }
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
        connection.execute(insert(AclClause.__table__), clauses)  # type: ignore[arg-type]
    if denials:
        connection.execute(insert(AclDenial.__table__), denials)  # type: ignore[arg-type]
    return ids


def _satisfied(
    connection: Connection, principals: frozenset[Principal], *, newer_than: int
) -> frozenset[int]:
    """Classes with each of their clauses met and no denial matched."""
    keys = [principal_key(each) for each in principals]
    met: set[tuple[int, int, int]] = set()
    for piece in batches(keys):
        rows = connection.execute(_MET, {"keys": piece, "newer_than": newer_than}).all()
        met.update((row[0], row[1], row[2]) for row in rows)
    counts = Counter((class_id, clause_count) for class_id, _, clause_count in met)
    granted = {class_id for (class_id, clause_count), count in counts.items() if count == clause_count}
    if granted:
        for piece in batches(keys):
            granted.difference_update(
                connection.scalars(_DENIED, {"keys": piece, "newer_than": newer_than}).all()
            )
    return frozenset(granted)
