"""The catalogue: which documents and versions are known, and what the index holds of each.

A document is written in three steps, so that a run may be interrupted at any point: it is *begun* here
(ids exist, no content hash), its chunks are written to the index in one commit, and it is *finished*
here. What was begun and not finished is ingested again by the next run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from sqlalchemy import bindparam, delete, func, select, update
from sqlalchemy.orm import Session

from fidedigno.access.tables import CorpusRow
from fidedigno.database import Database
from fidedigno.ingest.known import KNOWN, Known, known_of, label_columns
from fidedigno.ingest.prepare import PreparedDocument, document_of
from fidedigno.ingest.tables import CorpusRoot, DocumentRow, VersionRow
from fidedigno.model import Sensitivity, Validity, Version

_BATCH = 500


@dataclass(frozen=True, slots=True)
class Description:
    """What a citation says of a document."""

    source: str
    external_id: str
    title: str
    authority: str
    corpus: str
    audience: str
    version: Version
    scope: Mapping[str, str] = field(default_factory=dict)
    supports: tuple[str, ...] = ()
    series: str = ""
    timezone: str = "UTC"
    review_at: datetime | None = None
    sensitivity: Sensitivity = Sensitivity.RESTRICTED


@dataclass(frozen=True, slots=True)
class DocumentSummary:
    """A document as operators see it."""

    document_id: int
    corpus: str
    external_id: str
    title: str
    version: str
    chunks: int
    language: str
    updated_at: datetime
    review_at: datetime
    labels: Mapping[str, str] = field(default_factory=dict)


class Catalog:
    """Reads and writes the document tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def known(self, root: str) -> dict[str, Known]:
        """Every document of a root by its external id."""
        with self._database.snapshot() as connection:
            rows = connection.execute(KNOWN.where(DocumentRow.root == root)).all()
        return {row.external_id: known_of(row) for row in rows}

    def begin(
        self, root: str, corpus_id: int, prepared: Sequence[PreparedDocument]
    ) -> dict[str, tuple[int, int]]:
        """Give each document its id and a new version id; returns both by external id."""
        now = datetime.now(UTC)
        with self._database.session() as session:
            return {
                each.external_id: self._begin_one(session, root, corpus_id, each, now) for each in prepared
            }

    def _begin_one(
        self, session: Session, root: str, corpus_id: int, prepared: PreparedDocument, now: datetime
    ) -> tuple[int, int]:
        document = document_of(prepared)
        row = session.scalar(
            select(DocumentRow).where(
                DocumentRow.root == root, DocumentRow.external_id == prepared.external_id
            )
        )
        if row is None:
            row = DocumentRow(root=root, external_id=prepared.external_id, version_id=0, chunks=0)
            session.add(row)
        row.corpus_id = corpus_id
        for name, value in label_columns(prepared).items():
            setattr(row, name, value)
        row.content_hash = row.label_hash = row.state_hash = ""
        session.flush()
        latest = session.scalar(
            select(VersionRow).where(VersionRow.document_id == row.id).order_by(VersionRow.id.desc()).limit(1)
        )
        number = 1
        if latest is not None:
            number = latest.number + (latest.content_hash != prepared.content_hash)
        version = VersionRow(
            document_id=row.id,
            number=number,
            content_hash=prepared.content_hash,
            label=document.version_label,
            updated_at=document.updated_at,
            effective_from=document.validity.effective_from,
            effective_until=document.validity.effective_until,
            ingested_at=now,
            parser=prepared.parser,
        )
        session.add(version)
        session.flush()
        return row.id, version.id

    def finish(self, written: Mapping[int, tuple[int, PreparedDocument]]) -> None:
        """Record by document id the version that the index now holds."""
        with self._database.session() as session:
            for document_id, (version_id, prepared) in written.items():
                row = session.get_one(DocumentRow, document_id)
                row.version_id = version_id
                row.chunks = len(prepared.chunks)
                row.content_hash = prepared.content_hash
                row.label_hash = prepared.label_hash
                row.state_hash = prepared.state_hash
                row.facts = prepared.facts

    def relabel(self, labelled: Mapping[int, PreparedDocument]) -> None:
        """Record labels, by document id, whose only difference to the index is the access class."""
        rows = [
            {
                "document": document_id,
                **label_columns(prepared),
                "label_hash": prepared.label_hash,
                "state_hash": prepared.state_hash,
                "facts": prepared.facts,
            }
            for document_id, prepared in labelled.items()
        ]
        if rows:
            with self._database.session() as session:
                which = DocumentRow.id == bindparam("document")
                session.connection().execute(update(DocumentRow.__table__).where(which), rows)  # type: ignore[arg-type]

    def remove(self, document_ids: Iterable[int]) -> None:
        """Forget documents and every record of their versions."""
        ids = list(document_ids)
        with self._database.session() as session:
            for start in range(0, len(ids), _BATCH):
                batch = ids[start : start + _BATCH]
                session.execute(delete(VersionRow).where(VersionRow.document_id.in_(batch)))
                session.execute(delete(DocumentRow).where(DocumentRow.id.in_(batch)))
        self._database.purge_deleted()

    def describe(self, versions: Mapping[int, int]) -> dict[int, Description]:
        """Describe documents in the version given for each; one whose record is missing is left out."""
        if not versions:
            return {}
        with self._database.snapshot() as connection:
            rows = connection.execute(
                select(DocumentRow, VersionRow, CorpusRow.name.label("corpus"), CorpusRow.audience)
                .join(VersionRow, VersionRow.document_id == DocumentRow.id)
                .join(CorpusRow, CorpusRow.id == DocumentRow.corpus_id)
                .where(VersionRow.id.in_(list(versions.values())))
                .with_only_columns(
                    DocumentRow.id, DocumentRow.source, DocumentRow.external_id, DocumentRow.title,
                    DocumentRow.authority, DocumentRow.scope, DocumentRow.supports, DocumentRow.series,
                    DocumentRow.review_at, DocumentRow.sensitivity,
                    CorpusRow.name.label("corpus"), CorpusRow.audience, CorpusRow.timezone,
                    VersionRow.id.label("version_id"), VersionRow.number, VersionRow.content_hash,
                    VersionRow.label, VersionRow.updated_at, VersionRow.effective_from,
                    VersionRow.effective_until,
                )
            ).all()  # fmt: skip
        described = {}
        for row in rows:
            if versions.get(row.id) != row.version_id:
                continue
            validity = Validity(row.effective_from, row.effective_until)
            version = Version(
                row.id, row.version_id, row.number, row.content_hash, row.label, row.updated_at, validity
            )
            described[row.id] = Description(
                row.source, row.external_id, row.title, row.authority, row.corpus, row.audience, version,
                row.scope, tuple(row.supports), row.series, row.timezone,
                row.review_at, Sensitivity.parse(row.sensitivity),
            )  # fmt: skip
        return described

    def documents(self, corpus: str | None = None) -> list[DocumentSummary]:
        """Every finished document, for operators."""
        query = (
            select(DocumentRow, VersionRow, CorpusRow.name)
            .join(VersionRow, VersionRow.id == DocumentRow.version_id)
            .join(CorpusRow, CorpusRow.id == DocumentRow.corpus_id)
            .order_by(CorpusRow.name, DocumentRow.external_id)
        )
        if corpus is not None:
            query = query.where(CorpusRow.name == corpus)
        with self._database.session() as session:
            rows = session.execute(query).all()
        return [
            DocumentSummary(
                row.id, name, row.external_id, row.title, version.label or f"v{version.number}",
                row.chunks, row.language, row.updated_at, row.review_at, row.labels,
            )
            for row, version, name in rows
        ]  # fmt: skip

    def sizes(self) -> dict[str, tuple[int, int]]:
        """Finished documents and their chunks, by corpus name."""
        query = (
            select(CorpusRow.name, func.count(), func.sum(DocumentRow.chunks))
            .join(DocumentRow, DocumentRow.corpus_id == CorpusRow.id)
            .where(DocumentRow.content_hash != "")
            .group_by(CorpusRow.name)
        )
        with self._database.snapshot() as connection:
            return {
                name: (documents, int(chunks or 0)) for name, documents, chunks in connection.execute(query)
            }

    def stale(self, now: datetime) -> dict[str, int]:
        """How many finished documents are past their review date, by corpus name."""
        query = (
            select(CorpusRow.name, func.count())
            .join(DocumentRow, DocumentRow.corpus_id == CorpusRow.id)
            .where(DocumentRow.content_hash != "", DocumentRow.review_at <= now)
            .group_by(CorpusRow.name)
        )
        with self._database.snapshot() as connection:
            return {row[0]: row[1] for row in connection.execute(query)}

    def newest_version(self, corpora: Iterable[str]) -> int:
        """The id of the version that the index took in last of some corpora; 0 where they hold nothing. It grows with
        every document that changes."""
        query = (
            select(func.max(DocumentRow.version_id))
            .join(CorpusRow, CorpusRow.id == DocumentRow.corpus_id)
            .where(CorpusRow.name.in_(list(corpora)))
        )
        with self._database.snapshot() as connection:
            return int(connection.execute(query).scalar() or 0)

    def holds(self, document_ids: Iterable[int]) -> bool:
        """Whether every one of these documents is known."""
        ids = set(document_ids)
        query = select(func.count()).select_from(DocumentRow).where(DocumentRow.id.in_(ids))
        with self._database.snapshot() as connection:
            return connection.execute(query).scalar() == len(ids)

    def mark_all_unfinished(self) -> None:
        """Make the next run ingest every document again."""
        with self._database.session() as session:
            session.execute(update(DocumentRow).values(content_hash="", label_hash="", state_hash=""))

    def find(self, name: str) -> list[tuple[int, str, str]]:
        """Documents (id, corpus, external id) called ``name``: an id, a path, or ``corpus/path``."""
        with self._database.session() as session:
            rows = session.execute(
                select(DocumentRow.id, CorpusRow.name, DocumentRow.external_id).join(
                    CorpusRow, CorpusRow.id == DocumentRow.corpus_id
                )
            ).all()
        found = [row for row in rows if name in {str(row[0]), row[2], f"{row[1]}/{row[2]}"}]
        return [(row[0], row[1], row[2]) for row in found]

    def place_of(self, document_id: int) -> tuple[str, str] | None:
        """The root and external id of a document."""
        with self._database.session() as session:
            row = session.get(DocumentRow, document_id)
            return (row.root, row.external_id) if row is not None else None

    def file_of(self, document_id: int) -> tuple[str, str, int, str] | None:
        """The root, external id, version and content hash of a document; ``None`` while it is not whole."""
        with self._database.session() as session:
            row = session.get(DocumentRow, document_id)
            if row is None or not row.state_hash:
                return None
            return row.root, row.external_id, row.version_id, row.content_hash

    def roots(self) -> dict[str, CorpusRoot]:
        """Every place that was ingested, by its path."""
        with self._database.session() as session:
            return {row.root: row for row in session.scalars(select(CorpusRoot))}

    def remember_root(self, root: str, corpus_id: int, declaration: str | None) -> None:
        """Record where documents of a corpus come from."""
        with self._database.session() as session:
            row = session.get(CorpusRoot, root) or CorpusRoot(root=root)
            row.corpus_id, row.declaration = corpus_id, declaration
            session.add(row)

    def external_ids(self, root: str) -> dict[str, int]:
        """The ids of a root's documents by their external ids."""
        with self._database.session() as session:
            rows = session.execute(
                select(DocumentRow.external_id, DocumentRow.id).where(DocumentRow.root == root)
            ).all()
        return {row[0]: row[1] for row in rows}

    def ids_of_corpus(self, corpus_id: int) -> list[int]:
        """The ids of a corpus' documents."""
        with self._database.session() as session:
            return list(session.scalars(select(DocumentRow.id).where(DocumentRow.corpus_id == corpus_id)))

    def forget_root(self, root: str) -> None:
        """Forget a place whose files another root reads; its documents are removed by the caller."""
        with self._database.session() as session:
            session.execute(delete(CorpusRoot).where(CorpusRoot.root == root))

    def mark_root_synced(self, root: str, at: datetime) -> datetime | None:
        """Record that every document of a root was read; returns the age of its corpus' oldest root.

        ``None`` means that some root of that corpus was never read whole.
        """
        with self._database.session() as session:
            row = session.get_one(CorpusRoot, root)
            row.synced_at = at
            session.flush()
            instants = session.scalars(
                select(CorpusRoot.synced_at).where(CorpusRoot.corpus_id == row.corpus_id)
            ).all()
        known = [instant for instant in instants if instant is not None]
        return min(known) if len(known) == len(instants) else None
