"""A cut through equal scores is the same whatever else the engine weighed."""

from hypothesis import given
from hypothesis import strategies as st

from fidedigno.index.ties import Row, best_rows

SCORES = st.sampled_from([0.1, 0.5, 0.5, 0.9])


@given(scores=st.lists(SCORES, max_size=200), depth=st.integers(1, 12), seed=st.integers(0, 99))
def test_the_cut_does_not_depend_on_the_order_of_equals(scores: list[float], depth: int, seed: int) -> None:
    rows: list[Row] = [(number, score, 0) for number, score in enumerate(scores)]

    def engine(limit: int) -> list[Row]:
        return sorted(rows, key=lambda row: (-row[1], (row[0] + seed + limit) * 7919 % 211))[:limit]

    assert best_rows(engine, depth) == sorted(rows, key=lambda row: (-row[1], row[0]))[:depth]


def test_an_engine_without_end_of_equals_is_asked_a_few_times_only() -> None:
    asked: list[int] = []

    def engine(limit: int) -> list[Row]:
        asked.append(limit)
        return [(number, 1.0, 0) for number in range(limit)]

    assert [row[0] for row in best_rows(engine, 3)] == [0, 1, 2]
    assert len(asked) == 4
