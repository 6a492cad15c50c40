"""Permitted hybrid retrieval: three rankings under one filter, fused by position, made into cards."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol

from fidedigno.access import LiveRun
from fidedigno.gather.candidate import Candidate
from fidedigno.gather.confirm import confirm_ranking
from fidedigno.gather.fuse import reciprocal_rank_fusion
from fidedigno.gather.visual import Lifted, PageFinder
from fidedigno.index import Index, IndexedChunk, Rankings, SearchRequest
from fidedigno.index.pages import PAGES
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
    live: LiveRun | None = field(default=None, repr=False, compare=False)
    """The live checks of the question. For operators, and never for the person who asks."""


BeginLive = Callable[[Identity], LiveRun | None]
"""Begins the live checks of one question; ``None`` where no source can be asked."""


class HybridRetriever:
    """Finds passages for a question as one person may see them. Without ``live`` no source is asked, and corpora
    that need it give nothing."""

    def __init__(
        self,
        index: Index,
        embedder: Embedder,
        catalog: Describes,
        depth: int = 50,
        live: BeginLive | None = None,
        pages: PageFinder | None = None,
    ) -> None:
        self._index = index
        self._embedder = embedder
        self._catalog = catalog
        self._depth = depth
        self._live = live
        self._pages = pages
        self._threads = ThreadPoolExecutor(4, thread_name_prefix="fidedigno-gather")

    def embed(self, question: Question) -> NDArray[np.float32] | None:
        """The vector of a question; ``None`` where the embedder gives none."""
        return self._embedder.question(question.text) if self._embedder.dimensions else None

    def gather(
        self,
        question: Question,
        identity: Identity,
        limit: int,
        *,
        vector: NDArray[np.float32] | None = None,
        in_force: bool = True,
        live: LiveRun | None = None,
    ) -> Gathered:
        """Return at most ``limit`` candidates that ``identity`` may read and that are in force.

        ``vector`` is the question's, where it is known already. With ``in_force=False`` what is out of
        force is found too. ``live`` are the checks of an earlier gathering for the same question, whose time
        goes on.

        A passage that holds more of the identifiers named in the question comes before one that holds
        fewer: who asks for ``HikariPool-1`` does not want ``HikariPool-2`` first, however alike they
        look to a vector. Within that, reciprocal rank fusion decides.
        """
        started = time.perf_counter()
        named = identifiers_in(question.text)
        identifiers = (*named, *_written_small(question.text, named))
        request = self._request(question, identifiers, vector, limit, in_force=in_force)
        seen = self._pages.begin(question.text) if self._pages is not None else None
        run = live or (self._live(identity) if self._live is not None else None)
        asked = request if run is None else replace(request, unconfirmed=True)
        rankings, vector, embedding = self._rank(identity, asked, question.text)
        ranked = confirmed = time.perf_counter()
        if run is not None:
            request, rankings = confirm_ranking(
                self._index,
                identity,
                replace(request, vector=vector),
                rankings,
                lambda made: ([each for each, _ in _fused(made)], self._reach(made, bool(named), limit)),
                run,
            )
            confirmed = time.perf_counter()
        lifted = Lifted(_fused(rankings), request)
        if self._pages is not None and seen is not None:
            lifted = self._pages.lift(identity, lifted, seen, run)
        fused = lifted.fused[: self._reach(rankings, bool(named), limit)]
        chunks = self._index.read(identity, [chunk_id for chunk_id, _ in fused], lifted.request)
        chunks = lifted.with_pages(chunks, [chunk_id for chunk_id, _ in fused])
        candidates = self._cards(chunks, dict(fused), rankings, identifiers, lifted.ranks)[:limit]
        held = {each for candidate in candidates for each in candidate.matched_identifiers}
        seconds = {
            "embed": embedding,
            "rank": ranked - started,
            "read": time.perf_counter() - confirmed,
            **({"live": confirmed - ranked} if run is not None and run.outcomes else {}),
            **{f"rank.{name}": value for name, value in {**rankings.seconds, **lifted.seconds}.items()},
        }
        codes = tuple(each for each in identifiers if each in named or each in held)
        return Gathered(tuple(candidates), codes, seconds, rankings.vector_method, vector, run)

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _rank(
        self, identity: Identity, request: SearchRequest, text: str
    ) -> tuple[Rankings, NDArray[np.float32] | None, float]:
        """Rank by words and codes while the question is being embedded, then by meaning; both under the
        permit of their moment. Returns the vector and the seconds that embedding took as well."""
        if request.vector is not None or not self._embedder.dimensions:
            return self._index.rank(identity, request), request.vector, 0.0
        by_terms = self._threads.submit(self._index.rank, identity, request)
        started = time.perf_counter()
        vector = self._embedder.question(text)
        embedding = time.perf_counter() - started
        by_meaning = self._index.rank(identity, replace(request, vector=vector, words=(), identifiers=()))
        terms = by_terms.result()
        rankings = Rankings(
            {**by_meaning.by_ranker, **terms.by_ranker},
            {**by_meaning.seconds, **terms.seconds},
            by_meaning.vector_method,
        )
        return rankings, vector, embedding

    def _request(
        self,
        question: Question,
        identifiers: tuple[str, ...],
        vector: NDArray[np.float32] | None,
        limit: int,
        *,
        in_force: bool,
    ) -> SearchRequest:
        return SearchRequest(
            vector=vector,
            words=tuple(analyse_question(question.text)),
            identifiers=identifiers,
            moment=question.moment if in_force else None,
            scope=question.scope,
            depth=max(self._depth, limit),
        )

    def _reach(self, rankings: Rankings, is_named: bool, limit: int) -> int:
        """How far down the fused ranking chunks are read: far where whole identifiers reorder it."""
        by_code = rankings.by_ranker.get("identifiers")
        is_coded = is_named or bool(by_code and by_code.chunk_ids)
        return max(self._depth, limit) if is_coded else limit

    def _cards(
        self,
        chunks: Sequence[IndexedChunk],
        scores: Mapping[int, float],
        rankings: Rankings,
        identifiers: Sequence[str],
        page_ranks: Mapping[int, int],
    ) -> list[Candidate]:
        described = self._catalog.describe({chunk.document_id: chunk.version_id for chunk in chunks})
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


def _fused(rankings: Rankings) -> list[tuple[int, float]]:
    return reciprocal_rank_fusion({name: each.chunk_ids for name, each in rankings.by_ranker.items()})


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
            start=chunk.start if content else None,
            end=chunk.end if content else None,
        ),
        language=chunk.language or None,
        validity=described.version.validity,
        scope=described.scope,
        supports=described.supports,
        series=described.series,
        timezone=described.timezone,
        review_at=described.review_at,
    )
