"""Each corpus is written to its own table, moves without embedding, and leaves nothing behind."""

from pathlib import Path

import numpy as np

from fidedigno.index.partitioned_writer import PartitionedIndexWriter
from fidedigno.index.partitions import SHARED, Partitions
from tests.index.conformance import row


def opened(folder: Path, *separate: int) -> tuple[Partitions, PartitionedIndexWriter]:
    tables = Partitions(folder, "tests/4", 4, lambda: frozenset(separate))
    return tables, PartitionedIndexWriter(tables)


def ids(tables: Partitions, partition: int) -> set[int]:
    table = tables.table(partition)
    return set(table.search().select(["chunk_id"]).limit(100).to_arrow()["chunk_id"].to_pylist())


def test_rows_go_to_the_table_of_their_corpus(tmp_path: Path) -> None:
    tables, writer = opened(tmp_path, 2)
    writer.write([row(1), row(2, corpus_id=2), row(3, corpus_id=3)])
    assert (ids(tables, SHARED), ids(tables, 2)) == ({1, 3}, {2})
    assert writer.count() == 3
    assert (tmp_path / "corpus-2").is_dir()


def test_replacing_takes_a_document_out_of_every_other_table(tmp_path: Path) -> None:
    tables, writer = opened(tmp_path, 2)
    writer.write([row(1, document_id=7), row(2, document_id=8, corpus_id=2)])
    writer.write([row(11, document_id=7, corpus_id=2)], replacing=[7])
    assert (ids(tables, SHARED), ids(tables, 2)) == (set(), {2, 11})
    writer.write([row(12, document_id=8)], replacing=[8])
    assert (ids(tables, SHARED), ids(tables, 2)) == ({12}, {11})
    writer.write([], replacing=[7, 8])
    assert writer.count() == 0


def test_a_corpus_moves_with_its_vectors_in_both_directions(tmp_path: Path) -> None:
    vector = np.array([0, 1, 0, 0], np.float32)
    _, writer = opened(tmp_path)
    writer.write([row(1), row(2, corpus_id=2, vector=vector, vector_key=5), row(3, corpus_id=2)])
    writer.settle()
    apart, moving = opened(tmp_path, 2)
    assert moving.gather(2) == 2
    assert (ids(apart, SHARED), ids(apart, 2)) == ({1}, {2, 3})
    assert np.array_equal(moving.vectors_of([2])[5], vector)
    assert moving.gather(2) == moving.gather(1) == 0
    together, back = opened(tmp_path)
    assert back.gather(2) == 2
    assert (ids(together, SHARED), ids(together, 2)) == ({1, 2, 3}, set())


def test_a_move_that_was_interrupted_is_finished_and_what_moved_already_stays_as_it_is(
    tmp_path: Path,
) -> None:
    _, before = opened(tmp_path)
    before.write([row(1, corpus_id=2, acl_class=1), row(2, corpus_id=2, acl_class=1)])
    tables, writer = opened(tmp_path, 2)
    writer.write([row(1, corpus_id=2, acl_class=9)])  # as if the first had come before the power went
    assert writer.gather(2) == 2
    classes = tables.table(2).search().select(["chunk_id", "acl_class"]).limit(9).to_arrow().to_pylist()
    assert {each["chunk_id"]: each["acl_class"] for each in classes} == {1: 9, 2: 1}
    assert ids(tables, SHARED) == set()


def test_rights_change_and_documents_go_in_every_table_whatever_is_declared(tmp_path: Path) -> None:
    _, before = opened(tmp_path)
    before.write([row(1, document_id=5, corpus_id=2)])
    tables, writer = opened(tmp_path, 2)
    writer.write([row(2, document_id=6, corpus_id=2)])
    writer.reassign({5: 4, 6: 4})
    for partition, chunk in ((SHARED, 1), (2, 2)):
        rows = tables.table(partition).search().select(["chunk_id", "acl_class"]).limit(9).to_arrow()
        assert [(each["chunk_id"], each["acl_class"]) for each in rows.to_pylist()] == [(chunk, 4)]
    writer.delete([5, 6])
    assert writer.count() == 0


def test_a_table_that_is_not_concerned_gets_no_new_version(tmp_path: Path) -> None:
    tables, writer = opened(tmp_path, 2)
    writer.write([row(1), row(2, corpus_id=2)])
    version = tables.table(SHARED).version
    writer.delete([2])
    writer.reassign({2: 4})
    writer.gather(2)
    writer.write([row(3, document_id=2, corpus_id=2)], replacing=[2])
    assert tables.table(SHARED).version == version


def test_a_purge_erases_in_every_table(tmp_path: Path) -> None:
    _, writer = opened(tmp_path, 2)
    secret = "la fusión secreta de los dos consejos"
    writer.write([row(1, text=secret), row(2, corpus_id=2, text=secret), row(3), row(4, corpus_id=2)])
    writer.settle()
    assert writer.texts_of([1, 2]) == [secret, secret]
    assert writer.remaining([secret]) == {secret}
    writer.delete([1, 2])
    writer.settle(purge=True)
    assert writer.is_clean()
    assert writer.remaining([secret]) == set()
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not [path for path in files if secret.encode() in path.read_bytes()]
