"""The writing side over several tables: each corpus in its own place, and out of every other one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from fidedigno.index.filters import one_of
from fidedigno.index.lance_writer import LanceIndexWriter
from fidedigno.index.partitions import SHARED, Partitions
from fidedigno.ingest.rows import IndexRow

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class PartitionedIndexWriter:
    """Writes chunks to the table of their corpus. One process at a time should ingest.

    What is withdrawn, replaced or closed is so in every table there is, whatever is declared now: a table that
    a corpus has left holds nothing of it for longer than it takes to move.
    """

    def __init__(self, tables: Partitions) -> None:
        self._tables = tables

    def write(self, rows: Sequence[IndexRow], replacing: Collection[int] = ()) -> None:
        """Add rows in one commit a table, replacing the documents named in that same commit.

        What another table holds of these documents goes first: between the two there is less, never more.
        """
        separate = self._tables.separate()
        by_place: dict[int, list[IndexRow]] = {}
        for row in rows:
            place = row.corpus_id if row.corpus_id in separate else SHARED
            by_place.setdefault(place, []).append(row)
        if replacing:
            for partition in self._tables.existing():
                if partition not in by_place:
                    self._delete_in(partition, replacing)
        for partition, some in by_place.items():
            self._writer(partition).write(some, replacing)

    def gather(self, corpus_id: int) -> int:
        """Bring the chunks of a corpus from other tables into its own; returns how many came.

        A chunk that is there already stays as it is. Nothing is embedded.
        """
        home = corpus_id if corpus_id in self._tables.separate() else SHARED
        mine = one_of("corpus_id", [corpus_id])
        moved = 0
        for partition in list(self._tables.existing()):
            if partition == home:
                continue
            table = self._tables.table(partition)
            held = int(table.count_rows(mine))
            if not held:
                continue
            target = self._tables.table(home)
            for batch in table.search().where(mine).limit(held).to_batches():
                target.merge_insert("chunk_id").when_not_matched_insert_all().execute(batch)
            table.delete(mine)
            moved += held
        return moved

    def reassign(self, classes: Mapping[int, int]) -> None:
        """Change the access class of documents' chunks to the one given for each document."""
        for partition in self._tables.existing():
            if classes and self._holds(partition, classes):
                self._writer(partition).reassign(classes)

    def delete(self, document_ids: Collection[int]) -> None:
        """Hide the chunks of documents from every later search."""
        for partition in self._tables.existing():
            self._delete_in(partition, document_ids)

    def vectors_of(self, document_ids: Collection[int]) -> dict[int, NDArray[np.float32]]:
        """Return the vectors of documents' chunks by the hash of the text they were made from."""
        found: dict[int, NDArray[np.float32]] = {}
        for partition in self._tables.existing() if document_ids else ():
            found |= self._writer(partition).vectors_of(document_ids)
        return found

    def texts_of(self, document_ids: Collection[int]) -> list[str]:
        """The texts of documents' chunks, for the proof that they are gone later."""
        partitions = self._tables.existing()
        return [text for each in partitions for text in self._writer(each).texts_of(document_ids)]

    def remaining(self, pieces: Sequence[str]) -> set[str]:
        """Those of ``pieces`` that other documents contain too, and that therefore prove nothing."""
        held: set[str] = set()
        for partition in self._tables.existing():
            held |= self._writer(partition).remaining(pieces)
        return held

    def settle(self, *, purge: bool = False) -> None:
        """Build and extend the indexes of every table; erase what was deleted when purging."""
        for partition in self._tables.existing():
            self._writer(partition).settle(purge=purge)

    def count(self) -> int:
        """How many chunks there are."""
        return sum(self._writer(each).count() for each in self._tables.existing())

    def is_clean(self) -> bool:
        """Whether the files hold one version only: what a purge must leave behind."""
        return all(self._writer(each).is_clean() for each in self._tables.existing())

    def _writer(self, partition: int) -> LanceIndexWriter:
        return LanceIndexWriter(self._tables.table(partition))

    def _holds(self, partition: int, document_ids: Iterable[int]) -> bool:
        return bool(self._tables.table(partition).count_rows(one_of("document_id", document_ids)))

    def _delete_in(self, partition: int, document_ids: Collection[int]) -> None:
        if document_ids and self._holds(partition, document_ids):
            self._writer(partition).delete(document_ids)
