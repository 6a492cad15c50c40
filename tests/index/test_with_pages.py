"""What happens to a document's chunks happens to its pages."""

from pathlib import Path

import pytest

from fidedigno.index.pages import PageIndex
from fidedigno.index.pages_table import PageTables
from fidedigno.index.pages_writer import PageIndexWriter
from fidedigno.index.partitioned import PartitionedIndex
from fidedigno.index.partitions import Partitions
from fidedigno.index.with_pages import WriterWithPages
from tests.index.conformance import READER, permit, request, row
from tests.index.pages_conformance import asked, page


class Both:
    """Both indexes over one folder, and who may read."""

    def __init__(self, folder: Path, *separate: int) -> None:
        chunks = Partitions(folder, "tests/4", 4, lambda: frozenset(separate))
        pages = PageTables(folder, lambda: frozenset(separate), "tests", lambda: 4)
        self.writer = WriterWithPages(chunks, PageIndexWriter(pages))
        self.chunks = PartitionedIndex(chunks, lambda *_: permit({1}, {1, 2}))
        self.pages = PageIndex(pages, lambda *_: permit({1}, {1, 2}))

    def seen(self) -> tuple[set[int], set[int]]:
        chunks = self.chunks.read(READER, [1, 2, 9], request())
        pages = self.pages.read(READER, [1, 2, 9], asked())
        return {each.chunk_id for each in chunks}, {each.page_id for each in pages}


@pytest.fixture
def both(tmp_path: Path) -> Both:
    made = Both(tmp_path)
    made.writer.write([row(1), row(2)])
    made.writer.pages.write([page(1), page(2)])
    assert made.seen() == ({1, 2}, {1, 2})
    return made


def test_replacing_the_text_withdraws_the_pages(both: Both) -> None:
    both.writer.write([row(9, document_id=2)], replacing=[2])
    assert both.seen() == ({1, 9}, {1})
    both.writer.settle(purge=True)
    assert both.writer.pages.count() == 1
    assert both.writer.is_clean()


def test_access_moves_for_both(both: Both) -> None:
    both.writer.reassign({2: 7})
    assert both.seen() == ({1}, {1})


def test_deleting_deletes_both(both: Both) -> None:
    both.writer.delete([2])
    assert both.seen() == ({1}, {1})


def test_a_corpus_moves_with_its_pages(tmp_path: Path) -> None:
    before = Both(tmp_path)
    before.writer.write([row(1, corpus_id=2)])
    before.writer.pages.write([page(1, corpus_id=2)])
    after = Both(tmp_path, 2)
    assert after.seen() == (set(), set())
    assert after.writer.gather(2) == 2
    assert after.seen() == ({1}, {1})
