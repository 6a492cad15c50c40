"""The writing side of both indexes as one: what happens to a document's chunks happens to its pages.

This holds whether or not an encoder is configured now: pages that another time left on disk are withdrawn, closed
and erased like those of today.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from fidedigno.index.pages_writer import PageIndexWriter
from fidedigno.index.partitioned_writer import PartitionedIndexWriter
from fidedigno.index.partitions import Partitions
from fidedigno.ingest.rows import IndexRow


class WriterWithPages(PartitionedIndexWriter):
    """Writes chunks, and keeps their documents' pages in step. Pages are written by ``pages`` itself."""

    def __init__(self, tables: Partitions, pages: PageIndexWriter) -> None:
        super().__init__(tables)
        self.pages = pages

    def write(self, rows: Sequence[IndexRow], replacing: Collection[int] = ()) -> None:
        """Add rows, replacing the documents named; their pages, which show the old text, are withdrawn first."""
        self.pages.withdraw(replacing)
        super().write(rows, replacing)

    def gather(self, corpus_id: int) -> int:
        """Bring the chunks and the pages of a corpus into the tables that are its own now."""
        return super().gather(corpus_id) + self.pages.gather(corpus_id)

    def reassign(self, classes: Mapping[int, int]) -> None:
        """Change the access class of documents, pages first: between the two there is less, never more."""
        self.pages.reassign(classes)
        super().reassign(classes)

    def delete(self, document_ids: Collection[int]) -> None:
        """Hide documents, with their pages, from every later search."""
        self.pages.delete(document_ids)
        super().delete(document_ids)

    def settle(self, *, purge: bool = False) -> None:
        """Build and extend the indexes of every table; erase what was deleted when purging."""
        self.pages.settle(purge=purge)
        super().settle(purge=purge)

    def is_clean(self) -> bool:
        """Whether the files of every table hold one version only."""
        return self.pages.is_clean() and super().is_clean()
