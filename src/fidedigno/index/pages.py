"""The reading side of the index of pages: MaxSim under the same filter as chunks.

While few pages are permitted their vectors are fetched through the filter and compared one by one; beyond that the
engine finds candidates by its index and compares them again at full precision. Thresholds come from
``benchmarks/late_interaction.py``.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from fidedigno.access import Permit
from fidedigno.index.filters import NOTHING, one_of, permit_filter, unconfirmed_filter
from fidedigno.index.lance import Authorise, authorised
from fidedigno.index.maxsim import check_width, maxsim
from fidedigno.index.merge import merge_by_score
from fidedigno.index.pages_table import PageTables, width_of
from fidedigno.index.pages_writer import matrices
from fidedigno.index.partitions import SHARED
from fidedigno.index.protocol import Ranking, Rankings, SearchRequest
from fidedigno.index.ties import Row, best_rows
from fidedigno.model import Identity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PAGES = "pages"
"""The name of the ranker."""
_FETCHED = 64
_COLUMNS = ["page_id", "version_id", "document_id", "corpus_id", "page", "pages", "letters"]


@dataclass(frozen=True, slots=True)
class PageSearch:
    """How pages are searched.

    Up to ``exact_below`` permitted pages every one is compared. Beyond, ``probes`` partitions of the index are read
    for each vector of the question, and ``refine`` times as many candidates as wanted are compared again.
    """

    exact_below: int = 1_500
    probes: int = 20
    refine: int = 4


@dataclass(frozen=True, slots=True)
class IndexedPage:
    """A page as it is read back; ``pages`` is how many its version has."""

    page_id: int
    version_id: int
    document_id: int
    corpus_id: int
    page: int
    pages: int
    letters: int = 0
    """Characters of its text layer, of the first thousand."""


class PageIndex:
    """Ranks and reads pages; ``authorise`` turns an identity into what it may read, at every call.

    In a request ``vector`` holds the vectors of the question's tokens, shape ``(tokens, dimensions)``.
    """

    def __init__(self, tables: PageTables, authorise: Authorise, how: PageSearch | None = None) -> None:
        self._tables = tables
        self._authorise = authorise
        self._how = how or PageSearch()

    def rank(self, identity: Identity, request: SearchRequest) -> Rankings:
        """Rank the pages that ``identity`` may read and that are in force, by the one ranker ``pages``.

        Raises:
            NotAvailableError: if access could not be determined.
            EmbedderMismatchError: if another encoder made the pages, or the question's vectors are of another width.
        """
        started = time.perf_counter()
        permit = authorised(self._authorise, identity, request)
        seconds = {"authorise": time.perf_counter() - started}
        if request.vector is None:
            return Rankings(seconds=seconds)
        started = time.perf_counter()
        found: list[Ranking] = []
        methods: set[str] = set()
        for table, narrowed in self._parts(permit):
            check_width(request.vector, [width_of(table.schema)])
            where = permit_filter(
                narrowed, request.moment, request.scope.sensitivity, unconfirmed=request.unconfirmed
            )
            if where != NOTHING:
                ranking, method = self._ranked(table, request.vector, where, request.depth)
                found.append(ranking)
                methods.add(method)
        seconds[PAGES] = time.perf_counter() - started
        method = "approximate" if "approximate" in methods else "exact" if methods else "none"
        if not found:
            return Rankings(seconds=seconds)
        ranking = found[0] if len(found) == 1 else merge_by_score(found, request.depth)
        return Rankings({PAGES: ranking}, seconds, method)

    def read(self, identity: Identity, page_ids: Sequence[int], request: SearchRequest) -> list[IndexedPage]:
        """Those of ``page_ids`` that the same filter lets through, in the given order: an id opens nothing."""
        permit = authorised(self._authorise, identity, request)
        found: dict[int, IndexedPage] = {}
        for table, narrowed in self._parts(permit) if page_ids else ():
            where = permit_filter(narrowed, request.moment, request.scope.sensitivity)
            found |= {row["page_id"]: IndexedPage(**row) for row in _rows(table, page_ids, where, _COLUMNS)}
        return [found[each] for each in page_ids if each in found]

    def live_documents(
        self, identity: Identity, page_ids: Sequence[int], request: SearchRequest
    ) -> Mapping[int, int]:
        """The document, by page, of those of ``page_ids`` whose source must be asked before they are used."""
        permit = authorised(self._authorise, identity, request)
        found: dict[int, int] = {}
        for table, narrowed in self._parts(permit) if page_ids else ():
            where = unconfirmed_filter(narrowed, request.moment, request.scope.sensitivity)
            rows = _rows(table, page_ids, where, ["page_id", "document_id"])
            found |= {row["page_id"]: row["document_id"] for row in rows}
        return found

    def _parts(self, permit: Permit) -> list[tuple[Any, Permit]]:
        """The tables that a permit opens, each with the permit for what belongs there and nothing else."""
        if permit.is_empty:
            return []
        separate = permit.corpora & self._tables.separate()
        wanted = {SHARED: permit.corpora - separate, **{each: frozenset({each}) for each in sorted(separate)}}
        parts = []
        for partition, corpora in wanted.items():
            if corpora and self._tables.exists(partition):
                table = self._tables.searchable(partition)
                table.checkout_latest()
                parts.append((table, replace(permit, corpora=corpora, live=corpora & permit.live)))
        return parts

    def _ranked(
        self, table: Any, question: NDArray[np.float32], where: str, depth: int
    ) -> tuple[Ranking, str]:
        permitted = int(table.count_rows(where))
        if permitted <= self._how.exact_below or not _has_index(table):
            rows = best_rows(_once(_compared(table, question, where, permitted)), depth)
            return _ranking(rows), "exact"
        query = (
            table.search(question, vector_column_name="vectors")
            .distance_type("cosine")
            .where(where, prefilter=True)
            .nprobes(self._how.probes)
            .refine_factor(self._how.refine)
            .select(["page_id", "_distance"])
        )
        found = query.limit(depth).to_arrow()
        # After refinement the distance is exact: the sum over the tokens of one minus the best similarity.
        scores = [len(question) - each for each in found["_distance"].to_pylist()]
        rows = list(zip(found["page_id"].to_pylist(), scores, [0] * len(scores), strict=True))
        return _ranking(sorted(rows, key=lambda row: (-row[1], row[0]))), "approximate"


def _compared(table: Any, question: NDArray[np.float32], where: str, permitted: int) -> list[Row]:
    """Every permitted page with its score; vectors are fetched piece by piece and let go."""
    found: list[Row] = []
    rows = table.search().where(where).select(["page_id", "vectors"]).limit(max(1, permitted))
    for batch in rows.to_batches(_FETCHED):
        scores = maxsim(question, matrices(batch["vectors"]))
        found += [(page, score, 0) for page, score in zip(batch["page_id"].to_pylist(), scores, strict=True)]
    return found


def _once(rows: list[Row]) -> Any:
    """A source of rows that was read whole: asking it for more costs nothing."""
    ordered = sorted(rows, key=lambda row: (-row[1], row[0]))
    return lambda limit: ordered[:limit]


def _ranking(rows: Sequence[Row]) -> Ranking:
    return Ranking(tuple(row[0] for row in rows), tuple(row[1] for row in rows))


def _rows(table: Any, page_ids: Sequence[int], where: str, columns: list[str]) -> list[dict[str, Any]]:
    if where == NOTHING:
        return []
    found = table.search().where(f"{one_of('page_id', page_ids)} AND {where}").select(columns)
    rows: list[dict[str, Any]] = found.limit(len(page_ids)).to_arrow().to_pylist()
    return rows


def _has_index(table: Any) -> bool:
    return any(index.columns == ["vectors"] for index in table.list_indices())
