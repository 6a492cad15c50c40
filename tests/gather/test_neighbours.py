from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fidedigno.gather import Candidate, HybridRetriever, RetrievalPolicy
from fidedigno.gather.neighbours import beside
from fidedigno.ingest.embed import NoEmbedder
from fidedigno.model import Question, chunk_id_of
from fidedigno.model.document import CHUNK_ORDINAL_BITS
from tests.fakes.cards import card
from tests.gather.test_hybrid import READER, FakeCatalog, FakeIndex, chunk

LAST = (1 << CHUNK_ORDINAL_BITS) - 1


def found(*chunks: int) -> list[Candidate]:
    return [Candidate(card(each), rank) for rank, each in enumerate(chunks, 1)]


places = st.tuples(st.integers(1, 3), st.sampled_from([0, 1, 2, 3, LAST - 1, LAST]))


@given(st.lists(places, unique=True, max_size=8), st.integers(0, 9))
def test_neighbours_are_of_the_same_version_one_step_away_and_not_found_yet(
    at: list[tuple[int, int]], first: int
) -> None:
    candidates = found(*(chunk_id_of(version, ordinal) for version, ordinal in at))
    expected: dict[tuple[int, int], int] = {}
    for rank, (version, ordinal) in enumerate(at[:first], 1):
        for near in (ordinal - 1, ordinal + 1):
            if 0 <= near <= LAST and (version, near) not in at:
                expected.setdefault((version, near), rank)
    named = {chunk_id_of(*place): rank for place, rank in expected.items()}
    assert beside(candidates, first) == named


def gathered(index: FakeIndex, neighbours: int, limit: int = 10) -> list[Candidate]:
    policy = RetrievalPolicy(neighbours=neighbours)
    retriever = HybridRetriever(index, NoEmbedder(), FakeCatalog(), policy)
    return list(retriever.gather(Question("asunto"), READER, limit).candidates)


def test_they_come_after_what_was_ranked_and_say_beside_which_they_stand() -> None:
    one, two = chunk_id_of(5, 3), chunk_id_of(6, 0)
    candidates = gathered(FakeIndex({"words": [one, two]}), 2)
    places = [(int(each.evidence.id, 16), each.rank, each.beside) for each in candidates]
    assert places == [(one, 1, None), (two, 2, None), (one - 1, 3, 1), (one + 1, 4, 1), (two + 1, 5, 2)]
    assert all(not each.ranks and each.fused_score == 0 for each in candidates[2:])


def test_without_the_switch_nothing_more_is_read() -> None:
    index = FakeIndex({"words": [chunk_id_of(5, 3)]})
    assert len(gathered(index, 0)) == 1
    assert index.asked_for == [chunk_id_of(5, 3)]


def test_a_neighbour_that_the_filter_does_not_let_through_is_not_there() -> None:
    one = chunk_id_of(5, 3)
    index = FakeIndex({"words": [one]}, {one: chunk(one)}, hidden=frozenset({one + 1}))
    assert [int(each.evidence.id, 16) for each in gathered(index, 1)] == [one, one - 1]
    assert all(each is READER for each in index.identities)
