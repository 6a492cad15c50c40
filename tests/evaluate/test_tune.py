"""Weights are set where they are surely better, and only there."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.evaluate.expectation import DocumentRef
from fidedigno.evaluate.judged import JudgedQuestion
from fidedigno.evaluate.tune import Tuned, tune
from fidedigno.gather import Candidate, Gathered, RetrievalPolicy
from fidedigno.index import Ranking, Rankings
from fidedigno.model import Locator
from tests.fakes.cards import card

FOUND = 20


def candidates(ids: Sequence[int], codes: int = -1) -> tuple[Candidate, ...]:
    """One candidate a chunk, each of a document of its own; that of ``codes`` holds an identifier."""
    return tuple(
        Candidate(
            card(id=f"{each:x}", locator=Locator(f"docs/{each}.md")),
            rank,
            matched_identifiers=frozenset({"x-1"} if each == codes else ()),
        )
        for rank, each in enumerate(ids, 1)
    )


def luck(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - a test that repeats itself


def judged(count: int) -> list[JudgedQuestion]:
    return [JudgedQuestion(f"asunto {n}", (DocumentRef(f"{1 + n % FOUND}.md"),)) for n in range(count)]


def searching(chance: random.Random, trust_in_vectors: float, codes: bool = False):
    """A retrieval whose vectors know the right chunk by a wide margin, with some probability, and whose words know
    nothing but are sure of it."""

    def gather(question: JudgedQuestion) -> Gathered:
        name = question.relevant[0].document.removesuffix(".md")
        right = int(name) if name.isdigit() else 1
        ids = list(range(1, FOUND + 1))
        near = {each: chance.random() * 0.1 for each in ids}
        if chance.random() < trust_in_vectors:
            near[right] = 0.9
        by_vector = sorted(ids, key=lambda each: -near[each])
        by_words = chance.sample(ids, FOUND)
        rankings = Rankings(
            {
                "vector": Ranking(tuple(by_vector), tuple(near[each] for each in by_vector)),
                "words": Ranking(tuple(by_words), tuple(float(FOUND - at) for at in range(FOUND))),
            }
        )
        return Gathered(candidates(ids, right if codes else -1), rankings=rankings)

    return gather


def test_vectors_that_know_better_get_the_weight() -> None:
    done = tune(judged(120), searching(luck(1), 0.9), RetrievalPolicy())
    assert done.accepted
    assert done.interval[0] > 0.1
    assert done.weights["vector"] > 0.5 > done.weights["words"]
    assert done.tuned == pytest.approx(done.base + done.gain)
    assert len(done.fold_weights) == 5


def test_where_both_are_blind_no_gain_is_claimed() -> None:
    outcomes = [tune(judged(120), searching(luck(seed), 0.0), RetrievalPolicy()) for seed in range(8)]
    assert sum(each.accepted for each in outcomes) <= 1


def test_a_passage_that_holds_the_code_stays_first_whatever_the_weights() -> None:
    done = tune(judged(40), searching(luck(3), 0.2, codes=True), RetrievalPolicy())
    assert (done.base, done.tuned, done.gain) == (1.0, 1.0, 0.0)
    assert not done.accepted


def test_questions_without_their_document_among_what_was_found_are_counted() -> None:
    lost = [JudgedQuestion(f"asunto {n}", (DocumentRef("lost.md"),)) for n in range(10)]
    done = tune([*judged(40), *lost], searching(luck(4), 0.9), RetrievalPolicy())
    assert done.unfound == 10


def test_it_says_how_far_it_is() -> None:
    steps: list[tuple[int, int]] = []
    tune(judged(30), searching(luck(5), 0.9), RetrievalPolicy(), lambda *step: steps.append(step))
    assert steps == [(n, 30) for n in range(1, 31)]


def test_the_outcome_can_be_written_as_json() -> None:
    done: Tuned = tune(judged(60), searching(luck(6), 0.9), RetrievalPolicy())
    data = done.to_dict()
    assert data["accepted"] is done.accepted
    assert data["weights"] == dict(done.weights)


@pytest.mark.parametrize(
    ("questions", "policy", "said"),
    [
        (judged(29), RetrievalPolicy(), "too few"),
        (judged(30), RetrievalPolicy(rankers=frozenset({"vector"})), "nothing to weigh"),
    ],
)
def test_what_cannot_be_told_is_refused(questions, policy: RetrievalPolicy, said: str) -> None:
    with pytest.raises(ConfigurationError, match=said):
        tune(questions, searching(luck(7), 0.5), policy)
