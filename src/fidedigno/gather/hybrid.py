"""Permitted hybrid retrieval: three rankings under one filter, fused by position, made into cards."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol

from fidedigno.gather.candidate import Candidate
from fidedigno.gather.fuse import reciprocal_rank_fusion
from fidedigno.index import Index, IndexedChunk, Rankings, SearchRequest
from fidedigno.ingest.analyse import analyse_question, words_of
from fidedigno.ingest.catalog import Description
from fidedigno.ingest.embed import Embedder
from fidedigno.ingest.identifiers import identifiers_in
from fidedigno.model import Evidence, EvidenceKind, Identity, Locator, Question

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


LONG_WORD_CHARACTERS = 8


class Describes(Protocol):
    """The part of the catalogue that retrieval needs."""

    def describe(self, versions: Mapping[int, int]) -> Mapping[int, Description]:
        """Describe documents by id, in the version that ``versions`` gives for each."""
        ...


@dataclass(frozen=True, slots=True)
class Gathered:
    """Candidates from best to worst, and the seconds that each step took."""

    candidates: tuple[Candidate, ...]
    identifiers: tuple[str, ...] = ()
    """The whole identifiers that the question names, case-folded: those that have the form of one, and
    words that turned out to be one in a permitted passage."""
    seconds: Mapping[str, float] = field(default_factory=dict)
    vector_method: str = "none"
    vector: NDArray[np.float32] | None = field(default=None, repr=False, compare=False)
    """The question's own vector, so that no later stage embeds it again."""


class HybridRetriever:
    """Finds passages for a question as one person may see them."""

    def __init__(self, index: Index, embedder: Embedder, catalog: Describes, depth: int = 50) -> None:
        self._index = index
        self._embedder = embedder
        self._catalog = catalog
        self._depth = depth

    def gather(self, question: Question, identity: Identity, limit: int) -> Gathered:
        """Return at most ``limit`` candidates that ``identity`` may read and that are in force.

        A passage that holds more of the identifiers named in the question comes before one that holds
        fewer: who asks for ``HikariPool-1`` does not want ``HikariPool-2`` first, however alike they
        look to a vector. Within that, reciprocal rank fusion decides.
        """
        started = time.perf_counter()
        named = identifiers_in(question.text)
        identifiers = (*named, *_written_small(question.text, named))
        vector = self._embedder.question(question.text) if self._embedder.dimensions else None
        embedded = time.perf_counter()
        request = SearchRequest(
            vector=vector,
            words=tuple(analyse_question(question.text)),
            identifiers=identifiers,
            moment=question.moment,
            corpora=question.corpora,
            depth=max(self._depth, limit),
        )
        rankings = self._index.rank(identity, request)
        ranked = time.perf_counter()
        fused = reciprocal_rank_fusion({name: each.chunk_ids for name, each in rankings.by_ranker.items()})
        by_code = rankings.by_ranker.get("identifiers")
        coded = bool(named) or bool(by_code and by_code.chunk_ids)
        fused = fused[: max(self._depth, limit)] if coded else fused[:limit]
        chunks = self._index.read(identity, [chunk_id for chunk_id, _ in fused], request)
        candidates = self._cards(chunks, dict(fused), rankings, identifiers)[:limit]
        held = {each for candidate in candidates for each in candidate.matched_identifiers}
        seconds = {
            "embed": embedded - started,
            "rank": ranked - embedded,
            "read": time.perf_counter() - ranked,
            **{f"rank.{name}": value for name, value in rankings.seconds.items()},
        }
        codes = tuple(each for each in identifiers if each in named or each in held)
        return Gathered(tuple(candidates), codes, seconds, rankings.vector_method, vector)

    def _cards(
        self,
        chunks: Sequence[IndexedChunk],
        scores: Mapping[int, float],
        rankings: Rankings,
        identifiers: Sequence[str],
    ) -> list[Candidate]:
        described = self._catalog.describe({chunk.document_id: chunk.version_id for chunk in chunks})
        matched = {
            chunk.chunk_id: frozenset(chunk.identifiers.split()).intersection(identifiers) for chunk in chunks
        }
        positions = {
            name: {chunk_id: rank for rank, chunk_id in enumerate(each.chunk_ids, start=1)}
            for name, each in rankings.by_ranker.items()
        }
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
                evidence=_card(chunk, described[chunk.document_id], retrieved_at),
                rank=rank,
                ranks={
                    name: ranks[chunk.chunk_id]
                    for name, ranks in positions.items()
                    if chunk.chunk_id in ranks
                },
                vector_similarity=similarity.get(chunk.chunk_id),
                matched_identifiers=matched[chunk.chunk_id],
                fused_score=scores[chunk.chunk_id],
            )
            for rank, chunk in enumerate(ordered, start=1)
        ]


def _written_small(question: str, named: Sequence[str]) -> tuple[str, ...]:
    """Long words that may be an identifier typed without its capitals (``kubepodcrashlooping``).

    They are looked up whole among the identifiers and, where none is so called, mean nothing.
    """
    words = dict.fromkeys(word.casefold() for word in words_of(question) if len(word) >= LONG_WORD_CHARACTERS)
    return tuple(word for word in words if word not in named)


def _card(chunk: IndexedChunk, described: Description, retrieved_at: datetime) -> Evidence:
    content = f"{chunk.header}\n{chunk.text}" if chunk.header else chunk.text
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
            start=chunk.start,
            end=chunk.end,
        ),
        language=chunk.language,
        validity=described.version.validity,
    )
