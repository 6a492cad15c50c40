"""The kept answers of the model: their form, their labels, and how shares are taken."""

import json
from collections import Counter

import pytest

from benchmarks.model_answers import NO_CLAIM, QUESTIONS, SUPPORTED, label_of, read_answers, read_labels
from benchmarks.verify_model import by_the_labels, judge, share
from fidedigno.verify import Passage, VerifySettings

LABELS = {SUPPORTED, "contradicted", "unsupported", NO_CLAIM}


def test_own_questions_are_many_and_half_of_them_spanish() -> None:
    rows = [json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]
    languages = Counter(each["language"] for each in rows)
    assert languages["es"] == languages["en"] >= 30
    assert len({each["question"] for each in rows}) == len({each["id"] for each in rows}) == len(rows)


def test_every_answer_has_its_passages_and_every_label_its_answer() -> None:
    answers = {each.id: each for each in read_answers()}
    assert len(answers) >= 120
    assert all(each.passages for each in answers.values())
    labels = read_labels()
    assert set(labels) <= set(answers)
    assert {label for of in labels.values() for label in of.values()} <= LABELS
    assert sum(len(of) for of in labels.values()) >= 60
    assert Counter(answers[name].language for name in labels) == {"es": 20, "en": 20}


def test_a_sentence_of_a_passage_needs_no_label_and_others_have_none_by_themselves() -> None:
    passages = [Passage("La sala abre a las ocho. Cierra a las nueve.")]
    assert label_of("la sala abre a las ocho.", {}, passages) == SUPPORTED
    assert label_of("La sala abre a las diez.", {}, passages) is None
    assert label_of("La sala abre.", {"La sala abre.": "unsupported"}, passages) == "unsupported"


@pytest.mark.parametrize(
    ("counted", "expected", "low", "high"),
    [
        ([(1, 2), (0, 2)], 0.25, 0.0, 0.5),
        ([(0, 6), (0, 6)], 0.0, 0.0, 0.2425),
        ([(2, 2)], 1.0, 0.342, 1.0),
        ([], 0.0, 0.0, 1.0),
    ],
)
def test_a_share_comes_with_an_interval_that_is_never_a_point(
    counted: list[tuple[float, float]], expected: float, low: float, high: float
) -> None:
    found = share(counted)
    assert found["share"] == expected
    assert (found["low"], found["high"]) == (pytest.approx(low, abs=0.001), pytest.approx(high, abs=0.001))


def test_by_the_labels_healing_leaves_less_that_is_not_carried() -> None:
    labels = read_labels()
    judged = judge((each for each in read_answers() if each.id in labels), VerifySettings())
    found = by_the_labels(judged, labels)
    assert found["answers"] == len(labels)
    assert found["unsupported_after"]["share"] < found["unsupported_before"]["share"] - 0.2
    assert found["precision"]["share"] > 0.9
