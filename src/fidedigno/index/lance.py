"""The index on LanceDB: three rankers under one access filter.

Vectors are searched exactly while few rows are permitted and through an IVF-SQ index beyond that; words
are BM25 over terms analysed at ingestion; identifiers are BM25 over whole codes. Settings and thresholds
come from ``benchmarks/filtered_recall.py``.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

from fidedigno.access import Permit
from fidedigno.access.cache import LruCache
from fidedigno.errors import NotAvailableError
from fidedigno.index.filters import NOTHING, one_of, permit_filter, unconfirmed_filter
from fidedigno.index.merge import TableRanking
from fidedigno.index.protocol import IndexedChunk, OnPage, Ranking, Rankings, SearchRequest
from fidedigno.index.ties import Row, best_rows
from fidedigno.model import Box, Identity

Authorise = Callable[..., Permit]

_CACHED_COUNTS = 256
COVERING = 3
"""Of how many of its first passages a ranking by words says how far they hold the question's words."""
_INSTANT = re.compile(r"effective_(?:from|until) [<>=]+ -?\d+")
_COLUMNS = [
    "chunk_id", "version_id", "document_id", "corpus_id", "identifiers", "relations", "text", "header", "context",
    "section", "page", "start", "end", "kind", "language", "box", "confidence",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class VectorSearch:
    """How vectors are searched.

    Up to ``exact_below`` permitted rows every one is compared. Beyond, ``probes`` partitions of the
    index are read and ``refine`` times as many candidates are compared again at full precision.
    """

    exact_below: int = 2_000
    probes: int = 100
    refine: int = 2


class LanceIndex:
    """The reading side. ``authorise`` turns an identity into what it may read, at every call."""

    def __init__(
        self,
        table: Any,
        authorise: Authorise,
        vectors: VectorSearch | None = None,
        threads: ThreadPoolExecutor | None = None,
    ) -> None:
        self._table = table
        self._authorise = authorise
        self._vectors = vectors or VectorSearch()
        self._counts: LruCache[tuple[int, str], int] = LruCache(_CACHED_COUNTS)
        self._has_vectors = "vector" in table.schema.names
        self._owns_threads = threads is None
        self._threads = threads or ThreadPoolExecutor(3, thread_name_prefix="fidedigno-rank")

    def rank(self, identity: Identity, request: SearchRequest) -> Rankings:
        """Rank permitted chunks by vector, by words and by identifiers, side by side."""
        started = time.perf_counter()
        permit = authorised(self._authorise, identity, request)
        seconds = {"authorise": time.perf_counter() - started}
        found = {name: job.result() for name, job in self.begin(permit, request).items()}
        seconds |= {name: each.seconds for name, each in found.items()}
        method = found["vector"].method if "vector" in found else "none"
        return Rankings({name: each.ranking for name, each in found.items()}, seconds, method)

    def begin(
        self, permit: Permit, request: SearchRequest, *, counting: bool = False
    ) -> dict[str, Future[TableRanking]]:
        """Begin to rank what a permit opens, each ranker in a thread of its own.

        With ``counting`` each passage comes with how many of the terms asked for it holds.
        """
        where = permit_filter(
            permit, request.moment, request.scope.sensitivity, unconfirmed=request.unconfirmed
        )
        jobs: dict[str, Future[TableRanking]] = {}
        if where == NOTHING:
            return jobs
        self._refresh()
        for column, terms in (("words", request.words), ("identifiers", request.identifiers)):
            if terms:
                groups = request.word_groups if column == "words" else ()
                jobs[column] = self._threads.submit(
                    self._by_terms, column, terms, where, request.depth, counting, groups
                )
        if self._has_vectors and request.vector is not None:
            jobs["vector"] = self._threads.submit(self._by_vector, request.vector, where, request.depth)
        return jobs

    def read(
        self, identity: Identity, chunk_ids: Sequence[int], request: SearchRequest
    ) -> list[IndexedChunk]:
        """Fetch chunks through the filter again: an id alone opens nothing."""
        return self.fetch(authorised(self._authorise, identity, request), chunk_ids, request)

    def fetch(self, permit: Permit, chunk_ids: Sequence[int], request: SearchRequest) -> list[IndexedChunk]:
        """Those of ``chunk_ids`` that a permit opens, in the given order."""
        where = permit_filter(permit, request.moment, request.scope.sensitivity)
        if where == NOTHING or not chunk_ids:
            return []
        rows = (
            self._table.search()
            .where(f"{one_of('chunk_id', chunk_ids)} AND {where}")
            .select(_COLUMNS)
            .limit(len(chunk_ids))
            .to_arrow()
            .to_pylist()
        )
        found = {row["chunk_id"]: _chunk_of(row) for row in rows}
        return [found[chunk_id] for chunk_id in chunk_ids if chunk_id in found]

    def live_documents(
        self, identity: Identity, chunk_ids: Sequence[int], request: SearchRequest
    ) -> Mapping[int, int]:
        """The documents to ask about, by chunk; nothing is asked of the engine where no corpus is live."""
        return self.live_in(authorised(self._authorise, identity, request), chunk_ids, request)

    def live_in(self, permit: Permit, chunk_ids: Sequence[int], request: SearchRequest) -> Mapping[int, int]:
        """Those of what a permit opens."""
        where = unconfirmed_filter(permit, request.moment, request.scope.sensitivity)
        if where == NOTHING or not chunk_ids:
            return {}
        rows = (
            self._table.search()
            .where(f"{one_of('chunk_id', chunk_ids)} AND {where}")
            .select(["chunk_id", "document_id"])
            .limit(len(chunk_ids))
            .to_arrow()
        )
        return dict(zip(rows["chunk_id"].to_pylist(), rows["document_id"].to_pylist(), strict=True))

    def on_pages(
        self, permit: Permit, pages: Sequence[tuple[int, int]], request: SearchRequest
    ) -> dict[tuple[int, int], OnPage]:
        """Where the chunks that a permit opens stand in relation to pages (version and number)."""
        where = permit_filter(permit, request.moment, request.scope.sensitivity)
        if where == NOTHING or not pages:
            return {}
        versions = one_of("version_id", [version for version, _ in pages])
        there = f"{versions} AND page <= {max(number for _, number in pages):d} AND {where}"
        found = self._table.search().where(there).select(["chunk_id", "version_id", "page"])
        rows = found.limit(max(1, self._table.count_rows(there))).to_arrow().to_pylist()
        begins: dict[tuple[int, int], list[int]] = {}
        for row in rows:
            begins.setdefault((row["version_id"], row["page"]), []).append(row["chunk_id"])
        return {
            place: OnPage(
                tuple(sorted(begins.get(place, ()))),
                max(
                    (max(ids) for (version, page), ids in begins.items()
                     if version == place[0] and page < place[1]),
                    default=None,
                ),
            )
            for place in pages
        }  # fmt: skip

    def close(self) -> None:
        """End the ranking threads, unless they are somebody else's."""
        if self._owns_threads:
            self._threads.shutdown(wait=True, cancel_futures=True)

    def _refresh(self) -> None:
        """See what another process committed since."""
        self._table.checkout_latest()

    def _by_vector(self, vector: Any, where: str, depth: int) -> TableRanking:
        started = time.perf_counter()
        permitted = self._permitted(where)
        query = self._table.search(vector, vector_column_name="vector").distance_type("dot")
        query = query.where(where, prefilter=True)
        exact = permitted <= self._vectors.exact_below
        if exact:
            query = query.bypass_vector_index()
        else:
            query = query.nprobes(self._vectors.probes).refine_factor(self._vectors.refine)
        query = query.select(["chunk_id", "_distance"])

        def fetch(limit: int) -> list[Row]:
            found = query.limit(limit).to_arrow()
            # LanceDB's dot distance is 1 - cosine for unit vectors.
            scores = [1.0 - distance for distance in found["_distance"].to_pylist()]
            return list(zip(found["chunk_id"].to_pylist(), scores, [0] * len(scores), strict=True))

        # An approximate search compares more rows the more are asked for: its cut is its own.
        rows = best_rows(fetch, depth) if exact else fetch(depth)
        ranking = Ranking(tuple(row[0] for row in rows), tuple(row[1] for row in rows))
        return TableRanking(ranking, time.perf_counter() - started, "exact" if exact else "approximate")

    def _permitted(self, where: str) -> int:
        """How many rows pass the filter, counted once for a state of the table.

        The instant in the filter moves on with every question, so the count may be a little old; it only
        chooses between two ways of searching, both under the filter of now.
        """
        key = (self._table.version, _INSTANT.sub("", where))
        counted = self._counts.get(key)
        if counted is None:
            counted = int(self._table.count_rows(where))
            self._counts.put(key, counted)
        return counted

    def _by_terms(
        self,
        column: str,
        terms: tuple[str, ...],
        where: str,
        depth: int,
        counting: bool,
        groups: Sequence[tuple[str, ...]],
    ) -> TableRanking:
        from lancedb.query import MatchQuery

        started = time.perf_counter()
        if not self._indexed(column):
            return TableRanking(Ranking(), time.perf_counter() - started)
        query = (
            self._table.search(MatchQuery(" ".join(terms), column), query_type="fts")
            .where(where, prefilter=True)
            .select(["chunk_id", "_score", *([column] if counting else [])])
        )

        def fetch(limit: int) -> list[Row]:
            found = query.limit(limit).to_arrow()
            matched = _counted(found[column].to_pylist(), terms) if counting else [0] * found.num_rows
            return list(zip(found["chunk_id"].to_pylist(), found["_score"].to_pylist(), matched, strict=True))

        rows = best_rows(fetch, depth)
        coverage = self._coverage([row[0] for row in rows[:COVERING]], where, groups) if groups else 1.0
        ranking = Ranking(tuple(row[0] for row in rows), tuple(row[1] for row in rows), coverage)
        held = tuple(row[2] for row in rows)
        return TableRanking(ranking, time.perf_counter() - started, "bm25", held)

    def _coverage(self, chunk_ids: Sequence[int], where: str, groups: Sequence[tuple[str, ...]]) -> float:
        """The largest share of the words of a question that one of some chunks holds."""
        if not chunk_ids:
            return 0.0
        query = self._table.search().where(f"{one_of('chunk_id', chunk_ids)} AND {where}")
        texts = query.select(["words"]).limit(len(chunk_ids)).to_arrow()["words"].to_pylist()
        held = (frozenset(text.split()) for text in texts)
        return max(
            (sum(not has.isdisjoint(terms) for terms in groups) / len(groups) for has in held), default=0.0
        )

    def _indexed(self, column: str) -> bool:
        return any(index.columns == [column] for index in self._table.list_indices())


def authorised(authorise: Authorise, identity: Identity, request: SearchRequest) -> Permit:
    """What somebody may read of what was asked for.

    Raises:
        NotAvailableError: without an identity, or where access cannot be determined.
    """
    if not isinstance(identity, Identity):
        raise NotAvailableError("a search needs an identity")
    permit = authorise(identity, request.scope.corpora)
    if request.refused:
        permit = replace(permit, excluded=permit.excluded | request.refused)
    return permit.confirming(request.confirmed) if request.confirmed else permit


def _counted(texts: Sequence[str], terms: Sequence[str]) -> list[int]:
    """How many different terms each of some analysed texts holds."""
    wanted = frozenset(terms)
    return [len(wanted.intersection(text.split())) for text in texts]


def _chunk_of(row: Mapping[str, Any]) -> IndexedChunk:
    box, confidence = row["box"], row["confidence"]
    # Single precision is stored: the digits beyond it are noise.
    as_read = {
        "section": tuple(row["section"]),
        "box": None if box is None else Box(*(round(each, 4) for each in box)),
        "confidence": None if confidence is None else round(confidence, 4),
    }
    return IndexedChunk(**{**row, **as_read})
