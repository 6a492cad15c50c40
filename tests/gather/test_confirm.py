"""Which documents are asked about, in which order, and how a ranking looks afterwards."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.access import LiveOutcome, LiveRun
from fidedigno.gather.confirm import MOST_ROUNDS, confirm_first, confirm_ranking
from fidedigno.index.protocol import IndexedChunk, Ranking, Rankings, SearchRequest
from fidedigno.model import Identity

READER = Identity.public("t")
ALLOWED, DENIED, UNKNOWN = LiveOutcome.ALLOWED, LiveOutcome.DENIED, LiveOutcome.UNKNOWN


class Run(LiveRun):
    """Answers from what is said of each document, and keeps the waves in which it was asked."""

    def __init__(self, says: Mapping[int, LiveOutcome]) -> None:
        self.waves: list[list[int]] = []

        def ask(documents: Collection[int], seconds: float) -> Mapping[int, LiveOutcome]:
            self.waves.append(list(documents))
            return {each: says.get(each, ALLOWED) for each in documents}

        super().__init__(ask, 2.0)


def test_no_more_documents_are_asked_about_than_chunks_are_wanted() -> None:
    run = Run({})
    assert confirm_first([1, 2, 3, 4], {1: 10, 2: 20, 3: 30, 4: 40}, 2, run) == {10, 20}
    assert run.waves == [[10, 20]]


def test_others_are_asked_about_in_the_place_of_those_that_are_refused() -> None:
    run = Run({10: DENIED, 30: UNKNOWN})
    assert confirm_first([1, 2, 3, 4, 5], dict(zip(range(1, 6), range(10, 60, 10), strict=True)), 2, run) == {
        20,
        40,
    }
    assert run.waves == [[10, 20], [30, 40]], "one to spare, since one was refused"


def test_a_document_of_several_chunks_is_asked_about_once_and_open_chunks_need_no_word() -> None:
    run = Run({})
    assert confirm_first([1, 2, 3, 4, 5], {1: 10, 3: 10, 5: 50}, 4, run) == {10}
    assert run.waves == [[10]]


def test_where_nothing_has_to_be_asked_about_nobody_is_asked() -> None:
    run = Run({})
    assert confirm_first([1, 2], {}, 2, run) == frozenset()
    assert confirm_first([1, 2], {1: 10}, 0, run) == frozenset()
    assert run.waves == []


@given(
    says=st.dictionaries(st.integers(0, 15), st.sampled_from(list(LiveOutcome)), max_size=16),
    live=st.sets(st.integers(0, 30)),
    wanted=st.integers(0, 31),
)
def test_the_confirmed_are_those_of_the_first_readable_chunks(
    says: dict[int, LiveOutcome], live: set[int], wanted: int
) -> None:
    chunks = list(range(31))
    documents = {chunk: chunk // 2 for chunk in chunks if chunk in live}
    run = Run(says)
    got = confirm_first(chunks, documents, wanted, run)
    readable = [
        chunk for chunk in chunks if chunk not in documents or says.get(documents[chunk], ALLOWED) is ALLOWED
    ]
    assert got == {documents[chunk] for chunk in readable[:wanted] if chunk in documents}


@dataclass
class FakeIndex:
    """Ranks chunks 1, 2, 3 ... of documents of the same number; those in ``live`` must be asked about."""

    size: int
    live: set[int]
    ranked: list[SearchRequest] = field(default_factory=list)

    def rank(self, identity: Identity, request: SearchRequest) -> Rankings:
        self.ranked.append(request)
        ids = [
            each
            for each in range(1, self.size + 1)
            if each not in request.refused
            and (each not in self.live or request.unconfirmed or each in request.confirmed)
        ][: request.depth]
        return Rankings({"words": Ranking(tuple(ids), tuple(0.0 for _ in ids))})

    def live_documents(
        self, identity: Identity, chunk_ids: Sequence[int], request: SearchRequest
    ) -> Mapping[int, int]:
        return {each: each for each in chunk_ids if each in self.live}

    def read(
        self, identity: Identity, chunk_ids: Sequence[int], request: SearchRequest
    ) -> list[IndexedChunk]:
        raise AssertionError("nothing is read here")


def confirmed(index: FakeIndex, run: LiveRun, wanted: int, depth: int) -> tuple[list[int], SearchRequest]:
    request = SearchRequest(None, ("x",), (), None, depth=depth)
    first = index.rank(READER, SearchRequest(None, ("x",), (), None, depth=depth, unconfirmed=True))
    made, rankings = confirm_ranking(
        index, READER, request, first, lambda r: (r.by_ranker["words"].chunk_ids, wanted), run
    )
    return list(rankings.by_ranker["words"].chunk_ids), made


def test_a_ranking_without_such_documents_stays_as_it_is() -> None:
    index = FakeIndex(5, set())
    ids, request = confirmed(index, Run({}), 3, 10)
    assert (ids, request.confirmed, len(index.ranked)) == ([1, 2, 3, 4, 5], frozenset(), 1)


def test_a_ranking_of_which_all_is_confirmed_is_not_made_again() -> None:
    index = FakeIndex(3, {1, 2})
    ids, request = confirmed(index, Run({}), 3, 10)
    assert (ids, request.confirmed, len(index.ranked)) == ([1, 2, 3], {1, 2}, 1)


def test_what_was_refused_or_not_asked_about_is_not_in_the_ranking() -> None:
    index = FakeIndex(8, {1, 3, 5, 7})
    ids, request = confirmed(index, Run({1: DENIED}), 3, 10)
    assert ids == [2, 3, 4, 6, 8]
    assert (request.confirmed, request.unconfirmed, request.refused) == ({3}, False, frozenset())


def test_refused_documents_do_not_crowd_out_those_behind_them() -> None:
    index = FakeIndex(40, set(range(1, 31)))
    ids, _ = confirmed(index, Run(dict.fromkeys(range(1, 21), DENIED)), 5, 8)
    assert ids[:5] == [21, 22, 23, 24, 25]


@pytest.mark.parametrize("outcome", [LiveOutcome.TIMED_OUT, LiveOutcome.BREAKER_OPEN])
def test_a_source_that_does_not_answer_is_not_pressed(outcome: LiveOutcome) -> None:
    index, run = FakeIndex(40, set(range(1, 40))), Run(dict.fromkeys(range(1, 40), outcome))
    ids, _ = confirmed(index, run, 5, 8)
    assert ids == [40]
    assert len(index.ranked) == 2
    assert len(run.outcomes) == 8


def test_a_source_that_refuses_everything_is_asked_so_often_and_no_more() -> None:
    index, run = FakeIndex(200, set(range(1, 200))), Run(dict.fromkeys(range(1, 200), DENIED))
    ids, _ = confirmed(index, run, 5, 8)
    assert ids == [200]
    assert len(run.outcomes) == MOST_ROUNDS * 8
