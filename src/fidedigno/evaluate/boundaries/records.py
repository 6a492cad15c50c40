"""What a workspace holds, read row by row: people, memberships, access lists, documents and their texts.

The boundary suite judges by these rows alone. It asks no class that decides permissions, because those are
what it tests.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from fidedigno.access.tables import (
    AclClass,
    AclClause,
    AclDenial,
    CorpusApproval,
    CorpusRow,
    DocumentAccess,
    Group,
    GroupMembership,
    User,
    UserMembership,
)
from fidedigno.config import quiet_engine
from fidedigno.database import Database
from fidedigno.ingest.tables import DocumentRow, VersionRow

_COLUMNS = ["chunk_id", "document_id", "section", "text", "header"]


@dataclass(frozen=True, slots=True)
class Person:
    """An account as the directory has it. ``groups`` are the ids of those that hold it directly."""

    name: str
    email: str | None
    enabled: bool
    attributes: Mapping[str, str]
    groups: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class GroupRecord:
    """A group; ``parents`` are the ids of the groups that hold it directly."""

    id: int
    source: str
    name: str
    parents: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class StoredList:
    """An access list as it is stored: keys of principals by the number of their clause, and denials."""

    state: str
    clause_count: int
    clauses: Mapping[int, frozenset[str]]
    denials: frozenset[str]


@dataclass(frozen=True, slots=True)
class ApprovalRecord:
    """An approval of a restricted corpus as it is stored, the latest last."""

    role: str
    by: str
    until: datetime
    declaration: str
    revoked: bool


@dataclass(frozen=True, slots=True)
class CorpusRecord:
    """The declaration of a corpus, as far as it decides who reads."""

    id: int
    name: str
    owner: str
    audience: str
    sensitivity: int
    ai_allowed: bool
    lag: timedelta
    synced_at: datetime | None
    declaration: str = ""
    approvals: tuple[ApprovalRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A document with all that could be told of it. ``access`` is the number of its list; none: closed."""

    id: int
    corpus: CorpusRecord
    path: str
    title: str
    language: str
    series: str
    access: int | None
    effective_from: datetime | None
    effective_until: datetime | None
    stale_from: datetime | None = None
    """From when nobody reads it for its age."""
    chunks: frozenset[int] = frozenset()
    sections: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()

    @property
    def uri(self) -> str:
        """``corpus/path``, as citations name it."""
        return f"{self.corpus.name}/{self.path}"

    def in_force(self, moment: datetime) -> bool:
        """Whether it is in force at ``moment``."""
        begun = self.effective_from is None or self.effective_from <= moment
        return begun and (self.effective_until is None or moment < self.effective_until)


@dataclass(frozen=True, slots=True)
class Records:
    """One state of a workspace."""

    people: Mapping[str, Person]
    groups: Mapping[int, GroupRecord]
    lists: Mapping[int, StoredList]
    corpora: Mapping[int, CorpusRecord]
    documents: Mapping[int, Document] = field(default_factory=dict)


def read_records(database_file: Path, index: Path) -> Records:
    """Read everything.

    Args:
        database_file: the relational store.
        index: the folder of the index; every table below it that holds texts is read.

    Raises:
        WorkspaceError: if one of them cannot be read.
    """
    database = Database.open(database_file)
    try:
        with database.snapshot() as connection:
            corpora = _corpora(connection)
            return Records(
                people=_people(connection),
                groups=_groups(connection),
                lists=_lists(connection),
                corpora=corpora,
                documents=_documents(connection, corpora, _texts(index)),
            )
    finally:
        database.close()


def _people(connection: Connection) -> dict[str, Person]:
    groups: dict[int, set[int]] = defaultdict(set)
    for user, group in connection.execute(select(UserMembership.user_id, UserMembership.group_id)):
        groups[user].add(group)
    rows = connection.execute(select(User.id, User.name, User.email, User.enabled, User.attributes))
    return {
        row.name: Person(row.name, row.email, row.enabled, dict(row.attributes), frozenset(groups[row.id]))
        for row in rows
    }


def _groups(connection: Connection) -> dict[int, GroupRecord]:
    parents: dict[int, set[int]] = defaultdict(set)
    for child, parent in connection.execute(select(GroupMembership.child_id, GroupMembership.parent_id)):
        parents[child].add(parent)
    rows = connection.execute(select(Group.id, Group.source, Group.name))
    return {row.id: GroupRecord(row.id, row.source, row.name, frozenset(parents[row.id])) for row in rows}


def _lists(connection: Connection) -> dict[int, StoredList]:
    clauses: dict[int, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    denials: dict[int, set[str]] = defaultdict(set)
    columns = select(AclClause.class_id, AclClause.clause_no, AclClause.principal_key)
    for number, clause, key in connection.execute(columns):
        clauses[number][clause].add(key)
    for number, key in connection.execute(select(AclDenial.class_id, AclDenial.principal_key)):
        denials[number].add(key)
    rows = connection.execute(select(AclClass.id, AclClass.state, AclClass.clause_count))
    return {
        row.id: StoredList(
            row.state,
            row.clause_count,
            {clause: frozenset(keys) for clause, keys in clauses[row.id].items()},
            frozenset(denials[row.id]),
        )
        for row in rows
    }


def _corpora(connection: Connection) -> dict[int, CorpusRecord]:
    columns = select(
        CorpusRow.id, CorpusRow.name, CorpusRow.owner, CorpusRow.audience, CorpusRow.sensitivity,
        CorpusRow.ai_allowed, CorpusRow.revocation_lag, CorpusRow.acl_synced_at, CorpusRow.declaration,
    )  # fmt: skip
    given = select(CorpusApproval.__table__).order_by(CorpusApproval.id)
    approvals: dict[int, list[ApprovalRecord]] = defaultdict(list)
    for row in connection.execute(given):
        said = ApprovalRecord(
            row.role, row.approved_by, row.until, row.declaration, row.revoked_at is not None
        )
        approvals[row.corpus_id].append(said)
    return {row.id: CorpusRecord(*row, tuple(approvals[row.id])) for row in connection.execute(columns)}


def _documents(
    connection: Connection, corpora: Mapping[int, CorpusRecord], texts: Mapping[int, list[dict[str, Any]]]
) -> dict[int, Document]:
    rows = connection.execute(
        select(
            DocumentRow.id, DocumentRow.corpus_id, DocumentRow.external_id, DocumentRow.title,
            DocumentRow.language, DocumentRow.series, VersionRow.effective_from, VersionRow.effective_until,
            DocumentAccess.acl_class_id, DocumentAccess.pending, DocumentAccess.stale_from,
        )
        .join(VersionRow, VersionRow.id == DocumentRow.version_id, isouter=True)
        .join(DocumentAccess, DocumentAccess.document_id == DocumentRow.id, isouter=True)
    ).all()  # fmt: skip
    found = {}
    for row in rows:
        chunks = sorted(texts.get(row.id, ()), key=lambda chunk: int(chunk["chunk_id"]))
        found[row.id] = Document(
            id=row.id,
            corpus=corpora[row.corpus_id],
            path=row.external_id,
            title=row.title,
            language="es" if row.language == "es" else "en",
            series=row.series,
            access=None if row.pending or row.acl_class_id is None else row.acl_class_id,
            effective_from=row.effective_from,
            effective_until=row.effective_until,
            stale_from=row.stale_from,
            chunks=frozenset(int(chunk["chunk_id"]) for chunk in chunks),
            sections=tuple(dict.fromkeys(part for chunk in chunks for part in chunk["section"] or ())),
            texts=tuple(str(chunk["text"]) for chunk in chunks),
        )
    return found


def _texts(index: Path) -> dict[int, list[dict[str, Any]]]:
    """The chunks of every table below ``index``, by document."""
    quiet_engine()
    import lancedb

    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for place in sorted(index.rglob("*.lance")) if index.is_dir() else ():
        if not place.is_dir():
            continue
        table = lancedb.connect(place.parent).open_table(place.stem)
        rows = table.count_rows()
        if not rows or not set(_COLUMNS) <= set(table.schema.names):
            continue
        for chunk in table.search().select(_COLUMNS).limit(rows).to_arrow().to_pylist():
            found[int(chunk["document_id"])].append(chunk)
    return found
