"""For administrators only: everybody who may read a document now."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from sqlalchemy import select

from fidedigno.access.corpora import Closure
from fidedigno.access.directory import Directory
from fidedigno.access.encode import principal_key
from fidedigno.access.explain import Explanation, explain
from fidedigno.access.tables import AclClause, AclDenial, DocumentAccess
from fidedigno.clock import Clock
from fidedigno.database import Database
from fidedigno.model import AclState, Identity


@dataclass(frozen=True, slots=True)
class Readers:
    """``anyone``: the public too. ``users`` are those of the directory, by name. ``closed`` and ``blocked`` say
    why there is nobody although the list names somebody."""

    corpus: str
    anyone: bool
    users: tuple[str, ...]
    closed: Closure | None
    blocked: bool


def who_may_read(
    database: Database, clock: Clock, document_id: int, live_sources: AbstractSet[str] = frozenset()
) -> Readers:
    """Everybody of the directory who may read a document at this moment.

    ``live_sources`` are those that can be asked; what they would say is not asked here.

    Raises:
        UsageError: if the document is not known.
        NotAvailableError: if the directory cannot be read.
    """
    directory = Directory(database)
    public = explain(database, clock, None, document_id, live_sources)
    if _is_blocked(public):
        return Readers(public.corpus, False, (), public.corpus_closed, public.corpus_closed is None)
    with database.snapshot() as connection:
        class_id = select(DocumentAccess.acl_class_id).where(DocumentAccess.document_id == document_id)
        rows = connection.execute(
            select(AclClause.clause_no, AclClause.principal_key).where(
                AclClause.class_id.in_(class_id.scalar_subquery())
            )
        ).all()
        denied = set(
            connection.scalars(
                select(AclDenial.principal_key).where(AclDenial.class_id.in_(class_id.scalar_subquery()))
            )
        )
    clauses: dict[int, set[str]] = {}
    for number, key in rows:
        clauses.setdefault(number, set()).add(key)

    def reads(identity: Identity) -> bool:
        held = {principal_key(each) for each in identity.principals}
        return bool(clauses) and not held & denied and all(held & clause for clause in clauses.values())

    names = (each.name for each in directory.users() if each.enabled)
    users = tuple(name for name in names if reads(directory.identity(name)))
    return Readers(public.corpus, public.readable, users, None, False)


def _is_blocked(found: Explanation) -> bool:
    """Whether nobody at all reads it, whatever they hold."""
    if found.corpus_closed is not None or found.pending or found.stale_since is not None:
        return True
    return found.state is not AclState.LIST
