"""Copies give way and resemblance costs a place; nothing that differs in a word is ever left out."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.gather import Candidate, HybridRetriever, RetrievalPolicy
from fidedigno.gather.diversity import diversified, without_copies
from fidedigno.ingest.embed import NoEmbedder
from fidedigno.model import Question, Sensitivity, Validity
from tests.fakes.cards import card
from tests.gather.test_hybrid import READER, FakeCatalog, FakeIndex, chunk

LONG = "The gate opens at nine on weekdays and at ten on Saturdays."
YEAR = datetime(2027, 1, 1, tzinfo=UTC)


def found(*texts: str, **changes: object) -> list[Candidate]:
    return [
        Candidate(card(number, content=text, **changes), number, sensitivity=Sensitivity.INTERNAL)
        for number, text in enumerate(texts, 1)
    ]


def contents(candidates: list[Candidate]) -> list[str]:
    return [each.evidence.content for each in candidates]


@pytest.mark.parametrize("other", [LONG, LONG.upper(), "opens at nine  on\nweekdays"])
def test_a_passage_whose_words_stand_in_a_better_one_gives_way(other: str) -> None:
    kept = without_copies(found(LONG, other, "El bar cierra."))
    assert contents(kept) == [LONG, "El bar cierra."]
    assert [each.rank for each in kept] == [1, 2]


@pytest.mark.parametrize(
    "other",
    [
        "The gate opens at ten on weekdays and at ten on Saturdays.",
        "The gate never opens at nine on weekdays and at ten on Saturdays.",
        "on weekdays at nine",
        "pens at nine",
        "Ópens at nine",
        LONG + " Bring the card.",
    ],
)
def test_a_passage_with_a_word_of_its_own_stays(other: str) -> None:
    assert len(without_copies(found(LONG, other))) == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [("Cost: -5", "Cost: 5"), ("5,0 %", "50 %"), ("A > B", "A < B"), ("Sí paga", "Si paga"), ("10²", "102")],
)
def test_signs_decimals_and_accents_are_part_of_the_words(one: str, other: str) -> None:
    assert len(without_copies(found(one, other))) == 2


@pytest.mark.parametrize(
    "changes",
    [
        {"title": "Runbook of another service"},
        {"corpus": "other"},
        {"authority": "community"},
        {"scope": {"course": "b"}},
        {"validity": Validity(YEAR)},
        {"series": "guide"},
        {"supports": ("due",)},
        {"audience": ("students",)},
        {"timezone": "Europe/Madrid"},
        {"source": "drive"},
        {"values": {"due": "2026-10-12"}},
        {"review_at": datetime(2026, 1, 1, tzinfo=UTC)},
    ],
)
def test_the_same_words_of_another_standing_stay(changes: dict[str, object]) -> None:
    twice = [*found(LONG), replace(found("", LONG, **changes)[1], rank=2)]
    assert len(without_copies(twice)) == 2


def test_pages_without_text_are_no_copies_of_one_another() -> None:
    assert len(without_copies(found("", "", ""))) == 3
    assert contents(diversified(found("", "", "x"), 0.5)) == ["", "", "x"]


texts = st.lists(st.lists(st.sampled_from("abcd"), max_size=6).map(" ".join), max_size=8)


@given(texts)
def test_what_is_left_says_all_that_was_said_and_nothing_twice(given_texts: list[str]) -> None:
    kept = contents(without_copies(found(*given_texts)))
    whole = [f" {each} " for each in kept]
    assert all(any(f" {each} " in other for other in whole) for each in given_texts if each)
    for place, each in enumerate(whole):
        assert not each.strip() or not any(each in other for other in whole[:place])


def marginal(given_texts: list[str], diversity: float) -> list[int]:
    """Maximal marginal relevance as the paper writes it, one choice after another."""

    def runs(text: str) -> set[str]:
        words = text.split()
        return {" ".join(words[at : at + 3]) for at in range(max(1, len(words) - 2))} if words else set()

    def alike(one: int, other: int) -> float:
        a, b = runs(given_texts[one]), runs(given_texts[other])
        return len(a & b) / len(a | b) if a | b else 0.0

    chosen: list[int] = []
    while len(chosen) < len(given_texts):
        left = [each for each in range(len(given_texts)) if each not in chosen]
        scores = {
            each: (1 - diversity) / (1 + each)
            - diversity * max((alike(each, before) for before in chosen), default=0.0)
            for each in left
        }
        chosen.append(max(left, key=lambda each: (scores[each], -each)))
    return [each + 1 for each in chosen]


@given(texts, st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]))
def test_the_order_is_that_of_maximal_marginal_relevance(given_texts: list[str], diversity: float) -> None:
    ordered = diversified(found(*given_texts), diversity)
    assert [int(each.evidence.id, 16) for each in ordered] == marginal(given_texts, diversity)
    assert [each.rank for each in ordered] == list(range(1, len(given_texts) + 1))


def test_who_holds_the_identifiers_asked_for_stays_before() -> None:
    same, new = Candidate(card(1), 1, matched_identifiers=frozenset({"X-1"})), Candidate(card(3), 3)
    twin = Candidate(card(2, content=same.evidence.content), 2, matched_identifiers=frozenset({"X-1"}))
    assert [each.evidence.id for each in diversified([same, twin, new], 1.0)] == ["1", "2", "3"]


@pytest.mark.parametrize("wrong", [-0.1, 1.5, float("nan")])
def test_a_share_that_is_none_is_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        diversified([], wrong)
    with pytest.raises(ValueError, match="from 0 to 1"):
        RetrievalPolicy(diversity=wrong)


def test_a_search_fills_the_places_of_copies_with_others() -> None:
    same = {"document_id": 1, "version_id": 101}
    chunks = {number: chunk(number, text=text, **same) for number, text in enumerate(("A", "A", "B", "C"), 1)}

    def asked(policy: RetrievalPolicy) -> list[str]:
        retriever = HybridRetriever(
            FakeIndex({"words": [*chunks]}, chunks), NoEmbedder(), FakeCatalog(), policy
        )
        return contents(list(retriever.gather(Question("asunto"), READER, 3).candidates))

    assert asked(RetrievalPolicy()) == ["A", "A", "B"]
    assert asked(RetrievalPolicy(collapse=True)) == ["A", "B", "C"]
    assert asked(RetrievalPolicy(diversity=0.9)) == ["A", "B", "C"]
