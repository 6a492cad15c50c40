from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import ndcg_score

from fidedigno.evaluate.retrieval_metrics import mean_interval, ndcg, recall

KEYS = [str(number) for number in range(12)]


@given(st.permutations(KEYS), st.dictionaries(st.sampled_from(KEYS), st.floats(0.1, 3), min_size=1))
def test_ndcg_is_that_of_another_implementation(found: list[str], relevant: dict[str, float]) -> None:
    gains = np.array([[relevant.get(key, 0.0) for key in found]])
    places = np.array([[float(len(found) - rank) for rank in range(len(found))]])
    assert ndcg(found, relevant) == pytest.approx(ndcg_score(gains, places, k=10))


@given(
    st.lists(st.sampled_from(KEYS), unique=True),
    st.sets(st.sampled_from(KEYS), min_size=1),
    st.integers(1, 12),
)
def test_recall_counts_what_is_relevant_among_the_first(found: list[str], relevant: set[str], k: int) -> None:
    hits = [key for key in found[:k] if key in relevant]
    assert recall(found, dict.fromkeys(relevant, 1.0), k) == len(hits) / len(relevant)


def test_without_anything_relevant_there_is_nothing_to_gain() -> None:
    assert ndcg(["a"], {}) == recall(["a"], {}, 5) == 0.0


def test_an_interval_holds_the_mean_and_narrows_with_more_questions() -> None:
    few, many = mean_interval([0.0, 1.0] * 10), mean_interval([0.0, 1.0] * 1000)
    assert few[0] < many[0] < 0.5 < many[1] < few[1]
    assert mean_interval([0.3] * 5) == pytest.approx((0.3, 0.3))
    with pytest.raises(ValueError, match="values"):
        mean_interval([])
