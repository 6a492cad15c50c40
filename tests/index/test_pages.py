"""The index of pages keeps its promises, in one table and in several, exactly and through the engine's index."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from fidedigno.access import Permit
from fidedigno.errors import EmbedderMismatchError
from fidedigno.index.pages import PageIndex, PageSearch
from fidedigno.index.pages_table import PageTables
from fidedigno.index.pages_writer import PageIndexWriter
from tests.index.conformance import READER, permit
from tests.index.pages_conformance import PagesConformance, Pair, asked, page
from tests.reference.pages import maxsim


def tables(folder: Path, *separate: int, encoder: str = "tests", width: int = 4) -> PageTables:
    return PageTables(folder, lambda: frozenset(separate), encoder, lambda: width)


class TestOneTable(PagesConformance):
    """Every promise, with all corpora in one table."""

    separate: tuple[int, ...] = ()

    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: Path) -> None:
        self.folder = tmp_path
        self.opened_so_far = 0

    def open_pages(self, authorise: Callable[..., Permit]) -> Pair:
        self.opened_so_far += 1
        opened = tables(self.folder / str(self.opened_so_far), *self.separate)
        return PageIndex(opened, authorise), PageIndexWriter(opened)


class TestSeveralTables(TestOneTable):
    """Every promise, with the second corpus in a table of its own."""

    separate = (2,)


@pytest.mark.parametrize("exact_below", [0, 100])
def test_a_question_of_another_width_is_refused(tmp_path: Path, exact_below: int) -> None:
    opened = tables(tmp_path)
    PageIndexWriter(opened).write([page(1)])
    reader = PageIndex(opened, lambda *_: permit({1}, {1}), PageSearch(exact_below=exact_below))
    with pytest.raises(EmbedderMismatchError, match="dimensions"):
        reader.rank(READER, asked(vector=np.eye(3, dtype=np.float32)))


def test_a_table_of_another_encoder_is_not_searched(tmp_path: Path) -> None:
    PageIndexWriter(tables(tmp_path)).write([page(1)])
    other = tables(tmp_path, encoder="other")
    with pytest.raises(EmbedderMismatchError, match="'tests'"):
        PageIndex(other, lambda *_: permit({1}, {1})).rank(READER, asked())


def test_a_reader_sees_what_another_connection_wrote(tmp_path: Path) -> None:
    PageIndexWriter(tables(tmp_path)).write([page(1)])
    reader = PageIndex(tables(tmp_path), lambda *_: permit({1}, {1}))
    assert reader.rank(READER, asked()).by_ranker["pages"].chunk_ids == (1,)
    writer = PageIndexWriter(tables(tmp_path))
    writer.write([page(2)])
    assert reader.rank(READER, asked()).by_ranker["pages"].chunk_ids == (1, 2)
    writer.delete([1])
    writer.settle(purge=True)
    assert reader.rank(READER, asked()).by_ranker["pages"].chunk_ids == (2,)


def test_what_was_left_behind_in_another_table_is_found_in_neither(tmp_path: Path) -> None:
    PageIndexWriter(tables(tmp_path)).write([page(1, corpus_id=2), page(2)])
    reader = PageIndex(tables(tmp_path, 2), lambda *_: permit({1}, {1, 2}))
    assert reader.rank(READER, asked()).by_ranker["pages"].chunk_ids == (2,)
    assert [each.page_id for each in reader.read(READER, [1, 2], asked())] == [2]


@pytest.mark.slow
def test_through_the_engines_index_the_best_pages_are_those_of_the_reference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fidedigno.index.pages_writer.VECTORS_INDEX_FROM", 1_000)
    monkeypatch.setattr("fidedigno.index.pages_writer.VECTORS_A_PARTITION", 500)
    rng = np.random.default_rng(3)
    centres = rng.normal(size=(40, 16))

    def rows(count: int) -> np.ndarray:
        made = centres[rng.integers(0, 40, count)] + rng.normal(size=(count, 16))
        return (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float32)

    pages = {n: rows(24) for n in range(1, 401)}
    opened = tables(tmp_path, width=16)
    writer = PageIndexWriter(opened)
    writer.write([page(n, vectors=each, acl_class=1 + n % 4) for n, each in pages.items()])
    writer.settle()
    assert ["vectors"] in [index.columns for index in opened.table(0).list_indices()]
    for classes in ({1, 2, 3, 4}, {2}):
        reader = PageIndex(opened, lambda *_, c=classes: permit(c, {1}), PageSearch(exact_below=0))
        permitted = [n for n in pages if 1 + n % 4 in classes]
        hits = 0
        for _ in range(10):
            question = rows(6)
            scores = {n: maxsim(question.tolist(), pages[n].tolist()) for n in permitted}
            best = sorted(permitted, key=lambda n: -scores[n])[:5]
            found = reader.rank(READER, asked(vector=question, depth=50))
            assert found.vector_method == "approximate"
            ranking = found.by_ranker["pages"]
            assert set(ranking.chunk_ids) <= set(permitted)
            assert np.allclose(ranking.scores, [scores[n] for n in ranking.chunk_ids], atol=1e-3)
            hits += len(set(best) & set(ranking.chunk_ids[:5]))
        assert hits >= 48
