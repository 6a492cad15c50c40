"""Reciprocal rank fusion against the worked example and an independent reference."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from fidedigno.gather.fuse import RRF_K, rank_parts, reciprocal_rank_fusion, score_parts, summed
from fidedigno.index import Ranking

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


@given(rankings, st.fixed_dictionaries({}, optional={"words": st.floats(0, 1), "vector": st.floats(0, 1)}))
def test_a_weight_scales_what_its_list_adds(lists: dict[str, list[int]], weights: dict[str, float]) -> None:
    plain, weighed = rank_parts(lists, RRF_K, {}), rank_parts(lists, RRF_K, weights)
    for name, added in plain.items():
        for each, part in added.items():
            assert abs(weighed[name][each] - part * weights.get(name, 1.0)) < 1e-12
    totals = dict(summed(lists, weighed))
    assert all(
        abs(totals[each] - sum(part.get(each, 0.0) for part in weighed.values())) < 1e-12 for each in totals
    )


def weighted_fusion(found: dict[str, Ranking], weights: dict[str, float]) -> list[tuple[int, float]]:
    return summed({name: each.chunk_ids for name, each in found.items()}, score_parts(found, weights))


scored = st.dictionaries(st.integers(0, 12), st.floats(-5, 5, allow_nan=False), max_size=10)


@given(st.dictionaries(st.sampled_from(["vector", "words"]), scored), st.floats(0, 1))
def test_weighted_fusion_equals_the_formula(lists: dict[str, dict[int, float]], share: float) -> None:
    weights = {"vector": share, "words": 1 - share}
    given_rankings, expected = {}, dict.fromkeys((each for found in lists.values() for each in found), 0.0)
    for name, found in lists.items():
        ids = tuple(sorted(found, key=lambda each: -found[each]))
        given_rankings[name] = Ranking(ids, tuple(found[each] for each in ids))
        for each in ids:
            span = found[ids[0]] - found[ids[-1]]
            expected[each] += weights[name] * ((found[each] - found[ids[-1]]) / span if span else 1.0)
    fused = dict(weighted_fusion(given_rankings, weights))
    assert fused.keys() == expected.keys()
    assert all(abs(fused[each] - expected[each]) < 1e-9 for each in fused)


def test_a_ranker_without_a_weight_comes_last() -> None:
    found = {"words": Ranking((1,), (9.0,)), "identifiers": Ranking((2,), (4.0,))}
    assert [each for each, _ in weighted_fusion(found, {"words": 0.5})] == [1, 2]
