"""Permitted hybrid retrieval: three rankings under one filter, fused by position, made into cards."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from fidedigno.access import LiveRun
from fidedigno.gather.candidate import Candidate
from fidedigno.gather.cards import candidates_of
from fidedigno.gather.confirm import confirm_ranking
from fidedigno.gather.diversity import diversified, without_copies
from fidedigno.gather.fuse import Fused
from fidedigno.gather.neighbours import beside
from fidedigno.gather.policy import RetrievalPolicy
from fidedigno.gather.rerank import Outcome, Reranking, RerankStage
from fidedigno.gather.visual import Lifted, PageFinder, up_to
from fidedigno.index import Index, Rankings, SearchRequest
from fidedigno.ingest.analyse import question_words, words_of
from fidedigno.ingest.catalog import Description
from fidedigno.ingest.embed import Embedder
from fidedigno.ingest.identifiers import identifiers_in
from fidedigno.model import Identity, Question

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


LONG_WORD_CHARACTERS = 8
USUAL = RetrievalPolicy()


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
    rankings: Rankings = field(default_factory=Rankings, repr=False, compare=False)
    """What each ranker found, with its own scores. For operators: those of words depend on the whole index."""
    reranking: Reranking | None = field(default=None, repr=False, compare=False)
    """What became of reranking."""


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
        policy: RetrievalPolicy = USUAL,
        live: BeginLive | None = None,
        pages: PageFinder | None = None,
        rerank: RerankStage | None = None,
    ) -> None:
        self._index = index
        self._embedder = embedder
        self._catalog = catalog
        self._policy = policy
        self._live = live
        self._pages = pages
        self._rerank = rerank or RerankStage(None)
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
        """Return at most ``limit`` candidates that ``identity`` may read and that are in force, and those beside them
        where the policy asks for neighbours.

        Pages without text stand among them and are not counted: nothing is written from them.

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
        ranked = time.perf_counter()

        def reach(made: Rankings) -> int:
            return self._reach(made, bool(named), limit)

        if run is not None:
            request, rankings = self._confirmed(
                identity, replace(request, vector=vector), rankings, reach, run
            )
        confirmed = time.perf_counter()
        lifted = Lifted(self._policy.fuse(rankings), request)
        if self._pages is not None and seen is not None:
            lifted = self._pages.lift(identity, lifted, seen, run)
        found = self._read(identity, lifted, reach(rankings), rankings, identifiers)
        reranking = self._rerank.order(question.text, found)
        first = up_to(self._arranged(reranking.candidates), limit, lambda each: bool(each.evidence.content))
        candidates = first + self._beside(first, identity, lifted.request, identifiers)
        seconds = {
            "embed": embedding,
            "rank": ranked - started,
            "read": time.perf_counter() - confirmed,
            **({"live": confirmed - ranked} if run is not None and run.outcomes else {}),
            **({"rerank": reranking.seconds} if reranking.outcome is not Outcome.OFF else {}),
            **{f"rank.{name}": value for name, value in {**rankings.seconds, **lifted.seconds}.items()},
        }
        held = {each for candidate in candidates for each in candidate.matched_identifiers}
        codes = tuple(each for each in identifiers if each in named or each in held)
        method = rankings.vector_method
        return Gathered(tuple(candidates), codes, seconds, method, vector, run, rankings, reranking)

    def close(self) -> None:
        """End the threads."""
        self._rerank.close()
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _rank(
        self, identity: Identity, request: SearchRequest, text: str
    ) -> tuple[Rankings, NDArray[np.float32] | None, float]:
        """Rank by words and codes while the question is being embedded, then by meaning; both under the
        permit of their moment. Returns the vector and the seconds that embedding took as well."""
        embeds = self._embedder.dimensions and "vector" in self._policy.rankers
        if request.vector is not None or not embeds:
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
        rankers = self._policy.rankers
        words = question_words(question.text) if "words" in rankers else []
        return SearchRequest(
            vector=vector if "vector" in rankers else None,
            words=tuple(dict.fromkeys(term for word in words for term in word)),
            word_groups=tuple(words) if self._policy.word_coverage else (),
            identifiers=identifiers if "identifiers" in rankers else (),
            moment=question.moment if in_force else None,
            scope=question.scope,
            depth=max(self._policy.depth, limit),
        )

    def _confirmed(
        self,
        identity: Identity,
        request: SearchRequest,
        rankings: Rankings,
        reach: Callable[[Rankings], int],
        run: LiveRun,
    ) -> tuple[SearchRequest, Rankings]:
        """The request and the rankings with what sources confirm."""

        def fuse(made: Rankings) -> tuple[list[int], int]:
            return [each for each, _ in self._policy.fuse(made).order], reach(made)

        return confirm_ranking(self._index, identity, request, rankings, fuse, run)

    def _read(
        self,
        identity: Identity,
        lifted: Lifted,
        most: int,
        rankings: Rankings,
        identifiers: Sequence[str],
    ) -> list[Candidate]:
        """The first passages of the fused order, read and described."""
        wanted = [each for each, _ in lifted.first(most)]
        chunks = lifted.with_pages(self._index.read(identity, wanted, lifted.request), wanted)
        described = self._catalog.describe({chunk.document_id: chunk.version_id for chunk in chunks})
        return candidates_of(chunks, described, lifted.fused, rankings, identifiers, lifted.ranks)

    def _arranged(self, candidates: Sequence[Candidate]) -> Sequence[Candidate]:
        """Without copies, and with what is new before what resembles, as far as the policy wants."""
        kept = without_copies(candidates) if self._policy.collapse else candidates
        return diversified(kept, self._policy.diversity)

    def _beside(
        self,
        found: Sequence[Candidate],
        identity: Identity,
        request: SearchRequest,
        identifiers: Sequence[str],
    ) -> list[Candidate]:
        """The passages beside the first ones, after all that was found."""
        near = beside(found, self._policy.neighbours)
        if not near:
            return []
        chunks = self._index.read(identity, list(near), request)
        described = self._catalog.describe({chunk.document_id: chunk.version_id for chunk in chunks})
        fused = Fused(tuple((chunk.chunk_id, 0.0) for chunk in chunks), {})
        cards = candidates_of(chunks, described, fused, Rankings(), identifiers)
        return [
            replace(each, rank=len(found) + place, beside=near[int(each.evidence.id, 16)])
            for place, each in enumerate(cards, start=1)
        ]

    def _reach(self, rankings: Rankings, is_named: bool, limit: int) -> int:
        """How far down the fused ranking chunks are read: far where something orders it anew."""
        by_code = rankings.by_ranker.get("identifiers")
        is_coded = is_named or bool(by_code and by_code.chunk_ids)
        is_far = is_coded or self._policy.rearranges
        return max(limit, self._rerank.depth, self._policy.depth if is_far else 0)


def _written_small(question: str, named: Sequence[str]) -> tuple[str, ...]:
    """Long words that may be an identifier typed without its capitals (``kubepodcrashlooping``).

    They are looked up whole among the identifiers and, where none is so called, mean nothing.
    """
    words = dict.fromkeys(word.casefold() for word in words_of(question) if len(word) >= LONG_WORD_CHARACTERS)
    return tuple(word for word in words if word not in named)
