"""Which class of a pack a question belongs to, with a calibrated probability, or in doubt.

The meaning of the question (its vector), its wording and the pack's patterns each speak; none decides
alone. Being in doubt is a result: the planner then asks, or takes the most restrictive route. Source: LMS
evidence article, "the question must be classified before searching".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from fidedigno.ingest.analyse import fold
from fidedigno.ingest.embed import Embedder
from fidedigno.plan.calibration import Calibration, Situation, shipped_calibrations
from fidedigno.plan.classification import Classification
from fidedigno.plan.fitting import LinearModel, fit_examples, softmax
from fidedigno.plan.model_cache import cache_path, read_model, write_model
from fidedigno.plan.pack import LANGUAGES, Pack
from fidedigno.plan.patterns import compile_pattern
from fidedigno.plan.wording import FORM, MAX_CHARACTERS, read_pieces

if TYPE_CHECKING:
    from numpy.typing import NDArray

_THREADS = 2


class Classifier:
    """Classifies questions by the examples and patterns of one pack. Threads may share it.

    Making one fits a model to the examples, which embeds them all: seconds, unless ``cache`` names a
    folder where an earlier one was kept, or ``fitted`` one where a pack brings its own.
    """

    def __init__(
        self,
        pack: Pack,
        embedder: Embedder,
        *,
        cache: Path | None = None,
        fitted: Path | None = None,
        calibrations: Mapping[Situation, Calibration] | None = None,
    ) -> None:
        self._embedder = embedder
        self._names = tuple(pack.classes)
        situation = Situation.WITH_VECTORS if embedder.dimensions else Situation.WORDS_ONLY
        self._calibration = (calibrations or shipped_calibrations())[situation]
        self._patterns = {
            language: tuple(
                (number, compile_pattern(pattern))
                for number, name in enumerate(self._names)
                for pattern in pack.classes[name].patterns[language]
            )
            for language in LANGUAGES
        }
        self._model = _model_of(pack, embedder, self._calibration, (cache, fitted))

    @property
    def threshold(self) -> float:
        """The probability from which a class is taken as sure."""
        return self._calibration.threshold

    def classify(
        self,
        question: str,
        language: str | None = None,
        *,
        vector: NDArray[np.float32] | None = None,
    ) -> Classification:
        """Classify a question.

        ``language`` chooses the patterns (those of both where it is not known). ``vector`` is the
        question's, as :meth:`~fidedigno.ingest.embed.Embedder.question` gives it, so that it need not be
        computed twice.

        Raises:
            ValueError: if ``vector`` is not one of this embedder's.
        """
        scores, matched = self.evidence(question, language, vector=vector)
        figures = self._calibration
        shares = softmax(scores * figures.sharpness + matched * figures.pattern_weight)
        order = np.argsort(-shares, kind="stable")
        ranked = tuple((self._names[each], float(shares[each])) for each in order)
        return Classification(ranked, ranked[0][1] >= figures.threshold)

    def evidence(
        self, question: str, language: str | None = None, *, vector: NDArray[np.float32] | None = None
    ) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
        """For each class its score before calibration, and 1 where one of its patterns matches."""
        if self._embedder.dimensions:
            vector = self._embedder.question(question) if vector is None else vector
            if vector.shape != (self._embedder.dimensions,) or not np.isfinite(vector).all():
                raise ValueError("the vector is not one of this classifier's embedder")
        scores = self._model.scores(read_pieces(question), vector)
        matched = np.zeros(len(self._names))
        folded = fold(question[:MAX_CHARACTERS])
        for each in (language,) if language in LANGUAGES else LANGUAGES:
            matched[_matching(self._patterns[str(each)], folded)] = 1
        return scores, matched


def _matching(patterns: Sequence[tuple[int, re.Pattern[str]]], folded: str) -> list[int]:
    return [number for number, pattern in patterns if pattern.search(folded)]


def _model_of(
    pack: Pack, embedder: Embedder, figures: Calibration, folders: tuple[Path | None, Path | None]
) -> LinearModel:
    """The model kept in one of ``folders`` (the first is written to), or a new one."""
    key = model_key(pack, embedder, figures)
    for folder in folders:
        path = cache_path(folder, key) if folder is not None else None
        if path is not None:
            kept = read_model(path, classes=len(pack.classes), dimensions=embedder.dimensions)
            if kept is not None:
                return kept
    model = fit_model(pack, embedder, figures)
    if folders[0] is not None:
        write_model(cache_path(folders[0], key), model)
    return model


def model_key(pack: Pack, embedder: Embedder, figures: Calibration) -> tuple[str, ...]:
    """All that a fitted model depends on: the classes with their examples, the embedder, and the form."""
    texts, classes = examples_of(pack)
    examples = (f"{number}:{text}" for text, number in zip(texts, classes, strict=True))
    form = (FORM, str(figures.vector_weight), str(figures.penalty))
    return (*pack.classes, *examples, embedder.fingerprint, *form)


def fit_model(pack: Pack, embedder: Embedder, figures: Calibration) -> LinearModel:
    """Fit a model to the examples of a pack; embeds them all."""
    texts, classes = examples_of(pack)
    return fit_examples(
        texts,
        classes,
        embed_examples(embedder, texts) if embedder.dimensions else None,
        vector_weight=figures.vector_weight,
        penalty=figures.penalty,
    )


def examples_of(pack: Pack) -> tuple[list[str], list[int]]:
    """Every example in every language, and the number of its class."""
    pairs = [
        (example, number)
        for number, each in enumerate(pack.classes.values())
        for language in LANGUAGES
        for example in each.examples[language]
    ]
    return [text for text, _ in pairs], [number for _, number in pairs]


def embed_examples(embedder: Embedder, texts: Sequence[str]) -> NDArray[np.float32]:
    """The vectors of examples, on the question's side of the model: they are questions too."""
    with ThreadPoolExecutor(_THREADS, thread_name_prefix="fidedigno-examples") as threads:
        return np.stack(list(threads.map(embedder.question, texts)))
