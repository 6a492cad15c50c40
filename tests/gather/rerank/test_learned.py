"""The learned reranker is the sum that its file says; a file that is not right is refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.errors import ConfigurationError
from fidedigno.gather.rerank.features import NAMES, features
from fidedigno.gather.rerank.learned import SIGNED, LearnedReranker, read_weights, shipped_weights
from fidedigno.gather.rerank.protocol import Passage
from tests.gather.rerank.cards import passages

PLAIN = dict.fromkeys(NAMES, 1.0)
TEXTS = ("The pump has a valve.", "A pump.", "Nothing of it.")


def written(weights: object) -> str:
    return json.dumps({"weights": weights})


@settings(deadline=None)
@given(st.lists(st.floats(0, 9), min_size=len(NAMES), max_size=len(NAMES)))
def test_the_score_is_the_weighed_sum_of_the_features(values: list[float]) -> None:
    weights = read_weights(written(dict(zip(NAMES, values, strict=True))))
    made = passages(*TEXTS, language="en")
    expected = [sum(a * b for a, b in zip(values, row, strict=True)) for row in features("pump valve", made)]
    assert LearnedReranker(weights).score("pump valve", made) == pytest.approx(expected)


@pytest.mark.parametrize(
    "wrong",
    [
        {**PLAIN, "secret": 1.0},
        dict.fromkeys(NAMES[1:], 1.0),
        {**PLAIN, "bm25": -0.1},
        {**PLAIN, "bm25": float("nan")},
        {**PLAIN, "length": float("inf")},
        {**PLAIN, "bm25": "much"},
        {**PLAIN, "bm25": None},
        [1.0],
        None,
        10,
    ],
)
def test_weights_that_are_not_right_are_refused(wrong: object) -> None:
    with pytest.raises(ConfigurationError, match="weights of the reranker"):
        read_weights(written(wrong))


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", "[" * 100_000, '{"weights": {"bm25": 1' + "0" * 400 + "}}"]
)
def test_a_file_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ConfigurationError, match="weights of the reranker"):
        read_weights(text)


def test_other_weights_are_another_reranker_and_the_order_in_the_file_is_no_matter() -> None:
    turned = read_weights(written(dict(reversed(PLAIN.items()))))
    assert read_weights(written(PLAIN)) == turned
    assert read_weights(written({**PLAIN, "bm25": 2.0})).version != turned.version
    assert LearnedReranker(turned).fingerprint == f"learned/{turned.version}"


def test_only_the_length_may_count_against_a_passage() -> None:
    shipped = dict(zip(NAMES, shipped_weights().values, strict=True))
    assert all(value >= 0 for name, value in shipped.items() if name not in SIGNED)
    assert sum(value > 0 for value in shipped.values()) > len(NAMES) / 2


ENGLISH = (
    "The library closes in August.",
    "On Saturdays the library opens at ten.",
    "Opening a bank account takes a day.",
)
SPANISH = (
    "La biblioteca cierra en agosto.",
    "Los sábados la biblioteca abre a las diez.",
    "Abrir una cuenta lleva un día.",
)


@pytest.mark.parametrize(
    ("question", "texts", "language"),
    [
        ("When does the library open on Saturdays?", ENGLISH, "en"),
        ("¿Cuándo abre la biblioteca los sábados?", SPANISH, "es"),
    ],
)
def test_the_passage_that_answers_comes_first_with_the_shipped_weights(
    question: str, texts: tuple[str, ...], language: str
) -> None:
    scores = LearnedReranker().score(question, passages(*texts, language=language))
    assert max(range(3), key=scores.__getitem__) == 1


def test_it_reads_everything_as_nothing_leaves() -> None:
    assert LearnedReranker().may_read(Passage("a", "x"))
    LearnedReranker().close()
