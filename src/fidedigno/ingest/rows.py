"""Rows for the index: one for each chunk, as every engine stores it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from fidedigno.model import Box, Chunk, chunk_id_of
from fidedigno.model.relation import encode_relations

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fidedigno.ingest.prepare import PreparedDocument

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class IndexRow:
    """One chunk as it is written. Ids are integers that mean nothing outside the relational store.

    ``effective_from`` and ``effective_until`` are microseconds since 1970 (UTC), the end excluded.
    ``words`` and ``identifiers`` are space-separated terms, already analysed.
    """

    chunk_id: int
    version_id: int
    document_id: int
    corpus_id: int
    acl_class: int
    sensitivity: int
    """As in :class:`~fidedigno.model.Sensitivity`: higher is worse."""
    effective_from: int
    effective_until: int
    vector: NDArray[np.float32]
    vector_key: int
    """Hash of the embedded text, so that an unchanged chunk of a changed document keeps its vector."""
    words: str
    identifiers: str
    relations: str
    """As :func:`~fidedigno.model.relation.encode_relations` writes them."""
    text: str
    header: str
    context: str
    """What the chunk was told about its document; found by, never shown as a source."""
    section: tuple[str, ...]
    page: int | None
    start: int
    end: int
    kind: str
    language: str
    box: Box | None = None
    confidence: float | None = None
    """How sure the recogniser was of a text that it read from an image, 0 to 1."""


def microseconds(moment: datetime) -> int:
    """Microseconds since 1970-01-01 UTC, exactly."""
    return (moment - _EPOCH) // timedelta(microseconds=1)


def vector_key_of(passage: str) -> int:
    """A 63-bit hash of the text that was embedded."""
    return int.from_bytes(hashlib.blake2b(passage.encode(), digest_size=8).digest(), "big") >> 1


def passage_of(chunk: Chunk) -> str:
    """The text that is embedded for a chunk: its context, the header row of its table, its own text, then its arrows.

    The arrows come last: what the embedder has no room for is then not the text.
    """
    return "\n".join(part for part in (chunk.context, chunk.header, chunk.text, chunk.arrows) if part)


def rows_of(
    prepared: PreparedDocument,
    document_id: int,
    version_id: int,
    corpus_id: int,
    acl_class: int,
    vectors: Mapping[int, NDArray[np.float32]],
) -> Iterator[IndexRow]:
    """The rows of a document that is ready."""
    if prepared.document is None:
        raise ValueError("only a document that is ready has rows")
    validity = prepared.document.validity
    for chunk, terms in zip(prepared.chunks, prepared.terms, strict=True):
        key = vector_key_of(passage_of(chunk))
        yield IndexRow(
            chunk_id=chunk_id_of(version_id, chunk.ordinal),
            version_id=version_id,
            document_id=document_id,
            corpus_id=corpus_id,
            acl_class=acl_class,
            sensitivity=prepared.document.sensitivity.value,
            effective_from=microseconds(validity.start),
            effective_until=microseconds(validity.end),
            vector=vectors[key],
            vector_key=key,
            words=terms,
            identifiers=" ".join(chunk.identifiers),
            relations=encode_relations(chunk.relations),
            text=chunk.text,
            header=chunk.header,
            context=chunk.context,
            section=chunk.section,
            page=chunk.page,
            start=chunk.start,
            end=chunk.end,
            kind=chunk.kind,
            language=prepared.language,
            box=chunk.box,
            confidence=chunk.confidence,
        )
