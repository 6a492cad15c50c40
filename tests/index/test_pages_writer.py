"""Pages go where their corpus is, leave nothing behind when they are erased, and are not rewritten for nothing."""

from pathlib import Path

import numpy as np

from fidedigno.index.pages import PageIndex
from fidedigno.index.pages_table import PageTables
from fidedigno.index.pages_writer import PROBE_BYTES, PageIndexWriter
from tests.index.conformance import READER, permit
from tests.index.pages_conformance import asked, page


def opened(folder: Path, *separate: int) -> tuple[PageTables, PageIndexWriter]:
    tables = PageTables(folder, lambda: frozenset(separate), "tests", lambda: 16)
    return tables, PageIndexWriter(tables)


def random_page(number: int, **changes: object) -> object:
    rows = np.random.default_rng(number).normal(size=(40, 16))
    unit = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    return page(number, **{"vectors": unit, **changes})


def files_with(folder: Path, probes: list[bytes]) -> list[Path]:
    contents = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return [path for path, content in contents.items() if any(each in content for each in probes)]


def test_erased_pages_leave_no_vector_in_any_file(tmp_path: Path) -> None:
    _tables, writer = opened(tmp_path)
    writer.write([random_page(n) for n in range(1, 40)])
    writer.settle()
    held, probes = writer.probes_of([7])
    assert held == 1
    assert all(len(each) == PROBE_BYTES for each in probes)
    assert files_with(tmp_path, probes), "a probe that is never found proves nothing"
    assert writer.remaining(probes) == set(probes)
    writer.delete([7])
    assert writer.remaining(probes) == set()
    writer.settle(purge=True)
    assert files_with(tmp_path, probes) == []
    assert writer.is_clean()
    assert writer.count() == 38
    others = writer.probes_of([8])[1]
    assert files_with(tmp_path, others)


def test_a_vector_that_another_document_shares_is_no_proof(tmp_path: Path) -> None:
    _, writer = opened(tmp_path)
    shared = random_page(1).vectors
    writer.write([random_page(1), random_page(2, vectors=shared)])
    _, probes = writer.probes_of([1])
    writer.delete([1])
    assert writer.remaining(probes) == set(probes)


def test_a_purge_rewrites_only_tables_that_hold_something_deleted(tmp_path: Path) -> None:
    _, writer = opened(tmp_path, 2)
    writer.write([random_page(1), random_page(2), random_page(3, corpus_id=2)])
    writer.settle(purge=True)

    def data(folder: str) -> dict[str, int]:
        found = tmp_path.glob(f"{folder}pages.lance/data/*.lance")
        return {path.name: path.stat().st_mtime_ns for path in found}

    mine, others = data(""), data("corpus-2/")
    writer.delete([1])
    writer.settle(purge=True)
    assert not mine.items() & data("").items()
    assert others == data("corpus-2/")
    assert writer.is_clean()


def test_replaced_pages_leave_one_version_behind(tmp_path: Path) -> None:
    _, writer = opened(tmp_path)
    writer.write([random_page(n) for n in (1, 2, 3)])
    writer.settle()
    _, probes = writer.probes_of([2])
    writer.withdraw([1, 2, 3])
    writer.write([random_page(n) for n in (11, 12, 13, 14)])
    writer.settle(purge=True)
    assert writer.is_clean()
    assert (writer.count(), files_with(tmp_path, probes)) == (4, [])


def test_pages_follow_their_corpus_into_its_own_table_and_back(tmp_path: Path) -> None:
    tables, writer = opened(tmp_path)
    writer.write([random_page(1, corpus_id=2), random_page(2)])
    tables, writer = opened(tmp_path, 2)
    assert writer.gather(2) == 1
    assert list(tables.existing()) == [0, 2]
    reader = PageIndex(tables, lambda *_: permit({1}, {1, 2}))
    question = random_page(1).vectors[:3]
    assert reader.rank(READER, asked(vector=question)).by_ranker["pages"].chunk_ids == (1, 2)
    tables, writer = opened(tmp_path)
    assert writer.gather(2) == 1
    assert writer.gather(2) == 0
    reader = PageIndex(tables, lambda *_: permit({1}, {1, 2}))
    assert set(reader.rank(READER, asked(vector=question)).by_ranker["pages"].chunk_ids) == {1, 2}
    writer.settle(purge=True)
    assert writer.count() == 2


def test_what_is_held_is_told_by_document_for_its_newest_version(tmp_path: Path) -> None:
    _, writer = opened(tmp_path, 2)
    writer.write(
        [
            random_page(1, document_id=5, version_id=8, page=1, pages=3),
            random_page(2, document_id=5, version_id=9, page=2, pages=4),
            random_page(3, document_id=5, version_id=9, page=4, pages=4),
            random_page(4, document_id=6, corpus_id=2),
        ]
    )
    held = writer.held()
    assert (held[5].version_id, held[5].numbers, held[5].pages) == (9, {2, 4}, 4)
    assert held[6].numbers == {1}


def test_tables_of_another_encoder_are_still_withdrawn_closed_and_erased(tmp_path: Path) -> None:
    opened(tmp_path)[1].write([random_page(1), random_page(2)])
    without = PageIndexWriter(PageTables(tmp_path, frozenset))
    without.reassign({1: 9})
    without.withdraw([2])
    tables, _writer = opened(tmp_path)
    reader = PageIndex(tables, lambda *_: permit({1}, {1}))
    question = random_page(1).vectors
    assert reader.rank(READER, asked(vector=question)).by_ranker["pages"].chunk_ids == ()
    without.delete([1])
    without.settle(purge=True)
    assert without.count() == 0
