"""Rankings of several tables become one: by value where values mean the same, by what is held where not."""

from hypothesis import given
from hypothesis import strategies as st

from fidedigno.index.merge import TableRanking, merge_by_matches, merge_by_score
from fidedigno.index.protocol import Ranking

TABLES = st.lists(
    st.lists(st.tuples(st.integers(0, 3), st.sampled_from([0.1, 0.5, 0.9])), max_size=6), max_size=4
)


def tables_of(drawn: list[list[tuple[int, float]]]) -> list[TableRanking]:
    """Tables with ids of their own, each from its best score to its worst."""
    made, number = [], 0
    for drawn_rows in drawn:
        rows = sorted(drawn_rows, key=lambda row: -row[1])
        ids = tuple(range(number, number + len(rows)))
        number += len(rows)
        ranking = Ranking(ids, tuple(score for _, score in rows))
        made.append(TableRanking(ranking, matched=tuple(matched for matched, _ in rows)))
    return made


@given(drawn=TABLES, depth=st.integers(1, 12))
def test_comparable_scores_give_what_one_table_would_give(drawn, depth: int) -> None:
    tables = tables_of(drawn)
    merged = merge_by_score([each.ranking for each in tables], depth)
    pairs = [
        pair for each in tables for pair in zip(each.ranking.chunk_ids, each.ranking.scores, strict=True)
    ]
    expected = sorted(pairs, key=lambda pair: (-pair[1], pair[0]))[:depth]
    assert list(zip(merged.chunk_ids, merged.scores, strict=True)) == expected


@given(drawn=TABLES, depth=st.integers(1, 30))
def test_the_order_of_each_table_stays_and_nothing_is_lost_or_repeated(drawn, depth: int) -> None:
    tables = tables_of(drawn)
    merged = merge_by_matches(tables, depth).chunk_ids
    total = sum(len(each.ranking.chunk_ids) for each in tables)
    assert len(merged) == len(set(merged)) == min(depth, total)
    for each in tables:
        mine = [found for found in merged if found in set(each.ranking.chunk_ids)]
        assert mine == list(each.ranking.chunk_ids[: len(mine)])


@given(drawn=TABLES)
def test_nothing_is_taken_before_the_head_of_another_table_that_holds_more(drawn) -> None:
    tables = tables_of(drawn)
    merged = merge_by_matches(tables, 99).chunk_ids
    held = {i: m for t in tables for i, m in zip(t.ranking.chunk_ids, t.matched, strict=True)}
    waiting = [list(each.ranking.chunk_ids) for each in tables]
    for found in merged:
        assert held[found] == max(held[queue[0]] for queue in waiting if queue)
        next(queue for queue in waiting if queue and queue[0] == found).pop(0)


def test_a_small_table_where_every_word_is_rare_does_not_come_first() -> None:
    large = TableRanking(Ranking((1, 2), (3.1, 2.9)), matched=(3, 2))
    small = TableRanking(Ranking((9,), (8.7,)), matched=(1,))
    assert merge_by_matches([small, large], 3).chunk_ids == (1, 2, 9)
