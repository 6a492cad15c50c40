"""For administrators only: why somebody may, or may not, read a document, clause by clause.

What this says must never reach the person who asks: a refusal there has one wording for all reasons.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select

from fidedigno.access.corpora import Closure, closure_of
from fidedigno.access.directory import Directory
from fidedigno.access.encode import principal_key
from fidedigno.access.tables import (
    AclClass,
    AclClause,
    AclDenial,
    CorpusRow,
    DocumentAccess,
    Group,
    GroupMembership,
    User,
    UserMembership,
)
from fidedigno.clock import Clock
from fidedigno.database import Database
from fidedigno.errors import UsageError
from fidedigno.model import AccessPattern, AclState, Audience, Identity, PrincipalKind

Chain = tuple[str, ...]
"""How a person comes to hold a principal: ``("user:ana", "group:heads", "group:teachers")``."""


@dataclass(frozen=True, slots=True)
class ClauseExplanation:
    """One clause, by the keys of its principals, and the chains by which the person meets it (none: not)."""

    principals: tuple[str, ...]
    met_by: tuple[Chain, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Readable if the account is enabled, the corpus open, the list known, no change pending, the document not
    excluded for its age, each clause met, and no denial matched."""

    user: str | None
    enabled: bool
    corpus: str
    corpus_closed: Closure | None
    pending: bool
    state: AclState
    clauses: tuple[ClauseExplanation, ...]
    denied_by: tuple[Chain, ...]
    pattern: AccessPattern = AccessPattern.METADATA_FILTER
    restricted: bool = False
    approved_until: datetime | None = None
    stale_since: datetime | None = None
    """Since when its corpus excludes it for its age; ``None``: it does not."""

    @property
    def readable(self) -> bool:
        """The outcome of the grants at rest; the same as that of the permit."""
        return (
            self.enabled
            and self.corpus_closed is None
            and not self.pending
            and self.stale_since is None
            and self.state is AclState.LIST
            and bool(self.clauses)
            and all(clause.met_by for clause in self.clauses)
            and not self.denied_by
        )

    @property
    def asks_source(self) -> bool:
        """Whether the source itself has the last word, at the moment of each question."""
        return self.pattern is AccessPattern.LIVE_CHECK

    def as_dict(self) -> dict[str, Any]:
        """As plain data, for administrators."""
        return {
            "user": self.user,
            "enabled": self.enabled,
            "readable": self.readable,
            "corpus": self.corpus,
            "corpus_closed": self.corpus_closed.value if self.corpus_closed else None,
            "needs_approval": self.restricted,
            "approved_until": self.approved_until.isoformat() if self.approved_until else None,
            "access_pattern": self.pattern.value,
            "asks_source": self.asks_source,
            "pending": self.pending,
            "stale_since": self.stale_since.isoformat() if self.stale_since else None,
            "access_list": self.state.value,
            "clauses": [
                {"principals": list(each.principals), "met_by": [list(chain) for chain in each.met_by]}
                for each in self.clauses
            ],
            "denied_by": [list(chain) for chain in self.denied_by],
        }


def explain(
    database: Database,
    clock: Clock,
    user: str | None,
    document_id: int,
    live_sources: AbstractSet[str] = frozenset(),
) -> Explanation:
    """Explain what ``user`` (a name or an address; ``None`` for the public) may do with a document.

    ``live_sources`` are those that can be asked live: corpora that need it are closed without theirs.

    Raises:
        UsageError: if the document is not known.
        NotAvailableError: if the directory cannot be read.
    """
    directory = Directory(database)
    identity = directory.identity(user)
    with database.snapshot() as connection:
        identity = directory.current_in(connection, identity)
        statement = (
            select(
                DocumentAccess.acl_class_id,
                DocumentAccess.pending,
                DocumentAccess.stale_from,
                AclClass.state,
                CorpusRow.__table__,
            )
            .join(AclClass, AclClass.id == DocumentAccess.acl_class_id)
            .join(CorpusRow, CorpusRow.id == DocumentAccess.corpus_id)
        )
        row = connection.execute(statement.where(DocumentAccess.document_id == document_id)).one_or_none()
        if row is None:
            raise UsageError("there is no document of that id", "see them with 'fidedigno status'")
        paths = _paths(connection, identity)
        clauses = _clauses(connection, row.acl_class_id)
        denials = connection.scalars(
            select(AclDenial.principal_key).where(AclDenial.class_id == row.acl_class_id)
        ).all()
    now = clock()
    return Explanation(
        user=identity.user,
        enabled=identity.enabled,
        corpus=row.name,
        corpus_closed=closure_of(row, now, live_sources),
        pending=row.pending,
        state=AclState(row.state),
        clauses=tuple(
            ClauseExplanation(clause, tuple(paths[key] for key in clause if key in paths))
            for clause in clauses
        ),
        denied_by=tuple(paths[key] for key in sorted(denials) if key in paths),
        pattern=AccessPattern(row.access_pattern),
        restricted=row.audience == Audience.RESTRICTED.value,
        approved_until=row.approved_until,
        stale_since=row.stale_from if row.stale_from is not None and row.stale_from <= now else None,
    )


def _clauses(connection: Connection, class_id: int) -> list[tuple[str, ...]]:
    by_number: defaultdict[int, list[str]] = defaultdict(list)
    rows = connection.execute(
        select(AclClause.clause_no, AclClause.principal_key).where(AclClause.class_id == class_id)
    )
    for number, key in rows:
        by_number[number].append(key)
    return [tuple(sorted(by_number[number])) for number in sorted(by_number)]


def _paths(connection: Connection, identity: Identity) -> dict[str, Chain]:
    """A shortest chain to each principal that the identity holds, by the principal's key."""
    person = f"user:{identity.user}"
    paths: dict[str, Chain] = {
        principal_key(each): (person,) if each.kind is PrincipalKind.USER else (person, str(each))
        for each in identity.principals
    }
    if identity.user is None:
        return {key: (path[-1],) for key, path in paths.items()}
    labels = {principal_key(each): str(each) for each in identity.principals}
    names = {
        row.id: f"group:{len(row.source)}:{row.source}:{row.name}"
        for row in connection.execute(select(Group.id, Group.source, Group.name))
    }
    frontier = connection.scalars(
        select(UserMembership.group_id)
        .join(User, User.id == UserMembership.user_id)
        .where(User.name == identity.user)
    ).all()
    chains: dict[int, Chain] = {
        group: (person, labels[names[group]]) for group in frontier if names[group] in labels
    }
    parents: defaultdict[int, list[int]] = defaultdict(list)
    for child, parent in connection.execute(select(GroupMembership.child_id, GroupMembership.parent_id)):
        parents[child].append(parent)
    queue = list(chains)
    for group in queue:
        for parent in parents[group]:
            if parent not in chains and names[parent] in labels:
                chains[parent] = (*chains[group], labels[names[parent]])
                queue.append(parent)
    return paths | {names[group]: chain for group, chain in chains.items()}
