"""Relations go with the chunk in which they begin."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.diagrams import spread
from fidedigno.ingest.diagrams.spread import with_relations
from fidedigno.model import Chunk
from fidedigno.model.relation import Direction, Relation


def relation(start: int) -> Relation:
    return Relation("a", "b", str(start), Direction.ONE_WAY, start, start + 3)


@given(
    st.lists(st.integers(0, 40), max_size=10),
    st.lists(st.integers(0, 40), min_size=2, max_size=6, unique=True),
)
def test_each_relation_is_in_every_chunk_that_holds_its_beginning(starts: list[int], cuts: list[int]) -> None:
    cuts.sort()
    chunks = [Chunk(i, "x" * (b - a), a, b) for i, (a, b) in enumerate(pairwise(cuts))]
    for chunk in with_relations([relation(s) for s in starts], chunks):
        assert sorted(r.start for r in chunk.relations) == sorted(
            s for s in starts if chunk.start <= s < chunk.end
        )


def test_a_chunk_has_a_limit() -> None:
    many = [relation(0)] * (spread.MAX_RELATIONS + 1)
    (chunk,) = with_relations(many, [Chunk(0, "x", 0, 1)])
    assert len(chunk.relations) == spread.MAX_RELATIONS
