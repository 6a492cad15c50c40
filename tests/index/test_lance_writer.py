"""Erasure: what was deleted is not in any file of the index."""

import re
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.index.lance_writer import LanceIndexWriter
from fidedigno.index.table import open_table
from fidedigno.ingest.rows import IndexRow
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


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def test_other_classes_are_written_without_vectors_texts_or_their_indexes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fidedigno.index.lance_writer.VECTOR_INDEX_FROM", 500)
    table = open_table(tmp_path, "tests/256", 256)
    writer = LanceIndexWriter(table)
    vectors = np.random.default_rng(2).normal(size=(1_000, 256)).astype(np.float32)
    writer.write([row(n, document_id=n // 4, text="largo " * 100, vector=vectors[n]) for n in range(1_000)])
    writer.settle()
    before, kept = size_of(tmp_path), writer.vectors_of([7])
    writer.reassign({document: 100 + document for document in range(250)})
    assert size_of(tmp_path) - before < vectors.nbytes / 20
    for name in ("vector_idx", "words_idx", "identifiers_idx"):
        assert table.index_stats(name).num_unindexed_rows == 0
    assert [table.count_rows(f"acl_class = {100 + document}") for document in (0, 7, 249)] == [4, 4, 4]
    assert {key: list(each) for key, each in writer.vectors_of([7]).items()} == {
        key: list(each) for key, each in kept.items()
    }


steps = st.lists(
    st.one_of(
        st.tuples(st.just("reassign"), st.dictionaries(st.integers(0, 12), st.integers(1, 5), max_size=8)),
        st.tuples(st.just("write"), st.integers(0, 9)),
        st.tuples(st.just("delete"), st.integers(0, 9)),
        st.tuples(st.just("settle"), st.booleans()),
    ),
    max_size=10,
)


@pytest.mark.slow
@given(steps=steps)
@settings(max_examples=25, deadline=None)
def test_after_any_steps_the_filter_finds_each_document_under_its_last_class_and_no_other(steps) -> None:
    with tempfile.TemporaryDirectory() as place:
        table = open_table(Path(place), "tests/4", 4)
        writer = LanceIndexWriter(table)
        held: dict[int, int] = dict.fromkeys(range(6), 1)
        texts: dict[int, str] = {document: f"texto {document}" for document in held}
        writer.write([made(document, part, 1, texts[document]) for document in held for part in range(3)])
        for number, (step, value) in enumerate(steps):
            if step == "reassign":
                writer.reassign(value)
                held |= {document: each for document, each in value.items() if document in held}
            elif step == "write":
                held[value], texts[value] = 1, f"texto {value} en {number}"
                rows = [made(value, part, 1, texts[value]) for part in range(3)]
                writer.write(rows, replacing=[value])
            elif step == "delete":
                writer.delete([value])
                held.pop(value, None)
            else:
                writer.settle(purge=value)
            for acl_class in range(1, 6):
                found = table.search().where(f"acl_class = {acl_class}").limit(100).to_arrow().to_pylist()
                expected = [
                    texts[each] for each, under in held.items() if under == acl_class for _ in range(3)
                ]
                assert sorted(each["text"] for each in found) == sorted(expected)
                assert table.count_rows(f"acl_class = {acl_class}") == len(expected)


def made(document: int, part: int, acl_class: int, text: str) -> IndexRow:
    return row(document * 10 + part, document_id=document, acl_class=acl_class, text=text)
