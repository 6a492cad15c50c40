"""What every index of pages must do: inherit and provide ``open_pages``."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fidedigno.access import ALL_CORPORA, Permit
from fidedigno.errors import NotAvailableError
from fidedigno.ingest.page_rows import PageRow
from fidedigno.model import Identity, Scope, Sensitivity
from tests.index.conformance import MICROSECOND, NOW, READER, permit, request
from tests.reference.pages import ReferencePages, unit

Pair = tuple[Any, Any]
"""A reading and a writing side over the same empty store; vectors have four dimensions."""
QUESTION = np.eye(4, dtype=np.float32)[:2]


def page(page_id: int, **changes: Any) -> PageRow:
    """A page that everybody of class 1 and corpus 1 may read; it holds the question's first vector."""
    values: dict[str, Any] = {
        "page_id": page_id, "version_id": page_id, "document_id": page_id, "corpus_id": 1, "acl_class": 1,
        "sensitivity": 1, "effective_from": -(2**60), "effective_until": 2**60, "page": 1, "pages": 1,
        "page_key": page_id, "letters": 0, "vectors": QUESTION[:1],
    }  # fmt: skip
    return PageRow(**(values | changes))


def asked(**changes: Any) -> Any:
    return request(**({"vector": QUESTION, "words": ()} | changes))


vectors_strategy = st.lists(
    st.lists(st.integers(-5, 5), min_size=4, max_size=4).filter(any).map(unit), min_size=1, max_size=5
)
pages_strategy = st.lists(
    st.fixed_dictionaries(
        {
            "document_id": st.integers(1, 4),
            "corpus_id": st.integers(1, 2),
            "acl_class": st.integers(1, 6),
            "sensitivity": st.integers(0, 3),
            "effective_from": st.sampled_from([-(2**60), MICROSECOND, MICROSECOND + 1]),
            "effective_until": st.sampled_from([2**60, MICROSECOND + 2, MICROSECOND]),
            "vectors": vectors_strategy,
        }
    ),
    min_size=1,
    max_size=12,
)


class PagesConformance:
    """What a reader may count on, whatever the engine."""

    def open_pages(self, authorise: Callable[..., Permit]) -> Pair:
        """Return the reading and the writing side of a new, empty index of pages."""
        raise NotImplementedError

    def opened(self, rows: list[PageRow], allowed: Permit) -> Pair:
        reader, writer = self.open_pages(lambda *_: allowed)
        writer.write(rows)
        writer.settle()
        return reader, writer

    def seen(self, reader: Any, ids: list[int], **changes: Any) -> tuple[set[int], set[int]]:
        """What is ranked and what is read of some pages."""
        rankings = reader.rank(READER, asked(**changes)).by_ranker
        ranked = {each for ranking in rankings.values() for each in ranking.chunk_ids}
        return ranked, {each.page_id for each in reader.read(READER, ids, asked(**changes))}

    @given(
        pages=pages_strategy,
        classes=st.sets(st.integers(1, 6)),
        corpora=st.sets(st.integers(1, 2)),
        excluded=st.frozensets(st.integers(1, 4), max_size=1),
        ceiling=st.sampled_from(list(Sensitivity)),
        question=vectors_strategy,
        depth=st.integers(1, 12),
    )
    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @pytest.mark.slow
    def test_exactly_the_permitted_pages_are_ranked_by_maxsim_and_read(
        self, pages, classes, corpora, excluded, ceiling, question, depth
    ) -> None:
        numbered = [{**values, "page_id": n} for n, values in enumerate(pages, start=1)]
        reference = ReferencePages(numbered)
        rows = [
            page(n, **{**values, "vectors": np.array(values["vectors"], np.float32)})
            for n, values in enumerate(pages, start=1)
        ]
        reader, _ = self.opened(rows, permit(classes, corpora, excluded))
        tokens = np.array(question, np.float32)
        wanted = asked(vector=tokens, depth=depth, scope=Scope(sensitivity=ceiling))
        rights = (classes, corpora, excluded) if classes and corpora else (set(), set(), set())
        expected = reference.ranked(rights, MICROSECOND, question, depth, ceiling)
        found = reader.rank(READER, wanted).by_ranker.get("pages")
        scores = found.scores if found else ()
        assert np.allclose(scores, [score for _, score in expected], atol=1e-4)
        everything = {each["page_id"] for each in reference.permitted(rights, MICROSECOND, ceiling)}
        assert set(found.chunk_ids if found else ()) <= everything
        ids = [each["page_id"] for each in numbered]
        assert {each.page_id for each in reader.read(READER, ids, wanted)} == everything

    def test_an_empty_permit_sees_nothing(self) -> None:
        for empty in (permit(set(), {1}), permit({1}, set()), permit(set(), set())):
            reader, _ = self.opened([page(1)], empty)
            assert self.seen(reader, [1]) == (set(), set())

    @pytest.mark.parametrize("nobody", [None, "owner", object()])
    def test_there_is_no_search_without_an_identity(self, nobody: object) -> None:
        reader, _ = self.opened([page(1)], permit({1}, {1}))
        for call in (reader.read, reader.live_documents):
            with pytest.raises(NotAvailableError):
                call(nobody, [1], asked())
        with pytest.raises(NotAvailableError):
            reader.rank(nobody, asked())
        with pytest.raises(TypeError):
            reader.rank(asked())

    def test_when_access_cannot_be_determined_nothing_is_returned(self) -> None:
        def broken(*_: object) -> Permit:
            raise NotAvailableError("not available")

        reader, writer = self.open_pages(broken)
        writer.write([page(1)])
        with pytest.raises(NotAvailableError):
            reader.rank(READER, asked())
        with pytest.raises(NotAvailableError):
            reader.read(READER, [1], asked())

    def test_the_corpora_asked_for_reach_the_authoriser(self) -> None:
        reached: list[object] = []

        def authorise(_: Identity, corpora: object) -> Permit:
            reached.append(corpora)
            return permit({1}, {1})

        reader, writer = self.open_pages(authorise)
        writer.write([page(1)])
        reader.rank(READER, asked())
        reader.rank(READER, asked(scope=Scope(frozenset({"docs"}))))
        assert reached == [ALL_CORPORA, frozenset({"docs"})]

    def test_of_live_corpora_only_confirmed_documents_are_ranked_or_read(self) -> None:
        live = replace(permit({1}, {1, 2}), live=frozenset({2}))
        rows = [page(1), page(2, corpus_id=2), page(3, corpus_id=2), page(4, corpus_id=2, acl_class=9)]
        reader, _ = self.opened(rows, live)
        ids = [1, 2, 3, 4]
        assert self.seen(reader, ids) == ({1}, {1})
        assert self.seen(reader, ids, confirmed=frozenset({2, 4})) == ({1, 2}, {1, 2})
        assert self.seen(reader, ids, unconfirmed=True) == ({1, 2, 3}, {1}), "for ids, and never to be shown"
        assert self.seen(reader, ids, confirmed=frozenset({2}), refused=frozenset({2})) == ({1}, {1})
        assert reader.live_documents(READER, ids, asked()) == {2: 2, 3: 3}

    def test_a_changed_access_list_moves_the_pages_at_once_and_keeps_their_vectors(self) -> None:
        reader, writer = self.opened([page(1), page(2)], permit({1}, {1}))
        before = writer.vectors_of([2])[2]
        writer.reassign({2: 5})
        assert self.seen(reader, [1, 2]) == ({1}, {1})
        assert np.array_equal(writer.vectors_of([2])[2], before)
        writer.reassign({2: 1})
        assert self.seen(reader, [1, 2]) == ({1, 2}, {1, 2})

    def test_deleted_documents_are_gone_at_once(self) -> None:
        reader, writer = self.opened([page(1), page(2)], permit({1}, {1}))
        writer.delete([1])
        assert self.seen(reader, [1, 2]) == ({2}, {2})

    def test_withdrawn_pages_are_seen_by_nobody_even_under_another_class(self) -> None:
        reader, writer = self.opened([page(1), page(2)], permit({1, 5}, {1}))
        writer.withdraw([1])
        assert self.seen(reader, [1, 2]) == ({2}, {2})
        writer.reassign({1: 5})
        assert self.seen(reader, [1, 2], moment=None) == ({2}, {2})
        assert set(writer.held()) == {2}
        assert set(writer.vectors_of([1])) == {1}, "an equal picture needs no encoding until the run ends"
        writer.settle()
        assert writer.vectors_of([1]) == {}

    def test_pages_written_after_the_last_settling_are_found_too(self) -> None:
        reader, writer = self.opened([page(1)], permit({1}, {1}))
        writer.write([page(2)])
        assert self.seen(reader, [1, 2]) == ({1, 2}, {1, 2})

    def test_writing_a_page_again_replaces_it(self) -> None:
        reader, writer = self.opened([page(1)], permit({1}, {1}))
        writer.write([page(1, vectors=QUESTION)])
        ranking = reader.rank(READER, asked()).by_ranker["pages"]
        assert ranking.chunk_ids == (1,)
        assert ranking.scores[0] == pytest.approx(2.0)

    def test_what_is_out_of_force_is_found_only_without_a_moment(self) -> None:
        reader, _ = self.opened([page(1, effective_until=MICROSECOND)], permit({1}, {1}))
        assert self.seen(reader, [1], moment=NOW) == (set(), set())
        assert self.seen(reader, [1], moment=None) == ({1}, {1})

    def test_an_empty_index_answers_with_nothing(self) -> None:
        reader, writer = self.open_pages(lambda *_: permit({1}, {1}))
        writer.settle(purge=True)
        assert self.seen(reader, [1]) == (set(), set())
        assert (writer.count(), writer.held(), writer.is_clean()) == (0, {}, True)

    def test_a_question_without_vectors_ranks_nothing(self) -> None:
        reader, _ = self.opened([page(1)], permit({1}, {1}))
        assert reader.rank(READER, asked(vector=None)).by_ranker == {}

    @pytest.mark.parametrize(
        "bad", [[[float("nan"), 0, 0, 0]], [[1, 0, 0]], [[float("inf"), 0, 0, 0]], [1, 0, 0, 0], []]
    )
    def test_vectors_that_are_none_are_refused(self, bad: list[Any]) -> None:
        reader, writer = self.open_pages(lambda *_: permit({1}, {1}))
        with pytest.raises(ValueError, match="vectors of a page"):
            writer.write([page(1, vectors=np.array(bad, np.float32))])
        assert self.seen(reader, [1]) == (set(), set())
