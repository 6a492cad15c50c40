"""What the catalogue remembers of a document, and what of a label stands where: to tell what changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from fidedigno.ingest.prepare import PreparedDocument, document_of, title_of
from fidedigno.ingest.tables import DocumentRow, VersionRow
from fidedigno.model import Sensitivity


@dataclass(frozen=True, slots=True)
class Known:
    """What the catalogue remembers of a document, to tell whether it changed."""

    document_id: int
    corpus_id: int
    content_hash: str
    label_hash: str
    state_hash: str
    version_id: int
    shape: tuple[object, ...]
    """What the index rows repeat of the label besides the access class."""
    facts: str = ""
    """What parsing found for the label, as :mod:`fidedigno.ingest.facts` writes it; empty if not known."""


def label_shape(prepared: PreparedDocument) -> tuple[object, ...]:
    """The parts of a label that stand in the index rows themselves."""
    document = document_of(prepared)
    validity = document.validity
    return (
        document.sensitivity,
        validity.effective_from,
        validity.effective_until,
        document.version_label,
        prepared.language,
        title_of(prepared),
        prepared.parser,
        tuple(sorted(document.scope)),
    )


def label_columns(prepared: PreparedDocument) -> dict[str, Any]:
    """The label, by the columns of its row."""
    document = document_of(prepared)
    return {
        "source": document.source,
        "title": title_of(prepared),
        "media_type": document.media_type,
        "owner": document.owner,
        "sensitivity": document.sensitivity.name.lower(),
        "authority": document.authority,
        "created_at": document.created_at,
        "updated_at": document.updated_at,
        "review_at": document.review_at,
        "language": prepared.language,
        "personal_data": {str(kind): count for kind, count in prepared.personal_data.items()},
        "declared_personal": document.contains_personal_data,
        "scope": dict(document.scope),
        "supports": list(document.supports),
        "series": document.series,
        "labels": dict(document.labels),
    }


KNOWN = select(
    DocumentRow.id, DocumentRow.external_id, DocumentRow.corpus_id, DocumentRow.content_hash,
    DocumentRow.label_hash, DocumentRow.state_hash, DocumentRow.version_id, DocumentRow.language,
    DocumentRow.title, DocumentRow.sensitivity, DocumentRow.facts, DocumentRow.scope,
    VersionRow.id.label("version"), VersionRow.effective_from,
    VersionRow.effective_until, VersionRow.label, VersionRow.parser,
).join(VersionRow, VersionRow.id == DocumentRow.version_id, isouter=True)  # fmt: skip
"""What :func:`known_of` reads."""


def known_of(row: Any) -> Known:
    """What a row of :data:`KNOWN` says."""
    shape: tuple[object, ...] = ()
    if row.version is not None:
        shape = (
            Sensitivity.parse(row.sensitivity),
            row.effective_from,
            row.effective_until,
            row.label,
            row.language,
            row.title,
            row.parser,
            tuple(sorted((row.scope or {}).items())),
        )
    return Known(
        row.id,
        row.corpus_id,
        row.content_hash,
        row.label_hash,
        row.state_hash,
        row.version_id,
        shape,
        row.facts,
    )
