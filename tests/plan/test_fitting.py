import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from fidedigno.plan.fitting import LinearModel, fit_examples, softmax
from fidedigno.plan.wording import matrix_of, read_pieces

TEXTS = ["open shop", "open library", "closing shop", "my mood", "my feelings", "mood today"]
CLASSES = [0, 0, 0, 1, 1, 1]
VECTORS = np.eye(6, dtype=np.float32)


def fit(vectors: np.ndarray | None = VECTORS, penalty: float = 0.1) -> LinearModel:
    return fit_examples(TEXTS, CLASSES, vectors, vector_weight=0.8, penalty=penalty)


def test_the_examples_themselves_are_told_apart() -> None:
    model = fit()
    for text, vector, number in zip(TEXTS, VECTORS, CLASSES, strict=True):
        assert model.scores(read_pieces(text), vector).argmax() == number


def test_the_solution_is_the_minimum_of_the_penalised_loss() -> None:
    """The gradient of the loss in the primal, written out independently, vanishes at the fitted weights."""
    penalty = 0.3
    model = fit(penalty=penalty)
    strengths = matrix_of(TEXTS) * model.rarity
    strengths /= np.linalg.norm(strengths, axis=1, keepdims=True)
    centred = (VECTORS - VECTORS.mean(axis=0)) * model.scale
    design = np.c_[strengths, centred, np.ones(len(TEXTS))].astype(np.float64)
    weights = np.r_[model.wording_weights, model.vector_weights, model.bias[None, :]].astype(np.float64)
    scores = design @ weights
    chance = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    gradient = design.T @ (chance - np.eye(2)[CLASSES]) + penalty * weights
    assert np.abs(gradient).max() < 1e-4


def test_centred_vectors_are_brought_to_the_length_asked_for() -> None:
    model = fit(VECTORS * 7 + 3)
    centred = (VECTORS * 7 + 3 - model.centre) * model.scale
    assert np.sqrt(np.square(centred).sum(axis=1).mean()) == pytest.approx(0.8, rel=1e-5)


def test_without_vectors_wording_alone_decides() -> None:
    model = fit(None)
    assert model.vector_weights.shape == (0, 2)
    assert model.scores(read_pieces("my mood"), None).argmax() == 1


def test_a_text_without_any_known_piece_falls_back_on_the_bias() -> None:
    assert np.allclose(fit(None).scores(read_pieces(""), None), fit(None).bias)


@settings(max_examples=50)
@given(hnp.arrays(np.float64, (3, 4), elements=st.floats(-1e6, 1e6)))
def test_shares_are_positive_and_add_up_to_one_whatever_the_scores(scores: np.ndarray) -> None:
    shares = softmax(scores)
    assert np.allclose(shares.sum(axis=1), 1)
    assert (shares >= 0).all()
    assert (shares[range(3), scores.argmax(axis=1)] == shares.max(axis=1)).all()
