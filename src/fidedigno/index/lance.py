"""The index on LanceDB: three rankers under one access filter.

Vectors are searched exactly while few rows are permitted and through an IVF-SQ index beyond that; words
are BM25 over terms analysed at ingestion; identifiers are BM25 over whole codes. Settings and thresholds
come from ``benchmarks/filtered_recall.py``.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from fidedigno.access import Permit
from fidedigno.errors import NotAvailableError
from fidedigno.index.filters import NOTHING, one_of, permit_filter
from fidedigno.index.protocol import IndexedChunk, Ranking, Rankings, SearchRequest
from fidedigno.model import Identity

Authorise = Callable[..., Permit]

_CACHED_COUNTS = 256
_INSTANT = re.compile(r"effective_(?:from|until) [<>=]+ -?\d+")
_COLUMNS = [
    "chunk_id", "version_id", "document_id", "corpus_id", "identifiers", "text", "header", "section", "page",
    "start", "end", "kind", "language",
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

    def __init__(self, table: Any, authorise: Authorise, vectors: VectorSearch | None = None) -> None:
        self._table = table
        self._authorise = authorise
        self._vectors = vectors or VectorSearch()
        self._counts: dict[tuple[int, str], int] = {}
        self._has_vectors = "vector" in table.schema.names
        self._threads = ThreadPoolExecutor(max_workers=3, thread_name_prefix="fidedigno-rank")

    def rank(self, identity: Identity, request: SearchRequest) -> Rankings:
        """Rank permitted chunks by vector, by words and by identifiers, side by side."""
        started = time.perf_counter()
        where = self._filter(identity, request)
        seconds = {"authorise": time.perf_counter() - started}
        if where == NOTHING:
            return Rankings(seconds=seconds)
        self._refresh()
        jobs: dict[str, Future[tuple[Ranking, float, str]]] = {}
        if request.words:
            jobs["words"] = self._threads.submit(self._by_terms, "words", request.words, where, request.depth)
        if request.identifiers:
            jobs["identifiers"] = self._threads.submit(
                self._by_terms, "identifiers", request.identifiers, where, request.depth
            )
        if self._has_vectors and request.vector is not None:
            jobs["vector"] = self._threads.submit(self._by_vector, request.vector, where, request.depth)
        method = "none"
        rankings: dict[str, Ranking] = {}
        for name, job in jobs.items():
            rankings[name], seconds[name], used = job.result()
            method = used if name == "vector" else method
        return Rankings(rankings, seconds, method)

    def read(
        self, identity: Identity, chunk_ids: Sequence[int], request: SearchRequest
    ) -> list[IndexedChunk]:
        """Fetch chunks through the filter again: an id alone opens nothing."""
        where = self._filter(identity, request)
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
        found = {row["chunk_id"]: IndexedChunk(**{**row, "section": tuple(row["section"])}) for row in rows}
        return [found[chunk_id] for chunk_id in chunk_ids if chunk_id in found]

    def close(self) -> None:
        """End the ranking threads."""
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _filter(self, identity: Identity, request: SearchRequest) -> str:
        if not isinstance(identity, Identity):
            raise NotAvailableError("a search needs an identity")
        permit = self._authorise(identity, request.scope.corpora)
        return permit_filter(permit, request.moment, request.scope.sensitivity)

    def _refresh(self) -> None:
        """See what another process committed since."""
        self._table.checkout_latest()

    def _by_vector(self, vector: Any, where: str, depth: int) -> tuple[Ranking, float, str]:
        started = time.perf_counter()
        permitted = self._permitted(where)
        query = self._table.search(vector, vector_column_name="vector").distance_type("dot")
        query = query.where(where, prefilter=True)
        exact = permitted <= self._vectors.exact_below
        if exact:
            query = query.bypass_vector_index()
        else:
            query = query.nprobes(self._vectors.probes).refine_factor(self._vectors.refine)
        found = query.select(["chunk_id", "_distance"]).limit(depth).to_arrow()
        # LanceDB's dot distance is 1 - cosine for unit vectors.
        scores = tuple(1.0 - distance for distance in found["_distance"].to_pylist())
        ranking = Ranking(tuple(found["chunk_id"].to_pylist()), scores)
        return ranking, time.perf_counter() - started, "exact" if exact else "approximate"

    def _permitted(self, where: str) -> int:
        """How many rows pass the filter, counted once for a state of the table.

        The instant in the filter moves on with every question, so the count may be a little old; it only
        chooses between two ways of searching, both under the filter of now.
        """
        key = (self._table.version, _INSTANT.sub("", where))
        if key not in self._counts:
            if len(self._counts) >= _CACHED_COUNTS:
                self._counts.clear()
            self._counts[key] = int(self._table.count_rows(where))
        return self._counts[key]

    def _by_terms(
        self, column: str, terms: tuple[str, ...], where: str, depth: int
    ) -> tuple[Ranking, float, str]:
        from lancedb.query import MatchQuery

        started = time.perf_counter()
        if not self._indexed(column):
            return Ranking(), time.perf_counter() - started, "none"
        found = (
            self._table.search(MatchQuery(" ".join(terms), column), query_type="fts")
            .where(where, prefilter=True)
            .select(["chunk_id", "_score"])
            .limit(depth)
            .to_arrow()
        )
        rows = sorted(
            zip(found["chunk_id"].to_pylist(), found["_score"].to_pylist(), strict=True),
            key=lambda row: (-row[1], row[0]),
        )
        ranking = Ranking(tuple(row[0] for row in rows), tuple(row[1] for row in rows))
        return ranking, time.perf_counter() - started, "bm25"

    def _indexed(self, column: str) -> bool:
        return any(index.columns == [column] for index in self._table.list_indices())
