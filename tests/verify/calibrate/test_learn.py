"""Fitting the models of a combiner, against what the package then reads."""

import json

import numpy as np
import pytest

from fidedigno.verify.calibrate.learn import Bag, balanced, fit_answers, fit_claims, unsupported
from fidedigno.verify.combiner import CLAIM, answer_features, read_combiner

WHOLE = CLAIM.index("whole")


def made(count: int = 240, seed: int = 3) -> list[Bag]:
    """Answers of one to three claims; an unfaithful one has exactly one claim whose words are missing."""
    draw = np.random.default_rng(seed)
    bags = []
    for at in range(count):
        claims = draw.normal(0.0, 0.1, (int(draw.integers(1, 4)), len(CLAIM)))
        claims[:, WHOLE] = 0.9 + draw.normal(0, 0.03, len(claims))
        if at % 2:
            claims[int(draw.integers(len(claims))), WHOLE] = 0.3 + draw.normal(0, 0.05)
        bags.append(Bag(claims, at % 2, f"group {at // 4}"))
    return bags


@pytest.fixture(scope="module")
def bags() -> list[Bag]:
    return made()


def test_the_claim_that_is_wrong_is_found_though_only_answers_are_labelled(bags: list[Bag]) -> None:
    model = fit_claims(bags)
    right = 0
    unfaithful = [bag for bag in made(seed=4) if bag.label and len(bag.claims) > 1]
    for bag in unfaithful:
        right += int(model.log_odds(bag.claims).argmax() == bag.claims[:, WHOLE].argmin())
    assert right == len(unfaithful)


def test_what_is_written_gives_the_probabilities_that_were_fitted(bags: list[Bag]) -> None:
    claim, answer = fit_claims(bags), fit_answers(bags)
    models = {"lexical": {"claim": claim.exported(), "answer": answer.exported()}}
    read = read_combiner(json.loads(json.dumps({"features": list(CLAIM), "models": models})), "lexical")
    fresh = made(40, seed=5)
    for bag, score in zip(fresh, unsupported(answer, fresh), strict=True):
        assert read.answer_unsupported(bag.claims.tolist()) == pytest.approx(score, abs=1e-3)
        for row, odds in zip(bag.claims, claim.log_odds(bag.claims), strict=True):
            assert read.claim_unsupported(row.tolist()) == pytest.approx(1 / (1 + np.exp(-odds)), abs=1e-3)


def test_both_labels_weigh_the_same_and_a_large_set_no_more_than_it_may() -> None:
    bags = [Bag(np.zeros((1, len(CLAIM))), int(at < 3)) for at in range(30)]
    weighed = balanced(bags, 10)
    of = {label: sum(bag.weight for bag in weighed if bag.label == label) for label in (0, 1)}
    assert of[0] == pytest.approx(of[1])
    assert of[0] + of[1] == pytest.approx(10)


def test_an_answer_without_claims_gets_the_given_score(bags: list[Bag]) -> None:
    silent = Bag(np.zeros((0, len(CLAIM))), 0)
    assert unsupported(fit_answers(bags), [silent, bags[0]], empty=0.25)[0] == 0.25


def test_features_of_an_answer_are_those_of_its_claims_in_any_order(bags: list[Bag]) -> None:
    claims = next(bag.claims for bag in bags if len(bag.claims) == 3).tolist()
    assert answer_features(claims) == pytest.approx(answer_features(claims[::-1]))
