"""The reading side over several tables: one permit, the same filter in each, rankings merged."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from fidedigno.access import Permit
from fidedigno.index.lance import Authorise, LanceIndex, VectorSearch, authorised
from fidedigno.index.merge import TableRanking, merge_by_matches, merge_by_score
from fidedigno.index.partitions import SHARED, Partitions
from fidedigno.index.protocol import IndexedChunk, OnPage, Ranking, Rankings, SearchRequest
from fidedigno.model import Identity

_THREADS = 6


class PartitionedIndex:
    """An :class:`~fidedigno.index.Index` over the shared table and those of separate corpora.

    A table is searched only if the permit opens its corpus: whoever may not read a separate corpus waits for
    nothing in it and is ranked by no statistics of it.
    """

    def __init__(self, tables: Partitions, authorise: Authorise, vectors: VectorSearch | None = None) -> None:
        self._tables = tables
        self._authorise = authorise
        self._vectors = vectors
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="fidedigno-rank")
        self._indexes: dict[int, LanceIndex] = {}
        self._separate: tuple[int, frozenset[int]] = (-1, frozenset())

    def rank(self, identity: Identity, request: SearchRequest) -> Rankings:
        """Rank permitted chunks in every table that the permit opens, side by side, and merge."""
        started = time.perf_counter()
        permit = authorised(self._authorise, identity, request)
        seconds = {"authorise": time.perf_counter() - started}
        parts = self._parts(permit)
        begun = [index.begin(narrowed, request, counting=len(parts) > 1) for index, narrowed in parts]
        found = [{name: job.result() for name, job in jobs.items()} for jobs in begun]
        return _merged(found, seconds, request.depth)

    def read(
        self, identity: Identity, chunk_ids: Sequence[int], request: SearchRequest
    ) -> list[IndexedChunk]:
        """Fetch chunks through the filter again: an id alone opens nothing."""
        permit = authorised(self._authorise, identity, request)
        found = {
            chunk.chunk_id: chunk
            for index, narrowed in self._parts(permit)
            for chunk in index.fetch(narrowed, chunk_ids, request)
        }
        return [found[each] for each in chunk_ids if each in found]

    def live_documents(
        self, identity: Identity, chunk_ids: Sequence[int], request: SearchRequest
    ) -> Mapping[int, int]:
        """The documents to ask about at their source, by chunk."""
        permit = authorised(self._authorise, identity, request)
        return {
            chunk_id: document_id
            for index, narrowed in self._parts(permit)
            for chunk_id, document_id in index.live_in(narrowed, chunk_ids, request).items()
        }

    def chunks_on(
        self, identity: Identity, pages: Sequence[tuple[int, int]], request: SearchRequest
    ) -> Mapping[tuple[int, int], OnPage]:
        """Where permitted chunks stand in relation to pages (version and number), through the same filter."""
        permit = authorised(self._authorise, identity, request)
        found: dict[tuple[int, int], OnPage] = {}
        for index, narrowed in self._parts(permit):
            for place, there in index.on_pages(narrowed, pages, request).items():
                if there.begin or there.before is not None:
                    found[place] = there
        return found

    def close(self) -> None:
        """End the ranking threads."""
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _parts(self, permit: Permit) -> list[tuple[LanceIndex, Permit]]:
        """The tables that a permit opens, each with the permit for what belongs there and nothing else.

        A row that was left behind in another table is in no search, and a corpus is looked for in one place.
        """
        if permit.is_empty:
            return []
        separate = permit.corpora & self._separate_at(permit.epoch)
        wanted = {SHARED: permit.corpora - separate, **{each: frozenset({each}) for each in sorted(separate)}}
        return [
            (self._index(partition), replace(permit, corpora=corpora, live=corpora & permit.live))
            for partition, corpora in wanted.items()
            if corpora and self._tables.exists(partition)
        ]

    def _separate_at(self, epoch: int) -> frozenset[int]:
        """Read once for an epoch, which moves with every declaration."""
        if self._separate[0] != epoch:
            self._separate = (epoch, self._tables.separate())
        return self._separate[1]

    def _index(self, partition: int) -> LanceIndex:
        found = self._indexes.get(partition)
        if found is None:
            table = self._tables.table(partition)
            found = LanceIndex(table, self._authorise, self._vectors, self._threads)
            self._indexes[partition] = found
        return found


def _merged(found: Sequence[Mapping[str, TableRanking]], seconds: dict[str, float], depth: int) -> Rankings:
    if not found:
        return Rankings(seconds=seconds)
    rankings: dict[str, Ranking] = {}
    for name in dict.fromkeys(name for each in found for name in each):
        tables = [each[name] for each in found if name in each]
        seconds[name] = max(each.seconds for each in tables)
        if len(tables) == 1:
            rankings[name] = tables[0].ranking
        elif name == "vector":
            rankings[name] = merge_by_score([each.ranking for each in tables], depth)
        else:
            rankings[name] = merge_by_matches(tables, depth)
    methods = {each["vector"].method for each in found if "vector" in each}
    method = "approximate" if "approximate" in methods else "exact" if methods else "none"
    return Rankings(rankings, seconds, method)
