"""The state of every source of a workspace, as the re-evaluation map keeps it."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import select

from fidedigno.access.tables import CorpusRow, DocumentAccess
from fidedigno.database import Database
from fidedigno.evaluate.changes import SourceState
from fidedigno.ingest.tables import DocumentRow, VersionRow

CLOSED = "closed"
"""The mark of a document that nobody may read: it has no class, or its class is being changed."""


def sources_in(database: Database) -> dict[str, SourceState]:
    """Every ingested document by its path (``corpus/path``, as citations name it), in one state of the store.

    The version is the hash of the content, so that reading a document again changes nothing. Who may read it
    stands as the number of its access class: no name of a person or group is in it.

    Raises:
        WorkspaceError: if the store cannot be read.
    """
    statement = (
        select(
            CorpusRow.name,
            DocumentRow.external_id,
            DocumentRow.content_hash,
            DocumentRow.authority,
            DocumentRow.scope,
            DocumentRow.series,
            VersionRow.effective_from,
            VersionRow.effective_until,
            DocumentAccess.acl_class_id,
            DocumentAccess.pending,
        )
        .join(CorpusRow, CorpusRow.id == DocumentRow.corpus_id)
        .join(VersionRow, VersionRow.id == DocumentRow.version_id)
        .join(DocumentAccess, DocumentAccess.document_id == DocumentRow.id, isouter=True)
        .where(DocumentRow.content_hash != "")
    )
    with database.snapshot() as connection:
        rows = connection.execute(statement).all()
    return {
        f"{row.name}/{row.external_id}": SourceState(
            version=row.content_hash,
            corpus=row.name,
            authority=row.authority,
            validity=(_date(row.effective_from), _date(row.effective_until)),
            scope=dict(row.scope),
            edition=row.series,
            acl_class=CLOSED if row.acl_class_id is None or row.pending else str(row.acl_class_id),
        )
        for row in rows
    }


def _date(moment: datetime | None) -> str:
    return moment.astimezone(UTC).isoformat() if moment else ""
