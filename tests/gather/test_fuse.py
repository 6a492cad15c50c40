"""Reciprocal rank fusion against the worked example and an independent reference."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from fidedigno.gather.fuse import reciprocal_rank_fusion

A, B, C, D = 1, 2, 3, 4
rankings = st.dictionaries(
    st.sampled_from(["vector", "words", "identifiers"]),
    st.lists(st.integers(0, 12), unique=True, max_size=10),
)


def test_the_worked_example_of_two_rankings_gives_c_b_a_d() -> None:
    fused = reciprocal_rank_fusion({"semantic": [A, B, C], "lexical": [C, D, B]})
    assert [each for each, _ in fused] == [C, B, A, D]
    thousandths = {each: round(score * 1000, 1) for each, score in fused}
    assert thousandths == {A: 16.4, D: 16.1, B: 32.0, C: 32.3}


@given(rankings)
def test_fusion_equals_the_formula_computed_exactly(lists: dict[str, list[int]]) -> None:
    exact: dict[int, Fraction] = {}
    for ranking in lists.values():
        for position, each in enumerate(ranking):
            exact[each] = exact.get(each, Fraction(0)) + Fraction(1, 61 + position)
    fused = reciprocal_rank_fusion(lists)
    assert {each for each, _ in fused} == set(exact)
    assert all(abs(score - float(exact[each])) < 1e-12 for each, score in fused)
    assert [score for _, score in fused] == sorted((score for _, score in fused), reverse=True)


@given(rankings)
def test_the_order_does_not_depend_on_the_order_of_the_rankers(lists: dict[str, list[int]]) -> None:
    backwards = dict(reversed(list(lists.items())))
    assert [each for each, _ in reciprocal_rank_fusion(lists)] == [
        each for each, _ in reciprocal_rank_fusion(backwards)
    ]


def test_an_id_listed_twice_in_one_ranking_counts_once() -> None:
    assert reciprocal_rank_fusion({"words": [A, A, B]}) == reciprocal_rank_fusion({"words": [A, B]})
