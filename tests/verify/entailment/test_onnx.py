"""A cross-encoder by its path: any order of classes, two or three of them, and its verdict on real words."""

from __future__ import annotations

import math
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.verify.entailment.onnx import OnnxEntailment, probabilities
from fidedigno.verify.entailment.protocol import UNDECIDED, Entailment, EntailmentError
from tests.fakes import tiny_models

REAL = "FIDEDIGNO_TEST_ENTAILMENT"
SURE = 1 / (1 + 2 * math.exp(-4))
SURE_OF_TWO = 1 / (1 + math.exp(-4))


def test_words_become_relations_in_the_order_of_the_pairs(tmp_path: Path) -> None:
    model: Entailment = OnnxEntailment(tiny_models.nli(tmp_path / "tiny"))
    assert model.name == "onnx:tiny"
    relations = model.judge([("", "not"), ("", "same"), ("", "other")])
    assert [relation.index(max(relation)) for relation in relations] == [2, 0, 1]
    assert relations[1].entailed == pytest.approx(SURE)
    assert all(sum(each) == pytest.approx(1) for each in relations)
    assert model.judge([]) == ()


def test_classes_are_told_apart_by_their_names_and_not_by_their_place(tmp_path: Path) -> None:
    folder = tiny_models.nli(tmp_path, ("CONTRADICTION", "NEUTRAL", "ENTAILMENT"))
    assert OnnxEntailment(folder).judge([("", "same")])[0].contradicted == pytest.approx(SURE)
    said = OnnxEntailment(folder, labels=("entailment", "neutral", "contradiction"))
    assert said.judge([("", "same")])[0].entailed == pytest.approx(SURE)


def test_names_that_say_nothing_have_to_be_explained(tmp_path: Path) -> None:
    folder = tiny_models.nli(tmp_path, ("LABEL_0", "LABEL_1", "LABEL_2"))
    with pytest.raises(ConfigurationError, match="LABEL_0"):
        OnnxEntailment(folder)
    mapping = {"LABEL_0": "entailment", "LABEL_1": "neutral", "LABEL_2": "contradiction"}
    assert OnnxEntailment(folder, labels=mapping).judge([("", "not")])[0].contradicted > 0.9
    (folder / "config.json").unlink()
    with pytest.raises(ConfigurationError, match="say nothing"):
        OnnxEntailment(folder)


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (("not_entailment", "entailment"), (SURE_OF_TWO, 1 - SURE_OF_TWO, 0.0)),
        (("not_contradiction", "contradiction"), ((1 - SURE_OF_TWO) / 2, (1 - SURE_OF_TWO) / 2, SURE_OF_TWO)),
    ],
)
def test_a_model_of_two_classes_says_what_it_knows(
    tmp_path: Path, labels: tuple[str, str], expected: tuple[float, ...]
) -> None:
    table = {"one": (4.0, 0.0), "two": (0.0, 4.0)}
    tiny_models.pairs(tmp_path / "model.onnx", table)
    tiny_models.tokenizer(tmp_path, list(table))
    assert OnnxEntailment(tmp_path, labels=labels).judge([("", "two")])[0] == pytest.approx(expected)


def test_a_model_of_one_class_is_a_sigmoid(tmp_path: Path) -> None:
    tiny_models.pairs(tmp_path / "model.onnx", {"one": (4.0,), "less": (-4.0,)})
    tiny_models.tokenizer(tmp_path, ["one", "less"])
    first, second = OnnxEntailment(tmp_path, labels=("entailment",)).judge([("", "one"), ("", "less")])
    assert first.entailed == pytest.approx(SURE_OF_TWO)
    assert second.entailed == pytest.approx(1 - SURE_OF_TWO)


def test_classes_that_the_graph_does_not_have_are_an_error(tmp_path: Path) -> None:
    folder = tiny_models.nli(tmp_path, ("entailment", "not_entailment"))
    with pytest.raises(EntailmentError, match="shape"):
        OnnxEntailment(folder).judge([("", "same")])


def test_a_model_that_leans_to_a_class_can_be_set_right(tmp_path: Path) -> None:
    folder = tiny_models.nli(tmp_path)
    moved = OnnxEntailment(folder, shifts=(0.0, 0.0, -4.0)).judge([("", "not")])[0]
    assert tuple(moved) == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    for shifts in ((1.0,), (0.0, 0.0, math.inf)):
        with pytest.raises(ConfigurationError, match="shifts"):
            OnnxEntailment(folder, shifts=shifts)


def test_an_empty_hypothesis_and_one_that_does_not_fit_are_left_undecided(tmp_path: Path) -> None:
    model = OnnxEntailment(tiny_models.nli(tmp_path), max_length=20)
    relations = model.judge([("same", ""), ("", "same"), ("same", "not " * 20)])
    assert relations[0] == relations[2] == UNDECIDED
    assert relations[1].entailed > 0.9


def test_threads_share_it(tmp_path: Path) -> None:
    model = OnnxEntailment(tiny_models.nli(tmp_path), batch=4)
    pairs = [("same " * (number % 5), ["same", "other", "not"][number % 3]) for number in range(30)]
    alone = model.judge(pairs)
    with ThreadPoolExecutor(8) as threads:
        assert all(each == alone for each in threads.map(model.judge, [pairs] * 16))


def test_probabilities_of_large_scores_are_numbers() -> None:
    assert probabilities([1e4, -1e4]) == [1.0, 0.0]
    assert probabilities([-1e4]) == [0.0]


@pytest.mark.skipif(REAL not in os.environ, reason=f"no real model: {REAL} names no folder of one")
def test_a_real_model_sets_contradictions_apart_in_both_languages() -> None:
    model = OnnxEntailment(os.environ[REAL])
    triples = [
        (
            "The museum is closed on Mondays.",
            "The museum is open on Mondays.",
            "On Mondays the museum is shut.",
        ),
        ("The train leaves at nine.", "The train does not leave at nine.", "At nine the train leaves."),
        ("El museo cierra los lunes.", "El museo abre los lunes.", "Los lunes el museo está cerrado."),
        ("El tren sale a las nueve.", "El tren no sale a las nueve.", "A las nueve sale el tren."),
    ]
    opposed = model.judge([(premise, one) for premise, one, _ in triples])
    carried = model.judge([(premise, other) for premise, _, other in triples])
    # No model is right every time: in each language the denials together stand out from the paraphrases.
    for two in (slice(0, 2), slice(2, 4)):
        assert sum(each.contradicted for each in opposed[two]) > sum(
            each.contradicted for each in carried[two]
        )
    assert model.judge([(triples[0][0], triples[0][1])]) == opposed[:1]
