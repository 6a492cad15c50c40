"""What every index must do, whatever its engine: inherit and provide ``open_index``."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fidedigno.access import ALL_CORPORA, Permit
from fidedigno.errors import NotAvailableError
from fidedigno.index import SearchRequest
from fidedigno.ingest.rows import IndexRow, microseconds
from fidedigno.model import Box, Identity, Scope, Sensitivity
from tests.reference.index import ReferenceIndex, unit

NOW = datetime(2026, 10, 4, tzinfo=UTC)
READER = Identity.public("tests")
WORDS = ("plazo", "examen", "grupo", "aula", "acta")
CODES = ("hikaripool-1", "hikaripool-2", "inc-2207")
MICROSECOND = microseconds(NOW)
Pair = tuple[Any, Any]
"""A reading and a writing side over the same empty store."""


def row(chunk_id: int, **changes: Any) -> IndexRow:
    """A row that everybody of class 1 and corpus 1 may read."""
    values: dict[str, Any] = {
        "chunk_id": chunk_id, "version_id": chunk_id, "document_id": chunk_id, "corpus_id": 1, "acl_class": 1,
        "sensitivity": 1,
        "effective_from": -(2**60), "effective_until": 2**60, "vector": np.array([1, 0, 0, 0], np.float32),
        "vector_key": chunk_id, "words": "plazo", "identifiers": "", "relations": "",
        "text": f"texto {chunk_id}", "header": "",
        "context": "Guía", "section": ("A", "B"), "page": None, "start": 0, "end": 7, "kind": "text", "language": "es",
    }  # fmt: skip
    return IndexRow(**(values | changes))


def request(**changes: Any) -> SearchRequest:
    """A search for the first word and vector."""
    values: dict[str, Any] = {
        "vector": np.array([1, 0, 0, 0], np.float32), "words": ("plazo",), "identifiers": (), "moment": NOW,
    }  # fmt: skip
    return SearchRequest(**(values | changes))


def permit(classes: set[int], corpora: set[int], excluded: frozenset[int] = frozenset()) -> Permit:
    return Permit(frozenset(classes), frozenset(corpora), excluded, 1, "tests")


rows_strategy = st.lists(
    st.fixed_dictionaries(
        {
            "document_id": st.integers(1, 4),
            "corpus_id": st.integers(1, 2),
            "acl_class": st.integers(1, 6),
            "sensitivity": st.integers(0, 3),
            "effective_from": st.sampled_from([-(2**60), MICROSECOND, MICROSECOND + 1]),
            "effective_until": st.sampled_from([2**60, MICROSECOND + 2, MICROSECOND]),
            "words": st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join),
            "identifiers": st.lists(st.sampled_from(CODES), max_size=2, unique=True).map(" ".join),
            "vector": st.lists(st.integers(-5, 5), min_size=4, max_size=4).filter(any).map(unit),
        }
    ),
    min_size=1,
    max_size=12,
)


class IndexConformance:
    """Nineteen promises of the protocol."""

    def open_index(self, authorise: Callable[..., Permit]) -> Pair:
        """Return the reading and the writing side of a new, empty index."""
        raise NotImplementedError

    def opened(self, rows: list[IndexRow], allowed: Permit) -> Pair:
        reader, writer = self.open_index(lambda *_: allowed)
        writer.write(rows)
        writer.settle()
        return reader, writer

    @given(
        rows=rows_strategy,
        classes=st.sets(st.integers(1, 6)),
        corpora=st.sets(st.integers(1, 2)),
        excluded=st.frozensets(st.integers(1, 4), max_size=1),
        ceiling=st.sampled_from(list(Sensitivity)),
        vector=st.lists(st.integers(-5, 5), min_size=4, max_size=4).filter(any).map(unit),
        terms=st.lists(st.sampled_from(WORDS), min_size=1, max_size=3, unique=True),
    )
    @settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
    @pytest.mark.slow
    def test_every_ranker_sees_exactly_the_permitted_rows(
        self, rows, classes, corpora, excluded, ceiling, vector, terms
    ) -> None:
        reference = ReferenceIndex()
        reference.write([{**values, "chunk_id": n} for n, values in enumerate(rows, start=1)])
        allowed = permit(classes, corpora, excluded)
        written = [
            row(n, **{**values, "vector": np.array(values["vector"], np.float32)})
            for n, values in enumerate(rows, start=1)
        ]
        reader, _ = self.opened(written, allowed)
        asked = request(
            vector=np.array(vector, np.float32),
            words=tuple(terms),
            identifiers=("hikaripool-1",),
            scope=Scope(sensitivity=ceiling),
        )
        rankings = reader.rank(READER, asked).by_ranker
        rights = (classes, corpora, excluded) if not allowed.is_empty else (set(), set(), set())
        expected = reference.by_vector(rights, MICROSECOND, vector, 50, ceiling)
        got = rankings.get("vector", None)
        assert sorted(got.chunk_ids if got else []) == sorted(each for each, _ in expected)
        if got:
            assert np.allclose(got.scores, [score for _, score in expected], atol=1e-4)
        for column, wanted in (("words", terms), ("identifiers", ["hikaripool-1"])):
            ids = rankings[column].chunk_ids if column in rankings else ()
            assert set(ids) == reference.with_terms(rights, MICROSECOND, column, wanted, ceiling)
        readable = {each["chunk_id"] for each in reference.permitted(rights, MICROSECOND, ceiling)}
        everything = list(range(1, len(rows) + 1))
        assert {chunk.chunk_id for chunk in reader.read(READER, everything, asked)} == readable
        reader.close()

    def test_the_place_on_the_page_and_the_confidence_come_back(self) -> None:
        box = Box(0.1, 0.25, 0.9, 0.3333)
        scanned = row(1, page=2, box=box, confidence=0.9817)
        reader, _ = self.opened([scanned, row(2)], permit({1}, {1}))
        first, second = reader.read(READER, [1, 2], request())
        assert (first.page, first.box, first.confidence) == (2, box, 0.9817)
        assert (second.page, second.box, second.confidence) == (None, None, None)
        reader.close()

    def test_an_empty_permit_reads_nothing(self) -> None:
        for empty in (permit(set(), {1}), permit({1}, set()), permit(set(), set())):
            reader, _ = self.opened([row(1)], empty)
            assert reader.rank(READER, request()).by_ranker == {}
            assert reader.read(READER, [1], request()) == []

    @pytest.mark.parametrize("nobody", [None, "owner", object()])
    def test_there_is_no_search_without_an_identity(self, nobody: object) -> None:
        reader, _ = self.opened([row(1)], permit({1}, {1}))
        with pytest.raises(NotAvailableError):
            reader.rank(nobody, request())
        with pytest.raises(NotAvailableError):
            reader.read(nobody, [1], request())
        with pytest.raises(TypeError):
            reader.rank(request())

    def test_when_access_cannot_be_determined_nothing_is_returned(self) -> None:
        def broken(*_: object) -> Permit:
            raise NotAvailableError("not available")

        reader, writer = self.open_index(broken)
        writer.write([row(1)])
        writer.settle()
        with pytest.raises(NotAvailableError):
            reader.rank(READER, request())

    def test_the_corpora_asked_for_reach_the_authoriser(self) -> None:
        asked: list[object] = []

        def authorise(_: Identity, corpora: object) -> Permit:
            asked.append(corpora)
            return permit({1}, {1})

        reader, writer = self.open_index(authorise)
        writer.write([row(1)])
        writer.settle()
        reader.rank(READER, request())
        reader.rank(READER, request(scope=Scope(frozenset({"docs"}))))
        assert asked == [ALL_CORPORA, frozenset({"docs"})]

    def test_of_live_corpora_only_confirmed_documents_are_ranked_or_read(self) -> None:
        live = replace(permit({1}, {1, 2}), live=frozenset({2}))
        rows = [row(1), row(2, corpus_id=2), row(3, corpus_id=2), row(4, corpus_id=2, acl_class=9)]
        reader, _ = self.opened(rows, live)

        def seen(**changes: Any) -> tuple[set[int], set[int]]:
            asked = request(**changes)
            rankings = reader.rank(READER, asked).by_ranker.values()
            ranked = {each for ranking in rankings for each in ranking.chunk_ids}
            return ranked, {chunk.chunk_id for chunk in reader.read(READER, [1, 2, 3, 4], asked)}

        assert seen() == ({1}, {1})
        assert seen(confirmed=frozenset({2, 4})) == ({1, 2}, {1, 2})
        assert seen(unconfirmed=True) == ({1, 2, 3}, {1}), "for ids, and never for a text"
        assert seen(unconfirmed=True, refused=frozenset({1, 2})) == ({3}, set())
        assert seen(confirmed=frozenset({2}), refused=frozenset({2})) == ({1}, {1})

    def test_the_documents_to_ask_about_are_those_of_live_corpora_that_the_grants_open(self) -> None:
        live = replace(permit({1}, {1, 2}, frozenset({5})), live=frozenset({2}))
        rows = [
            row(1),
            row(2, corpus_id=2, document_id=7),
            row(3, corpus_id=2, acl_class=9),
            row(4, corpus_id=2, effective_until=MICROSECOND),
            row(5, corpus_id=2),
        ]
        reader, _ = self.opened(rows, live)
        assert reader.live_documents(READER, [1, 2, 3, 4, 5, 6], request()) == {2: 7}
        assert reader.live_documents(READER, [2, 4], request(moment=None)) == {2: 7, 4: 4}
        assert reader.live_documents(READER, [], request()) == {}

    def test_where_no_corpus_is_live_there_is_nothing_to_ask_about(self) -> None:
        reader, _ = self.opened([row(1)], permit({1}, {1}))
        assert reader.live_documents(READER, [1], request()) == {}
        with pytest.raises(NotAvailableError):
            reader.live_documents(None, [1], request())

    def test_replacing_removes_the_other_rows_of_the_document_in_the_same_step(self) -> None:
        reader, writer = self.opened([row(1, document_id=7), row(2, document_id=7), row(3)], permit({1}, {1}))
        writer.write([row(9, document_id=7)], replacing=[7])
        assert {c.chunk_id for c in reader.read(READER, [1, 2, 3, 9], request())} == {3, 9}

    def test_reassigning_changes_who_reads_and_keeps_the_vector(self) -> None:
        reader, writer = self.opened([row(1), row(2)], permit({1}, {1}))
        before = writer.vectors_of([2])
        writer.reassign({2: 5})
        assert {c.chunk_id for c in reader.read(READER, [1, 2], request())} == {1}
        assert np.array_equal(writer.vectors_of([2])[2], before[2])

    def test_deleted_documents_are_gone_at_once_from_every_ranker(self) -> None:
        reader, writer = self.opened([row(1, identifiers="inc-2207"), row(2)], permit({1}, {1}))
        writer.delete([1])
        rankings = reader.rank(READER, request(identifiers=("inc-2207",))).by_ranker
        assert all(1 not in ranking.chunk_ids for ranking in rankings.values())

    def test_rows_written_after_the_last_settling_are_found_too(self) -> None:
        reader, writer = self.opened([row(1)], permit({1}, {1}))
        writer.write([row(2, words="examen", identifiers="inc-2207")])
        rankings = reader.rank(READER, request(words=("examen",), identifiers=("inc-2207",))).by_ranker
        assert rankings["words"].chunk_ids == (2,)
        assert rankings["identifiers"].chunk_ids == (2,)
        assert 2 in rankings["vector"].chunk_ids

    def test_an_identifier_is_matched_whole(self) -> None:
        reader, _ = self.opened(
            [
                row(1, identifiers="hikaripool-1"),
                row(2, identifiers="hikaripool-2"),
                row(3, identifiers="hikaripool"),
            ],
            permit({1}, {1}),
        )
        rankings = reader.rank(READER, request(identifiers=("hikaripool-1",))).by_ranker
        assert rankings["identifiers"].chunk_ids == (1,)

    def test_reading_keeps_the_order_asked_for_and_every_field(self) -> None:
        reader, _ = self.opened([row(1, page=3, header="| a |"), row(2)], permit({1}, {1}))
        second, first = reader.read(READER, [2, 1], request())
        assert (second.chunk_id, first.chunk_id) == (2, 1)
        assert (first.page, first.header, first.section, first.text) == (3, "| a |", ("A", "B"), "texto 1")
        assert first.context == "Guía"

    def test_an_empty_index_answers_with_nothing(self) -> None:
        reader, writer = self.open_index(lambda *_: permit({1}, {1}))
        writer.settle()
        assert all(not r.chunk_ids for r in reader.rank(READER, request()).by_ranker.values())

    def test_a_purge_leaves_what_was_not_deleted(self) -> None:
        reader, writer = self.opened([row(n) for n in range(1, 30)], permit({1}, {1}))
        writer.delete(range(1, 15))
        writer.settle(purge=True)
        assert writer.is_clean()
        assert set(reader.rank(READER, request()).by_ranker["words"].chunk_ids) == set(range(15, 30))

    @pytest.mark.parametrize("bad", [[float("nan"), 0, 0, 0], [1, 0, 0], [float("inf"), 0, 0, 0]])
    def test_a_vector_that_is_not_one_is_refused(self, bad: list[float]) -> None:
        _, writer = self.open_index(lambda *_: permit({1}, {1}))
        with pytest.raises(ValueError, match="vector"):
            writer.write([row(1, vector=np.array(bad, np.float32))])
