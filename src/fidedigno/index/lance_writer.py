"""The writing side of the index on LanceDB: atomic batches, upkeep, and erasure from disk."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from fidedigno.index.filters import one_of
from fidedigno.index.table import to_arrow
from fidedigno.ingest.rows import IndexRow

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ID_COLUMNS = ("acl_class", "chunk_id", "document_id")
TERM_COLUMNS = ("words", "identifiers")
VECTOR_INDEX_FROM = 20_000
"""Rows from which an approximate vector index is built; below, exact search is as fast."""
ROWS_A_PARTITION = 400
"""Small partitions: the 60 that are read hold a fraction of a large index and still all that matters. It is
given as the size aimed at, because compaction joins partitions that are far below the aim of their index."""
MAX_DELTAS = 8
"""Each compaction that finds new rows adds a small index of them; with more of these the whole is built anew,
because every search reads each of them."""


class LanceIndexWriter:
    """Writes chunks. One process at a time should ingest; readers in other processes are not disturbed."""

    def __init__(self, table: Any) -> None:
        self._table = table

    def write(self, rows: Sequence[IndexRow], replacing: Collection[int] = ()) -> None:
        """Add rows in one commit, replacing the documents named in that same commit."""
        if not rows:
            self.delete(replacing)
            return
        data = to_arrow(rows, self._table.schema)
        if not replacing:
            self._table.add(data)
            return
        (
            self._table.merge_insert("chunk_id")
            .when_matched_update_all()
            .when_not_matched_insert_all()
            .when_not_matched_by_source_delete(one_of("document_id", replacing))
            .execute(data)
        )

    def reassign(self, classes: Mapping[int, int]) -> None:
        """Change the access class of documents' chunks to the one given for each document, in one commit.

        A merge of these two columns writes nothing else: texts, vectors and their indexes stay as they are,
        where an update would write every row anew and leave it out of all indexes until they are extended.
        """
        if not classes:
            return
        schema = pa.schema([self._table.schema.field(name) for name in ("document_id", "acl_class")])
        data = pa.table([list(classes), list(classes.values())], schema=schema)
        self._table.merge_insert("document_id").when_matched_update_all().execute(data)

    def delete(self, document_ids: Collection[int]) -> None:
        """Hide the chunks of documents from every later search."""
        if document_ids:
            self._table.delete(one_of("document_id", document_ids))

    def vectors_of(self, document_ids: Collection[int]) -> dict[int, NDArray[np.float32]]:
        """Return the vectors of documents' chunks by the hash of the text they were made from."""
        if not document_ids or "vector" not in self._table.schema.names:
            return {}
        found = (
            self._table.search().where(one_of("document_id", document_ids)).select(["vector_key", "vector"])
        )
        rows = found.limit(self._table.count_rows()).to_arrow()
        width = rows.schema.field("vector").type.list_size
        flat = rows["vector"].combine_chunks().flatten().to_numpy().reshape(-1, width)
        return dict(zip(rows["vector_key"].to_pylist(), flat, strict=True))

    def texts_of(self, document_ids: Collection[int]) -> list[str]:
        """The texts of documents' chunks, for the proof that they are gone later."""
        if not document_ids:
            return []
        found = self._table.search().where(one_of("document_id", document_ids)).select(["text"])
        texts: list[str] = found.limit(self._table.count_rows()).to_arrow()["text"].to_pylist()
        return texts

    def remaining(self, pieces: Sequence[str]) -> set[str]:
        """Those of ``pieces`` that other documents contain too, and that therefore prove nothing."""
        held: set[str] = set()
        for batch in self._table.search().select(["text"]).limit(self._table.count_rows()).to_batches():
            for text in batch.column("text").to_pylist():
                held.update(piece for piece in pieces if piece not in held and piece in text)
        return held

    def settle(self, *, purge: bool = False) -> None:
        """Create missing indexes, fold new rows into existing ones, compact; erase when purging.

        A deleted row stays in LanceDB's files until compaction rewrites them, and compaction passes over
        files of which little was deleted; its words stay in the term indexes too. A purge therefore
        rewrites every row, builds the indexes anew and drops all older versions.
        """
        rows = self.count()
        if purge and rows:
            self._table.update(where="true", values_sql={"kind": "kind"})
        if not rows:
            for index in self._table.list_indices():
                self._table.drop_index(index.name)
        existing = {} if purge else {tuple(index.columns): index for index in self._table.list_indices()}
        for column, config in self._wanted(rows, existing):
            self._table.create_index(column, config=config, replace=True)
        self._compact(purge=purge)

    def _wanted(self, rows: int, existing: Mapping[tuple[str, ...], Any]) -> Iterator[tuple[str, Any]]:
        """The indexes to build now, each with its configuration."""
        from lancedb.index import FTS, BTree, IvfSq

        if not rows:
            return
        for column in ID_COLUMNS:
            if (column,) not in existing:
                yield column, BTree()
        for column in TERM_COLUMNS:
            if (column,) not in existing:
                yield (
                    column,
                    FTS(
                        base_tokenizer="whitespace",
                        stem=False,
                        remove_stop_words=False,
                        lower_case=False,
                        ascii_folding=False,
                        with_position=False,
                        max_token_length=None,
                    ),
                )
        if "vector" in self._table.schema.names and rows >= VECTOR_INDEX_FROM:
            known = existing.get(("vector",))
            if known is None or self._is_patchy(known.name, rows):
                yield "vector", IvfSq(distance_type="dot", target_partition_size=ROWS_A_PARTITION)

    def _is_patchy(self, index: str, rows: int) -> bool:
        """Whether the vector index holds too many pieces, or less than half of the rows."""
        stats = self._table.index_stats(index)
        if stats is None:
            return True
        return (stats.num_indices or 1) > MAX_DELTAS or 2 * stats.num_indexed_rows < rows

    def count(self) -> int:
        """How many chunks there are."""
        return int(self._table.count_rows())

    def is_clean(self) -> bool:
        """Whether the files hold one version only: what a purge must leave behind."""
        return len(self._table.list_versions()) == 1

    def _compact(self, *, purge: bool) -> None:
        with warnings.catch_warnings():
            # LanceDB warns that readers of older versions will fail; ours start anew when they do.
            warnings.simplefilter("ignore", UserWarning)
            keep = timedelta(0) if purge else timedelta(hours=1)
            self._table.optimize(cleanup_older_than=keep, delete_unverified=purge)
