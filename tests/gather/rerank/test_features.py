"""What the learned reranker sees, against plain counting, and for texts of every kind."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.gather.rerank.features import MAX_CHARACTERS, NAMES, NEAR, NOT_RANKED, WINDOW, features
from fidedigno.gather.rerank.protocol import Passage
from tests.gather.rerank.cards import passages

WORDS = ("pump", "valve", "motor", "brake")
FILLING = "stone"


def of(question: str, *given: Passage) -> list[dict[str, float]]:
    return [dict(zip(NAMES, row, strict=True)) for row in features(question, given)]


def english(*texts: str) -> list[Passage]:
    return passages(*texts, language="en")


def test_there_is_a_row_of_all_features_for_each_passage() -> None:
    assert features("what?", []) == []
    assert [len(row) for row in features("What is a pump?", english("A pump.", "", "stone"))] == [
        len(NAMES)
    ] * 3


def test_more_of_the_question_is_more_of_everything_about_words() -> None:
    more, less, none = of("Which valve has the pump?", *english("The pump valve", "A pump", "stone"))
    for name in ("bm25", "window", "surface", "prefixes"):
        assert more[name] > less[name] > none[name] == 0, name


def test_a_word_that_all_passages_hold_tells_less_than_a_rare_one() -> None:
    common, rare, _ = of("pump valve", *english("pump stone", "valve stone", "pump brake"))
    assert rare["bm25"] > common["bm25"]
    assert rare["window"] > common["window"]


def test_words_that_stand_together_tell_more_than_words_far_apart() -> None:
    apart = f"pump {f'{FILLING} ' * WINDOW} valve"
    together, scattered = of("pump valve", *english(f"pump valve {f'{FILLING} ' * WINDOW}", apart))
    assert together["window"] > scattered["window"]
    assert (together["pairs"], scattered["pairs"]) == (1.0, 0.0)
    assert together["bm25"] == pytest.approx(scattered["bm25"])


def test_neighbours_count_in_their_order_and_within_a_few_words() -> None:
    between = f"{FILLING} "
    texts = (f"pump {between * (NEAR - 1)}valve", f"pump {between * NEAR}valve", "valve pump")
    assert [each["pairs"] for each in of("pump valve", *english(*texts))] == [1.0, 0.0, 0.0]


def test_forms_of_a_word_agree_in_spanish_and_across_languages() -> None:
    rows = of("¿Cuántas válvulas hay?", *passages("Las válvulas", "valvulas", "Una válvula", language="es"))
    assert [each["surface"] for each in rows] == [1.0, 1.0, 0.0]
    assert all(each["bm25"] > 0 for each in rows)
    (across,) = of("¿Quién descubrió la electricidad?", *english("who discovered electricity"))
    assert across["prefixes"] > 0


def test_numbers_and_years_count_where_they_are_asked_for() -> None:
    texts = english("It was built in 1887 and again in 1901 with 3 lifts.", "It was built long ago.")
    assert [each["asks_time"] for each in of("When was it built?", *texts)] == [math.log1p(2), 0.0]
    assert [each["asks_number"] for each in of("¿Cuántos ascensores tiene?", *texts)] == [math.log1p(3), 0.0]
    for name in ("asks_time", "asks_number"):
        assert [each[name] for each in of("Who built it?", *texts)] == [0.0, 0.0]


def test_cosines_are_compared_among_the_passages_only() -> None:
    def found(scale: float, shift: float) -> list[float]:
        cosines = (0.9, 0.7, None, 0.5)
        made = [Passage("x", "", cosine=None if c is None else scale * c + shift) for c in cosines]
        return [each["cosine"] for each in of("pump", *made)]

    assert found(1.0, 0.0) == pytest.approx(found(0.1, 0.75))
    assert found(1.0, 0.0)[0] > found(1.0, 0.0)[1] > found(1.0, 0.0)[2] == found(1.0, 0.0)[3]
    assert [each["cosine"] for each in of("pump", *english("a", "b"))] == [0.0, 0.0]
    assert [each["cosine"] for each in of("pump", Passage("x", "", cosine=math.nan))] == [0.0]


def test_the_rank_by_vectors_counts_as_its_reciprocal() -> None:
    first, missing = of("pump", Passage("a", "x", ranks={"vector": 1}), Passage("b", "x", ranks={"words": 1}))
    assert (first["vector_first"], missing["vector_first"]) == (1.0, 1 / NOT_RANKED)


def test_length_is_relative_to_the_others() -> None:
    short, long = of("pump", *english("stone", "stone " * 9))
    assert short["length"] < 0 < long["length"]


def test_who_is_like_the_first_ones_is_central() -> None:
    texts = english("red green blue", "red green blue", "red green grey", "black", "red green blue")
    rows = of("pump", *texts)
    assert rows[3]["central"] == 0.0
    assert rows[4]["central"] > rows[2]["central"] > 0


def test_only_the_beginning_of_a_long_passage_is_read() -> None:
    (late,) = of("pump", *english("stone " * MAX_CHARACTERS + "pump"))
    assert late["bm25"] == 0.0


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=4, unique=True),
    st.lists(st.lists(st.sampled_from((*WORDS, FILLING)), max_size=40), min_size=1, max_size=5),
)
def test_words_are_counted_as_by_hand(question: list[str], texts: list[list[str]]) -> None:
    rows = of(" ".join(question), *english(*(" ".join(each) for each in texts)))
    held = [sum(word in each for each in texts) for word in question]
    rarity = [math.log(1 + (len(texts) - n + 0.5) / (n + 0.5)) for n in held]
    mean = sum(map(len, texts)) / len(texts) or 1.0
    bm25 = [
        sum(
            rare * each.count(word) * 2.2 / (each.count(word) + 1.2 * (0.25 + 0.75 * len(each) / mean))
            for word, rare in zip(question, rarity, strict=True)
        )
        for each in texts
    ]
    stretches = [
        max(
            sum(r for w, r in zip(question, rarity, strict=True) if w in each[start : start + WINDOW])
            for start in range(max(1, len(each)))
        )
        for each in texts
    ]
    surface = [sum(r for w, r in zip(question, rarity, strict=True) if w in each) for each in texts]
    assert [each["bm25"] for each in rows] == pytest.approx([each / (max(bm25) or 1) for each in bm25])
    assert [each["window"] for each in rows] == pytest.approx([each / sum(rarity) for each in stretches])
    assert [each["surface"] for each in rows] == pytest.approx([each / sum(rarity) for each in surface])


hostile = st.text(max_size=60) | st.sampled_from(
    ["\0", "\ud800", "مرحبا", "ﬁ ﬀ", "1,2.3", "x" * 20_000, "¿?¡!"]
)


@settings(deadline=None)
@given(
    hostile,
    st.lists(
        st.builds(
            Passage,
            id=st.just("a"),
            text=hostile,
            language=st.sampled_from(["es", "en", "fr", None, ""]),
            fused_rank=st.integers(1, 99),
            ranks=st.dictionaries(st.sampled_from(["vector", "words", "other"]), st.integers(1, 99)),
            cosine=st.none() | st.floats(),
        ),
        min_size=1,
        max_size=5,
    ),
)
def test_every_number_is_finite_whatever_the_texts(question: str, made: list[Passage]) -> None:
    rows = features(question, made)
    assert len(rows) == len(made)
    assert all(math.isfinite(each) for row in rows for each in row)
