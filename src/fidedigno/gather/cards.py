"""Chunks that were read, as candidates: the card of each, and how each ranker found it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType

from fidedigno.gather.candidate import Candidate
from fidedigno.gather.fuse import Fused
from fidedigno.index import IndexedChunk, Rankings
from fidedigno.index.pages import PAGES
from fidedigno.ingest.catalog import Description
from fidedigno.model import Evidence, EvidenceKind, Locator
from fidedigno.model.relation import decode_relations, unwritten_arrows

_NO_RANKS: Mapping[int, int] = MappingProxyType({})


def candidates_of(
    chunks: Sequence[IndexedChunk],
    described: Mapping[int, Description],
    fused: Fused,
    rankings: Rankings,
    identifiers: Sequence[str],
    page_ranks: Mapping[int, int] = _NO_RANKS,
) -> list[Candidate]:
    """Candidates from best to worst; a chunk whose document nobody describes is left out.

    A passage that holds more of the identifiers named in the question comes before one that holds fewer; within that
    the fused order stands.

    Args:
        chunks: in the fused order.
        described: the documents by id.
        fused: the scores of the chunks, and what each ranker added.
        rankings: where each ranker placed them.
        identifiers: those of the question, case-folded.
        page_ranks: the ranks of the pages by which chunks gained.
    """
    scores = dict(fused.order)
    matched = {
        chunk.chunk_id: frozenset(chunk.identifiers.split()).intersection(identifiers) for chunk in chunks
    }
    positions = {
        name: {chunk_id: rank for rank, chunk_id in enumerate(each.chunk_ids, start=1)}
        for name, each in rankings.by_ranker.items()
    } | {PAGES: page_ranks}
    vectors = rankings.by_ranker.get("vector")
    similarity = dict(zip(vectors.chunk_ids, vectors.scores, strict=True)) if vectors else {}
    # sorted() is stable: the fused order stands within the same number of identifiers.
    ordered = sorted(
        (chunk for chunk in chunks if chunk.document_id in described),
        key=lambda chunk: -len(matched[chunk.chunk_id]),
    )
    retrieved_at = datetime.now(UTC)
    return [
        Candidate(
            evidence=card_of(chunk, described[chunk.document_id], retrieved_at),
            rank=rank,
            ranks={
                name: ranks[chunk.chunk_id] for name, ranks in positions.items() if chunk.chunk_id in ranks
            },
            vector_similarity=similarity.get(chunk.chunk_id),
            matched_identifiers=matched[chunk.chunk_id],
            fused_score=scores[chunk.chunk_id],
            parts={
                name: added[chunk.chunk_id] for name, added in fused.parts.items() if chunk.chunk_id in added
            },
            context=chunk.context,
            sensitivity=described[chunk.document_id].sensitivity,
        )
        for rank, chunk in enumerate(ordered, start=1)
    ]


def card_of(chunk: IndexedChunk, described: Description, retrieved_at: datetime) -> Evidence:
    """The evidence card of a chunk: its own text behind the header row of its table; its context is no part of it."""
    content = f"{chunk.header}\n{chunk.text}" if chunk.header else chunk.text
    relations = decode_relations(chunk.relations)
    if arrows := unwritten_arrows(relations, chunk.text):
        content = f"{arrows}\n\n{content}"
    return Evidence(
        id=f"{chunk.chunk_id:x}",
        kind=EvidenceKind.PASSAGE,
        source=described.source,
        document_id=chunk.document_id,
        title=described.title,
        authority=described.authority,
        corpus=described.corpus,
        audience=(described.audience,),
        version=described.version.display,
        updated_at=described.version.updated_at,
        retrieved_at=retrieved_at,
        content=content,
        locator=Locator(
            uri=f"{described.corpus}/{described.external_id}",
            section=chunk.section,
            page=chunk.page,
            start=chunk.start if content else None,
            end=chunk.end if content else None,
            box=chunk.box,
            confidence=chunk.confidence,
        ),
        language=chunk.language or None,
        relations=relations,
        validity=described.version.validity,
        scope=described.scope,
        supports=described.supports,
        series=described.series,
        timezone=described.timezone,
        review_at=described.review_at,
    )
