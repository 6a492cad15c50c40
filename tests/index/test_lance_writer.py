"""Erasure: what was deleted is not in any file of the index."""

import re
from pathlib import Path

import numpy as np
import pytest

from fidedigno.index.lance_writer import LanceIndexWriter
from fidedigno.index.table import open_table
from tests.index.conformance import row


def holding(folder: Path, text: str) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and text.encode() in path.read_bytes()]


@pytest.mark.parametrize("settled", [True, False])
@pytest.mark.parametrize("others", [0, 1, 199])
def test_a_purge_erases_deleted_text_words_and_identifiers_from_disk(
    tmp_path: Path, settled: bool, others: int
) -> None:
    writer = LanceIndexWriter(open_table(tmp_path, "tests/4", 4))
    writer.write([row(n) for n in range(1, others + 1)])
    secret = row(999, text="zanahoriasecreta", words="zanahoriasecreta", identifiers="canario-777777")
    writer.write([secret])
    if settled:
        writer.settle()
    assert holding(tmp_path, "zanahoriasecreta")
    writer.delete([999])
    writer.settle(purge=True)
    assert not holding(tmp_path, "zanahoriasecreta")
    assert not holding(tmp_path, "canario-777777")
    assert writer.is_clean()
    assert writer.count() == others


def test_texts_and_pieces_serve_the_proof_of_erasure(tmp_path: Path) -> None:
    writer = LanceIndexWriter(open_table(tmp_path, "tests/4", 4))
    writer.write([row(1, text="común y propio"), row(2, text="común")])
    assert writer.texts_of([1]) == ["común y propio"]
    assert writer.texts_of([]) == []
    writer.delete([1])
    assert writer.remaining(["común", "propio"]) == {"común"}


def test_compaction_leaves_the_vector_index_its_small_partitions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fidedigno.index.lance_writer.VECTOR_INDEX_FROM", 2_000)
    monkeypatch.setattr("fidedigno.index.lance_writer.ROWS_A_PARTITION", 100)
    table = open_table(tmp_path, "tests/4", 4)
    writer = LanceIndexWriter(table)
    vectors = np.random.default_rng(1).normal(size=(4_000, 4)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    writer.write([row(n, vector=vectors[n]) for n in range(3_900)])
    for more in range(3_900, 4_000, 50):
        writer.settle()
        writer.write([row(n, vector=vectors[n]) for n in range(more, more + 50)])
    writer.settle()
    query = table.search(vectors[0], vector_column_name="vector").distance_type("dot").nprobes(5)
    plan = query.select(["chunk_id", "_distance"]).limit(5).analyze_plan()
    ranked = re.search(r"partitions_ranked=(\d+)", plan)
    assert ranked is not None
    assert int(ranked[1]) >= 4_000 // 100 // 2
    assert table.index_stats("vector_idx").num_indices == 3


def test_a_vector_index_of_too_many_pieces_is_built_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fidedigno.index.lance_writer.VECTOR_INDEX_FROM", 300)
    monkeypatch.setattr("fidedigno.index.lance_writer.MAX_DELTAS", 2)
    table = open_table(tmp_path, "tests/4", 4)
    writer = LanceIndexWriter(table)
    pieces = []
    for first in range(0, 800, 100):
        writer.write([row(n) for n in range(first, first + 100)])
        writer.settle()
        if first >= 300:
            pieces.append(table.index_stats("vector_idx").num_indices)
    assert max(pieces) <= 3
    assert pieces[-1] < sum(1 for _ in pieces)
    assert table.index_stats("vector_idx").num_unindexed_rows == 0
