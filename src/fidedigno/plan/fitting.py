"""Fitting a linear classifier to the examples of a pack, in a second, with numpy alone.

A multinomial logistic regression with an L2 penalty over two blocks: the centred vectors of the examples
and the pieces of their wording. It is solved in the dual, where its size is the number of examples, by the
bound of the Hessian of Böhning ("Multinomial logistic regression algorithm", 1992): one inverse, and
every step improves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fidedigno.plan.wording import Pieces, matrix_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float32]

STEPS = 60
_TINY = 1e-9


@dataclass(frozen=True, slots=True)
class LinearModel:
    """Weights of both blocks for each class.

    ``centre`` is the mean vector of the examples and ``scale`` what its differences are multiplied by (the
    vectors of some models are squeezed into a narrow cone); without vectors their block has no dimension.
    ``rarity`` weighs the buckets of wording.
    """

    centre: Array
    scale: float
    vector_weights: Array
    rarity: Array
    wording_weights: Array
    bias: Array

    def scores(self, pieces: Pieces, vector: Array | None) -> Array:
        """A score for each class; the vector is left out where the model has none."""
        strengths = pieces.strengths * self.rarity[pieces.buckets]
        strengths = strengths / max(float(np.linalg.norm(strengths)), _TINY)
        scores: Array = np.asarray(strengths @ self.wording_weights[pieces.buckets] + self.bias)
        if vector is not None and self.centre.size:
            scores += ((vector - self.centre) * np.float32(self.scale)) @ self.vector_weights
        return scores


def fit_examples(
    texts: Sequence[str],
    classes: Sequence[int],
    vectors: Array | None,
    *,
    vector_weight: float,
    penalty: float,
) -> LinearModel:
    """Fit a model to examples; ``classes`` are numbers from 0, ``vectors`` one row a text.

    ``vector_weight`` is the root mean square length that centred vectors are brought to, where the block
    of wording has length 1.
    """
    strengths = matrix_of(texts)
    rarity = np.log((1 + len(texts)) / (1 + (strengths > 0).sum(axis=0))).astype(np.float32) + 1
    strengths *= rarity
    strengths /= np.maximum(np.linalg.norm(strengths, axis=1, keepdims=True), _TINY)
    kernel = strengths @ strengths.T
    if vectors is None:
        vectors = np.empty((len(texts), 0), np.float32)
    centre, scale, centred = _centred(vectors, vector_weight)
    kernel += centred @ centred.T
    dual = _solve(kernel.astype(np.float64) + 1.0, np.asarray(classes), penalty).astype(np.float32)
    return LinearModel(
        centre=centre,
        scale=scale,
        vector_weights=centred.T @ dual,
        rarity=rarity,
        wording_weights=strengths.T @ dual,
        bias=dual.sum(axis=0),
    )


def _centred(vectors: Array, weight: float) -> tuple[Array, float, Array]:
    centre = vectors.mean(axis=0)
    spread = float(np.sqrt(np.square(vectors - centre).sum(axis=1).mean()))
    scale = weight / max(spread, _TINY)
    return centre, scale, (vectors - centre) * np.float32(scale)


def _solve(kernel: NDArray[np.float64], classes: NDArray[np.intp], penalty: float) -> NDArray[np.float64]:
    examples = len(kernel)
    wanted = np.zeros((examples, int(classes.max()) + 1))
    wanted[np.arange(examples), classes] = 1
    step = np.linalg.inv(kernel / 2 + penalty * np.eye(examples))
    dual = np.zeros_like(wanted)
    for _ in range(STEPS):
        dual += step @ (wanted - softmax(kernel @ dual) - penalty * dual)
    return dual


def softmax(scores: NDArray[np.floating]) -> NDArray[np.floating]:
    """Probabilities from scores, along the last axis."""
    exponents = np.exp(scores - scores.max(axis=-1, keepdims=True))
    shares: NDArray[np.floating] = exponents / exponents.sum(axis=-1, keepdims=True)
    return shares
