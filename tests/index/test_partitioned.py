"""An index of several tables keeps every promise of one, and whoever may not read a table is not moved by it."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fidedigno.access import Permit
from fidedigno.index.lance import LanceIndex
from fidedigno.index.lance_writer import LanceIndexWriter
from fidedigno.index.partitioned import PartitionedIndex
from fidedigno.index.partitioned_writer import PartitionedIndexWriter
from fidedigno.index.partitions import Partitions
from fidedigno.index.table import open_table
from tests.index.conformance import (
    READER,
    WORDS,
    IndexConformance,
    Pair,
    permit,
    request,
    row,
    rows_strategy,
)
from tests.reference.index import unit


def tables(folder: Path, separate: set[int]) -> Partitions:
    return Partitions(folder, "tests/4", 4, lambda: frozenset(separate))


class TestPartitionedIndex(IndexConformance):
    """Every promise, with the second corpus in a table of its own."""

    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: Path) -> None:
        self.folder = tmp_path
        self.opened_so_far = 0

    def open_index(self, authorise: Callable[..., Permit]) -> Pair:
        self.opened_so_far += 1
        opened = tables(self.folder / str(self.opened_so_far), {2})
        return PartitionedIndex(opened, authorise), PartitionedIndexWriter(opened)


@given(
    rows=rows_strategy,
    classes=st.sets(st.integers(1, 6), min_size=1),
    corpora=st.sets(st.integers(1, 2), min_size=1),
    vector=st.lists(st.integers(-5, 5), min_size=4, max_size=4).filter(any).map(unit),
    terms=st.lists(st.sampled_from(WORDS), min_size=1, max_size=3, unique=True),
)
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@pytest.mark.slow
def test_it_finds_what_a_single_index_finds(rows, classes, corpora, vector, terms) -> None:
    written = [
        row(n, **{**values, "vector": np.array(values["vector"], np.float32)})
        for n, values in enumerate(rows, start=1)
    ]
    asked = request(vector=np.array(vector, np.float32), words=tuple(terms), identifiers=("inc-2207",))
    allowed = permit(classes, corpora)
    with TemporaryDirectory() as folder:
        single = open_table(Path(folder) / "single", "tests/4", 4)
        several = tables(Path(folder) / "several", {2})
        readers: list[Any] = []
        for writer, reader in (
            (LanceIndexWriter(single), LanceIndex(single, lambda *_: allowed)),
            (PartitionedIndexWriter(several), PartitionedIndex(several, lambda *_: allowed)),
        ):
            writer.write(written)
            writer.settle()
            readers.append(reader)
        one, many = (reader.rank(READER, asked).by_ranker for reader in readers)
        for name in ("words", "identifiers"):
            found = [set(each[name].chunk_ids) if name in each else set() for each in (one, many)]
            assert found[0] == found[1]
        by_vector = [
            dict(zip(each["vector"].chunk_ids, each["vector"].scores, strict=True))
            if "vector" in each
            else {}
            for each in (one, many)
        ]
        assert by_vector[0].keys() == by_vector[1].keys()
        assert all(abs(by_vector[0][each] - by_vector[1][each]) < 1e-4 for each in by_vector[0])
        assert list(by_vector[1].values()) == sorted(by_vector[1].values(), reverse=True)
        for reader in readers:
            reader.close()


def ranked_words(
    folder: Path, separate: set[int], board: list[Any]
) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """How somebody who may read corpus 1 alone is ranked, beside what corpus 2 holds."""
    opened = tables(folder, separate)
    writer = PartitionedIndexWriter(opened)
    mine = [row(1, words="plazo plazo examen"), row(2, words="examen aula aula"), row(3, words="aula")]
    writer.write([*mine, *board])
    writer.settle()
    reader = PartitionedIndex(opened, lambda *_: permit({1}, {1}))
    found = reader.rank(READER, request(words=("plazo", "aula"), vector=None)).by_ranker["words"]
    reader.close()
    return found.chunk_ids, found.scores


def test_words_of_a_separate_corpus_do_not_shift_the_order_of_others(tmp_path: Path) -> None:
    board = [row(n, corpus_id=2, acl_class=2, words="plazo plazo") for n in range(10, 60)]
    alone = ranked_words(tmp_path / "alone", {2}, [])
    assert ranked_words(tmp_path / "separate", {2}, board) == alone
    shared = ranked_words(tmp_path / "shared", set(), board)
    assert shared != alone  # what a separate table is for: in a shared one the other corpus is felt
    assert shared[0][0] != alone[0][0]


def test_a_table_is_searched_only_if_the_permit_opens_its_corpus(tmp_path: Path) -> None:
    opened = tables(tmp_path, {2})
    writer = PartitionedIndexWriter(opened)
    writer.write([row(1), row(2, corpus_id=2)])
    writer.settle()
    fresh = tables(tmp_path, {2})
    reader = PartitionedIndex(fresh, lambda *_: permit({1}, {1}))
    assert reader.rank(READER, request()).by_ranker["words"].chunk_ids == (1,)
    assert [each.chunk_id for each in reader.read(READER, [1, 2], request())] == [1]
    assert set(fresh._open) == {0}
    reader.close()


def test_a_search_makes_no_table(tmp_path: Path) -> None:
    opened = tables(tmp_path, {2})
    reader = PartitionedIndex(opened, lambda *_: permit({1}, {1, 2}))
    assert reader.rank(READER, request()).by_ranker["words"].chunk_ids == ()
    assert reader.read(READER, [1], request()) == []
    assert list(opened.existing()) == [0]
    reader.close()


def test_what_was_left_behind_in_another_table_is_found_in_neither(tmp_path: Path) -> None:
    PartitionedIndexWriter(tables(tmp_path, set())).write([row(1, corpus_id=2), row(2)])
    moved = tables(tmp_path, {2})
    reader = PartitionedIndex(moved, lambda *_: permit({1}, {1, 2}))
    assert reader.rank(READER, request()).by_ranker["vector"].chunk_ids == (2,)
    assert [each.chunk_id for each in reader.read(READER, [1, 2], request())] == [2]
    reader.close()


@pytest.mark.parametrize("excluded", [3, 501, 900])
def test_excluded_documents_are_in_no_ranking_however_many_they_are(tmp_path: Path, excluded: int) -> None:
    opened = tables(tmp_path, {2})
    writer = PartitionedIndexWriter(opened)
    writer.write([row(n, corpus_id=1 + n % 2) for n in range(1, 1001)])
    writer.settle()
    gone = frozenset(range(2, 2 + excluded))
    reader = PartitionedIndex(opened, lambda *_: permit({1}, {1, 2}, gone))
    found = reader.rank(READER, request(depth=1000)).by_ranker
    for name in ("words", "vector"):
        assert set(found[name].chunk_ids) == set(range(1, 1001)) - gone
    read = reader.read(READER, range(1, 1001), request())
    assert {each.chunk_id for each in read} == set(range(1, 1001)) - gone
    reader.close()
