"""The writing side of the index of pages: withdrawn, closed, moved and erased together with the chunks."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from fidedigno.index.filters import one_of
from fidedigno.index.pages_table import PageTables, pages_to_arrow
from fidedigno.index.partitions import SHARED
from fidedigno.ingest.page_rows import HeldPages, PageRow

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WITHDRAWN = 0
"""The corpus of pages of a version that was replaced. No corpus has this id, so no permit opens them; until the
run ends their vectors serve pages of the new version that look the same."""
ID_COLUMNS = ("acl_class", "document_id", "page_id", "page_key")
VECTORS_INDEX_FROM = 200_000
"""Vectors, not pages, from which an approximate index is built."""
VECTORS_A_PARTITION = 8_192
"""Compaction joins partitions that are smaller than the engine's own aim, one by one, for minutes; and where the aim
is given to it, it counts pages instead of vectors and joins all of them.
So partitions are large, and given by number."""
MAX_DELTAS = 8
PROBE_BYTES = 32
_PROBED_PAGES = 16
_OF_ITS_OWN = 4
"""A piece of a vector of no more different numbers may stand anywhere, and proves nothing."""


class PageIndexWriter:
    """Writes pages to the table of their corpus. One process at a time should ingest."""

    def __init__(self, tables: PageTables) -> None:
        self._tables = tables

    def write(self, rows: Sequence[PageRow]) -> None:
        """Write pages, in place of those with the same ids; one commit a table.

        Raises:
            EmbedderMismatchError: if another encoder made what is there.
            ValueError: if vectors are not those of a page.
        """
        separate = self._tables.separate()
        by_place: dict[int, list[PageRow]] = {}
        for row in rows:
            place = row.corpus_id if row.corpus_id in separate else SHARED
            by_place.setdefault(place, []).append(row)
        for partition, some in by_place.items():
            table = self._tables.writable(partition)
            data = pages_to_arrow(some, table.schema)
            (
                table.merge_insert("page_id")
                .when_matched_update_all()
                .when_not_matched_insert_all()
                .execute(data)
            )

    def held(self) -> dict[int, HeldPages]:
        """What is held of each document, by id; withdrawn pages are not."""
        found: dict[int, dict[str, Any]] = {}
        for table in self._existing():
            columns = ["document_id", "version_id", "page", "pages"]
            rows = table.search().where(f"corpus_id > {WITHDRAWN:d}").select(columns)
            for row in rows.limit(max(1, table.count_rows())).to_arrow().to_pylist():
                known = found.setdefault(
                    row["document_id"],
                    {"version": row["version_id"], "pages": row["pages"], "numbers": set()},
                )
                if row["version_id"] > known["version"]:
                    known |= {"version": row["version_id"], "pages": row["pages"], "numbers": set()}
                if row["version_id"] == known["version"]:
                    known["numbers"].add(row["page"])
        return {
            document: HeldPages(each["version"], frozenset(each["numbers"]), each["pages"])
            for document, each in found.items()
        }

    def keys(self) -> set[int]:
        """The hashes of all pictures whose vectors are held, withdrawn ones too."""
        found: set[int] = set()
        for table in self._existing():
            rows = table.search().select(["page_key"]).limit(max(1, table.count_rows())).to_arrow()
            found |= set(rows["page_key"].to_pylist())
        return found

    def vectors_of(self, keys: Collection[int]) -> dict[int, NDArray[np.float32]]:
        """The vectors of drawn pages by the hash of their picture, of whatever document and version.

        Raises:
            EmbedderMismatchError: if another encoder made them.
        """
        found: dict[int, NDArray[np.float32]] = {}
        for partition in self._tables.existing() if keys else ():
            table = self._tables.searchable(partition)
            missing = [each for each in keys if each not in found]
            if missing:
                rows = table.search().where(one_of("page_key", missing)).select(["page_key", "vectors"])
                for batch in rows.limit(max(1, table.count_rows())).to_batches():
                    for key, vectors in zip(
                        batch["page_key"].to_pylist(), matrices(batch["vectors"]), strict=True
                    ):
                        found.setdefault(key, vectors.copy())
        return found

    def withdraw(self, document_ids: Collection[int]) -> None:
        """Hide the pages of documents whose text is about to be replaced; :meth:`settle` deletes what is left."""
        if document_ids:
            self._merge("document_id", "corpus_id", dict.fromkeys(document_ids, WITHDRAWN))

    def reassign(self, classes: Mapping[int, int]) -> None:
        """Change the access class of documents' pages to the one given for each; no vector is touched."""
        if classes:
            self._merge("document_id", "acl_class", classes)

    def delete(self, document_ids: Collection[int]) -> None:
        """Hide the pages of documents from every later search."""
        where = one_of("document_id", document_ids)
        for table in self._existing() if document_ids else ():
            if table.count_rows(where):
                table.delete(where)

    def gather(self, corpus_id: int) -> int:
        """Bring the pages of a corpus from other tables into its own; returns how many came."""
        home = corpus_id if corpus_id in self._tables.separate() else SHARED
        mine = one_of("corpus_id", [corpus_id])
        moved = 0
        for partition in list(self._tables.existing()):
            table = self._tables.table(partition)
            held = int(table.count_rows(mine)) if partition != home else 0
            if held:
                target = self._tables.copy_of(partition, home)
                for batch in table.search().where(mine).limit(held).to_batches():
                    target.merge_insert("page_id").when_not_matched_insert_all().execute(batch)
                table.delete(mine)
                moved += held
        return moved

    def settle(self, *, purge: bool = False) -> None:
        """Delete what stayed withdrawn, build and extend indexes, compact; erase when purging."""
        for table in self._existing():
            left = f"corpus_id = {WITHDRAWN:d}"
            if table.count_rows(left):
                table.delete(left)
                purge = True
        for table in self._existing():
            _settle(table, purge=purge)

    def count(self) -> int:
        """How many pages there are."""
        return sum(int(table.count_rows()) for table in self._existing())

    def is_clean(self) -> bool:
        """Whether the files hold one version only: what a purge must leave behind."""
        return all(len(table.list_versions()) == 1 for table in self._existing())

    def probes_of(self, document_ids: Collection[int]) -> tuple[int, list[bytes]]:
        """How many pages documents have, and pieces of their vectors as they stand in the files."""
        pages, probes = 0, dict[bytes, None]()
        for table in self._existing() if document_ids else ():
            where = one_of("document_id", document_ids)
            held = int(table.count_rows(where))
            pages += held
            step = max(1, held // _PROBED_PAGES)
            rows = table.search().where(where).select(["vectors"]).limit(max(1, held))
            for at, vectors in enumerate(_each_matrix(rows.to_batches())):
                if at % step == 0:
                    for row in (vectors[0], vectors[len(vectors) // 2], vectors[-1]):
                        if len(set(row[: PROBE_BYTES // 4].tolist())) > _OF_ITS_OWN:
                            probes[row.tobytes()[:PROBE_BYTES]] = None
        return pages, list(probes)

    def remaining(self, probes: Sequence[bytes]) -> set[bytes]:
        """Those of ``probes`` that pages of other documents contain too, and that therefore prove nothing."""
        held: set[bytes] = set()
        wanted = set(probes)
        for table in self._existing() if probes else ():
            rows = table.search().select(["vectors"]).limit(max(1, table.count_rows()))
            for vectors in _each_matrix(rows.to_batches(64)):
                held |= wanted & {row.tobytes()[:PROBE_BYTES] for row in vectors}
        return held

    def _existing(self) -> Iterable[Any]:
        return [self._tables.table(partition) for partition in self._tables.existing()]

    def _merge(self, key: str, column: str, values: Mapping[int, int]) -> None:
        for table in self._existing():
            if table.count_rows(one_of(key, values)):
                schema = pa.schema([table.schema.field(key), table.schema.field(column)])
                data = pa.table([list(values), list(values.values())], schema=schema)
                table.merge_insert(key).when_matched_update_all().execute(data)


def matrices(column: Any) -> list[NDArray[np.float32]]:
    """The vectors of each row of a column, shape ``(patches, dimensions)``, without copying."""
    width = column.type.value_type.list_size
    offsets = column.offsets.to_numpy()
    # ``flatten`` gives what this slice of the column refers to, so the offsets count from its first.
    flat = column.flatten().flatten().to_numpy(zero_copy_only=False).reshape(-1, width)
    starts = offsets - offsets[0]
    return [flat[start:end] for start, end in pairwise(starts)]


def _each_matrix(batches: Any) -> Iterable[NDArray[np.float32]]:
    for batch in batches:
        yield from matrices(batch["vectors"])


def _settle(table: Any, *, purge: bool) -> None:
    from lancedb.index import BTree, IvfSq

    rows = int(table.count_rows())
    rewritten = purge and _holds_deleted(table, rows)
    if rewritten and rows:
        # As for chunks: compaction passes over files of which little was deleted, so every row is rewritten.
        table.update(where="true", values_sql={"page": "page"})
    if not rows:
        for index in table.list_indices():
            table.drop_index(index.name)
    existing = {} if rewritten else {tuple(index.columns): index for index in table.list_indices()}
    for column in ID_COLUMNS if rows else ():
        if (column,) not in existing:
            table.create_index(column, config=BTree(), replace=True)
    vectors = _vectors_in(table, rows) if rows else 0
    if vectors >= VECTORS_INDEX_FROM:
        known = existing.get(("vectors",))
        if known is None or _is_patchy(table, known.name, rows):
            table.create_index(
                "vectors",
                config=IvfSq(distance_type="cosine", num_partitions=max(1, vectors // VECTORS_A_PARTITION)),
                replace=True,
            )
    with warnings.catch_warnings():
        # LanceDB warns that readers of older versions will fail; ours start anew when they do.
        warnings.simplefilter("ignore", UserWarning)
        keep = timedelta(0) if purge else timedelta(hours=1)
        table.optimize(cleanup_older_than=keep, delete_unverified=purge)
        if purge and len(table.list_versions()) > 1:
            # Extending an index comes after the clean-up, and leaves the version before it.
            table.optimize(cleanup_older_than=keep, delete_unverified=True)


def _holds_deleted(table: Any, rows: int) -> bool:
    """Whether rows that were deleted are still in the files: pages are too large to rewrite for nothing."""
    pieces = table.stats()["fragment_stats"]
    return bool(round(pieces["num_fragments"] * pieces["lengths"]["mean"]) != rows)


def _vectors_in(table: Any, rows: int) -> int:
    """About how many vectors there are, by the first pages."""
    sample = table.search().select(["vectors"]).limit(8).to_arrow()
    counts = [len(each) for chunk in sample["vectors"].chunks for each in matrices(chunk)]
    return int(rows * sum(counts) / max(1, len(counts)))


def _is_patchy(table: Any, index: str, rows: int) -> bool:
    stats = table.index_stats(index)
    if stats is None:
        return True
    return (stats.num_indices or 1) > MAX_DELTAS or 2 * stats.num_indexed_rows < rows
