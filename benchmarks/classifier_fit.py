"""Fitting the figures of the classifier on the development questions.

Weights of the blocks and the penalty come from a small grid, by likelihood. Sharpness and the weight of
patterns are then fitted, five times without a fifth of the questions, so that the probabilities from which
the threshold is chosen are those of questions that were left out. The threshold leaves at most one
percent of questions wrong and sure: the bar is two, and other people's questions are harder.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import yaml
from numpy.typing import NDArray
from scipy.optimize import minimize

from benchmarks.common import console
from fidedigno.ingest.embed import Embedder, embedder_named
from fidedigno.plan.calibration import Calibration, Situation, read_calibrations, shipped_calibrations
from fidedigno.plan.classify import Classifier, embed_examples, examples_of
from fidedigno.plan.fitting import softmax
from fidedigno.plan.load import shipped_pack

FIGURES = Path(__file__).parents[1] / "src" / "fidedigno" / "plan" / "calibration.yaml"
VECTOR_WEIGHTS = (0.5, 0.65, 0.8, 1.0)
PENALTIES = (0.03, 0.05, 0.1, 0.2)
FOLDS = 5
WRONG_AND_SURE = 0.01
LOWEST_THRESHOLD = 0.5

Development = Sequence[tuple[str, str, int]]
"""Text, language and number of the class."""


class Remembering:
    """An embedder that computes each question once."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.fingerprint, self.dimensions = embedder.fingerprint, embedder.dimensions
        self._known: dict[str, NDArray[np.float32]] = {}

    def learn(self, texts: Sequence[str]) -> None:
        """Embed texts ahead, in parallel."""
        if self.dimensions:
            self._known.update(zip(texts, embed_examples(self._embedder, texts), strict=True))

    def question(self, text: str) -> NDArray[np.float32]:
        """The vector of a text."""
        return self._known[text] if text in self._known else self._embedder.question(text)

    def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Passages, which the classifier does not ask for."""
        return self._embedder.passages(texts)


LEAST_PATTERN_WEIGHT = 0.1
"""With enough examples patterns add nothing to the development figures; packs with few need them."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Scores, patterns and labels of the development questions under one setting."""

    scores: NDArray[np.floating]
    matched: NDArray[np.floating]
    labels: NDArray[np.intp]

    def part(self, chosen: NDArray[np.bool_]) -> Measured:
        return Measured(self.scores[chosen], self.matched[chosen], self.labels[chosen])

    def shares(self, sharpness: float, pattern_weight: float) -> NDArray[np.floating]:
        return softmax(self.scores * sharpness + self.matched * pattern_weight)

    def surprise(self, sharpness: float, pattern_weight: float) -> float:
        """Mean negative log-likelihood of the right classes."""
        shares = self.shares(sharpness, pattern_weight)
        return float(-np.log(np.maximum(shares[np.arange(len(self.labels)), self.labels], 1e-12)).mean())


def fit_all(development: Development, embedders: Sequence[str]) -> None:
    """Fit both situations and write them into the data file, below its comments."""
    header = "".join(line for line in FIGURES.read_text("utf-8").splitlines(True) if line.startswith("#"))
    fitted = {}
    for name in embedders:
        embedder = Remembering(embedder_named(name))
        texts, _ = examples_of(shipped_pack("lms"))
        embedder.learn([*texts, *(text for text, _, _ in development)])
        situation = Situation.WITH_VECTORS if embedder.dimensions else Situation.WORDS_ONLY
        fitted[situation.value] = asdict(fit_one(development, embedder, situation))
        console.print(situation.value, fitted[situation.value])
    read_calibrations(fitted)
    FIGURES.write_text(header + yaml.safe_dump(fitted, sort_keys=False), "utf-8")
    shipped_calibrations.cache_clear()


def fit_one(development: Development, embedder: Embedder, situation: Situation) -> Calibration:
    """The figures of one situation."""
    pack = shipped_pack("lms")
    best: tuple[float, Calibration, Measured] | None = None
    for weight in VECTOR_WEIGHTS if embedder.dimensions else (0.0,):
        for penalty in PENALTIES:
            trial = Calibration(weight, penalty, 1.0, 0.0, 0.5)
            classifier = Classifier(pack, embedder, calibrations={situation: trial})
            measured = _measure(classifier, development)
            sharpness, pattern_weight = _fit(measured)
            surprise = measured.surprise(sharpness, pattern_weight)
            right = (measured.shares(sharpness, pattern_weight).argmax(1) == measured.labels).mean()
            console.print(f"vectors {weight}, penalty {penalty}: surprise {surprise:.3f}, right {right:.3f}")
            if best is None or surprise < best[0]:
                figures = replace(trial, sharpness=sharpness, pattern_weight=pattern_weight)
                best = surprise, figures, measured
    assert best is not None
    _, figures, measured = best
    threshold = _threshold(_left_out_shares(measured), measured.labels)
    rounded = {key: round(value, 3) for key, value in asdict(figures).items()}
    return Calibration(**{**rounded, "threshold": threshold})


def _measure(classifier: Classifier, development: Development) -> Measured:
    pairs = [classifier.evidence(text, language) for text, language, _ in development]
    labels = np.array([label for _, _, label in development])
    return Measured(np.stack([p[0] for p in pairs]), np.stack([p[1] for p in pairs]), labels)


def _fit(measured: Measured) -> tuple[float, float]:
    found = minimize(
        lambda x: measured.surprise(math.exp(x[0]), max(x[1], LEAST_PATTERN_WEIGHT)),
        (0.5, 0.5),
        method="Nelder-Mead",
    )
    return float(math.exp(found.x[0])), float(max(found.x[1], LEAST_PATTERN_WEIGHT))


def _left_out_shares(measured: Measured) -> NDArray[np.floating]:
    folds = np.random.default_rng(7).permutation(len(measured.labels)) % FOLDS
    shares = np.empty_like(measured.scores, dtype=float)
    for fold in range(FOLDS):
        sharpness, pattern_weight = _fit(measured.part(folds != fold))
        shares[folds == fold] = measured.part(folds == fold).shares(sharpness, pattern_weight)
    return shares


def _threshold(shares: NDArray[np.floating], labels: NDArray[np.intp]) -> float:
    """The lowest probability at and above which few enough questions are wrong."""
    wrong = shares.max(axis=1)[shares.argmax(axis=1) != labels]
    allowed = int(WRONG_AND_SURE * len(labels))
    highest = np.sort(wrong)[::-1]
    bar = float(highest[allowed]) if len(highest) > allowed else 0.0
    return max(LOWEST_THRESHOLD, math.ceil(bar * 100 + 1e-9) / 100)
