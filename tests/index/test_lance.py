"""LanceDB keeps the promises of the protocol, and chooses how to search vectors."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from fidedigno.access import Permit
from fidedigno.index.lance import LanceIndex, VectorSearch
from fidedigno.index.lance_writer import LanceIndexWriter
from fidedigno.index.table import open_table
from tests.index.conformance import READER, IndexConformance, Pair, permit, request, row


class TestLanceIndex(IndexConformance):
    """Every promise, on LanceDB."""

    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: Path) -> None:
        self.folder = tmp_path
        self.opened_so_far = 0

    def open_index(self, authorise: Callable[..., Permit]) -> Pair:
        self.opened_so_far += 1
        table = open_table(self.folder / str(self.opened_so_far), "tests/4", 4)
        return LanceIndex(table, authorise), LanceIndexWriter(table)


@pytest.mark.parametrize(("exact_below", "method"), [(10, "exact"), (2, "approximate")])
def test_few_permitted_rows_are_compared_one_by_one(tmp_path: Path, exact_below: int, method: str) -> None:
    table = open_table(tmp_path, "tests/4", 4)
    writer = LanceIndexWriter(table)
    writer.write([row(n) for n in range(1, 6)])
    writer.settle()
    index = LanceIndex(table, lambda *_: permit({1}, {1}), VectorSearch(exact_below=exact_below))
    rankings = index.rank(READER, request())
    assert rankings.vector_method == method
    assert len(rankings.by_ranker["vector"].chunk_ids) == 5
    index.close()


def test_a_reader_sees_what_another_connection_wrote(tmp_path: Path) -> None:
    index = LanceIndex(open_table(tmp_path, "tests/4", 4), lambda *_: permit({1}, {1}))
    writer = LanceIndexWriter(open_table(tmp_path, "tests/4", 4))
    writer.write([row(1)])
    writer.settle()
    assert index.rank(READER, request()).by_ranker["words"].chunk_ids == (1,)
    writer.delete([1])
    writer.settle(purge=True)
    assert index.rank(READER, request()).by_ranker["words"].chunk_ids == ()
    index.close()


@pytest.mark.slow
def test_the_approximate_index_finds_what_exact_search_finds_for_who_may_read_little(tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    centres = rng.normal(size=(50, 32))
    cluster = rng.integers(0, 50, 22_000)
    vectors = centres[cluster] + rng.normal(size=(22_000, 32))
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    table = open_table(tmp_path, "tests/32", 32)
    writer = LanceIndexWriter(table)
    far = cluster == 0
    writer.write([row(n, vector=vectors[n], acl_class=2 if far[n] else 1) for n in range(22_000)])
    writer.settle()
    assert ["vector"] in [index.columns for index in table.list_indices()]
    approximate = VectorSearch(exact_below=0)
    for readable in ({1}, {2}):
        index = LanceIndex(table, lambda *_, c=readable: permit(c, {1}), approximate)
        rows = np.flatnonzero(far if readable == {2} else ~far)
        hits = 0
        for _ in range(20):
            question = vectors[rng.choice(np.flatnonzero(~far))]
            exact = set(rows[np.argsort(-(vectors[rows] @ question))[:10]].tolist())
            ids = (
                index.rank(READER, request(vector=question, words=(), depth=10)).by_ranker["vector"].chunk_ids
            )
            assert len(ids) == 10
            hits += len(exact & set(ids))
        assert hits / 200 >= 0.99
        index.close()
